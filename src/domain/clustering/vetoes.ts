/** Facts that two reports of one happening cannot disagree on. Pure. */
import type { Vocabulary } from '../articles/vocabulary.ts'
import type { Features } from './features.ts'

export type Veto = 'version' | 'stage' | 'code' | 'price' | 'person' | 'product'

/** What two articles disagree on, judged by their headlines and, where those are silent, their texts. */
export function vetoOf(vocabulary: Vocabulary, a: Features, b: Features, of: readonly Veto[]): Veto | null {
  return of.find((veto) => disagree[veto](a, b, vocabulary)) ?? null
}

const disagree: Record<Veto, (a: Features, b: Features, vocabulary: Vocabulary) => boolean> = {
  version: (a, b) => versionsDisagree(a.titleFacts.versions, b.titleFacts.versions),
  stage: (a, b) => stagesDisagree(stagesOf(a), stagesOf(b)) || isTestOf(a, b) || isTestOf(b, a),
  code: (a, b) => codesDisagree(a.facts.codes, b.facts.codes),
  price: (a, b) => pricesDisagree(a.titleFacts.prices, b.titleFacts.prices),
  person: personsDisagree,
  product: (a, b, vocabulary) => productsDisagree(vocabulary, a, b),
}

/** Both name a version of the same line, and no two are the same or a part of each other ("26" and "26.1"). */
function versionsDisagree(a: string[], b: string[]): boolean {
  return a.some((one) => {
    const rivals = b.filter((other) => lineOf(other) === lineOf(one))
    const own = a.filter((other) => lineOf(other) === lineOf(one))
    return rivals.length > 0 && !own.some((mine) => rivals.some((rival) => sameVersion(mine, rival)))
  })
}

const lineOf = (version: string) => version.slice(0, version.lastIndexOf(' '))
const sameVersion = (a: string, b: string) => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`)

const stagesOf = (features: Features) =>
  features.titleFacts.stages.length > 0 ? features.titleFacts.stages : features.facts.stages

function stagesDisagree(a: string[], b: string[]): boolean {
  const same = (one: string, other: string) =>
    one === other || (one === 'pb' && other.startsWith(one)) || (other === 'pb' && one.startsWith(other))
  return a.length > 0 && b.length > 0 && !a.some((one) => b.some((other) => same(one, other)))
}

/** One headline is about a test of a version, the other about that version, with no word of a test. */
const isTestOf = (a: Features, b: Features) =>
  a.titleFacts.stages.length > 0 &&
  b.facts.stages.length === 0 &&
  a.titleFacts.versions.some((version) => b.titleFacts.versions.includes(version))

/** Codes of the same make, as in A2940 and A3498: digits and letters at the same places at their start. */
function codesDisagree(a: string[], b: string[]): boolean {
  const make = (code: string) => code.replace(/\d/g, '9').replace(/[a-z]/g, 'a').slice(0, 3)
  return a.some((code) => {
    const rivals = b.filter((other) => make(other) === make(code))
    return rivals.length > 0 && !rivals.some((rival) => a.includes(rival))
  })
}

const PRICE_TOLERANCE = 0.02

function pricesDisagree(a: string[], b: string[]): boolean {
  const rivals = b.filter((price) => a.some((other) => currencyOf(other) === currencyOf(price)))
  return rivals.length > 0 && !rivals.some((rival) => a.some((price) => samePrice(price, rival)))
}

const currencyOf = (price: string) => price.split(' ')[0]
const amountOf = (price: string) => Number(price.split(' ')[1])

function samePrice(a: string, b: string): boolean {
  const gap = Math.abs(amountOf(a) - amountOf(b))
  return currencyOf(a) === currencyOf(b) && gap <= PRICE_TOLERANCE * Math.max(amountOf(a), amountOf(b))
}

/** Both headlines are about a person, and neither article so much as names the other's. */
function personsDisagree(a: Features, b: Features): boolean {
  if (a.titleFacts.persons.length === 0 || b.titleFacts.persons.length === 0) return false
  return !namesAny(a.titleFacts.persons, b.facts.persons) && !namesAny(b.titleFacts.persons, a.facts.persons)
}

function namesAny(persons: string[], among: string[]): boolean {
  const names = new Set(among.flatMap((person) => person.split(' ')))
  return persons.some((person) => person.split(' ').some((name) => names.has(name)))
}

/** Both headlines name products, none is the other or a part of it, and neither text names the other's. */
function productsDisagree(vocabulary: Vocabulary, a: Features, b: Features): boolean {
  const [mine, theirs] = [a.titleFacts.products, b.titleFacts.products]
  if (mine.length === 0 || theirs.length === 0) return false
  const meet = (some: string[], others: string[]) =>
    some.some((one) => others.some((two) => isPart(vocabulary, one, two)))
  return !meet(mine, b.facts.products) && !meet(theirs, a.facts.products)
}

/** True where one is the other or stands above it; what has no kind of its own above it ("apple") joins nothing. */
function isPart(vocabulary: Vocabulary, one: string, other: string): boolean {
  return lineage(vocabulary, one).includes(other) || lineage(vocabulary, other).includes(one)
}

function lineage(vocabulary: Vocabulary, slug: string): string[] {
  const kind = vocabulary.tags.get(slug)?.kind
  const line: string[] = []
  for (let tag = vocabulary.tags.get(slug); tag && tag.kind === kind; tag = vocabulary.tags.get(tag.parent ?? ''))
    line.push(tag.slug)
  return line
}
