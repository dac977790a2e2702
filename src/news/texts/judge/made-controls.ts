/** Errors planted in the text at hand: its meaning turned; else a number, a name or a passage that code misses. Pure. */
import type { Turns } from '../../../platform/languages/turns.ts'
import { foldSpace } from '../../../platform/text/text.ts'
import { isAside } from '../../claims/rules/claim-parts.ts'
import type { ExaminedClaim } from '../verify/examine.ts'
import { shownIn } from '../verify/match-evidence.ts'
import { type FindingsOf, type JudgedItem, kindOf, namesOf, rangeOf } from './judged-item.ts'
import { type TurnedError, turnedErrors } from './turned-errors.ts'

export interface MadeError {
  class: TurnedError['class'] | 'name' | 'wrong-article'
  item: JudgedItem
}

export interface Material {
  claims: readonly ExaminedClaim[]
  turns: Turns | null
  findingsOf: FindingsOf
  random: () => number
}

/** A headline has the evidence of all, and so has what is stated beside the text. */
const isSentence = (claim: ExaminedClaim) => claim.part !== 'title' && !isAside(claim)
/** Another value of a sentence that code asks about might be the true one. */
const isValue = (name: MadeError['class']) => name === 'value' || name === 'role'

/** Errors that code does not see, though it may ask about the sentence: kinds in random order, sentences of a kind too. */
export function* turnedControls({ claims, turns, findingsOf, random }: Material): Generator<MadeError> {
  const errors = claims
    .filter(isSentence)
    .flatMap((claim) => turnedErrors(claim, turns, findingsOf).map((error) => ({ ...error, claim })))
    .filter((error) => error.claim.findings.length === 0 || !isValue(error.class))
  const kinds = Map.groupBy(shuffled(errors, random), (error) => error.class)
  for (const kind of shuffled([...kinds.values()], random))
    for (const { class: name, text, claim } of kind) {
      const findings = findingsOf(text, claim.evidence)
      if (findings.length <= claim.findings.length)
        yield { class: name, item: { text, evidence: claim.evidence, findings } }
    }
}

/** Every kind in random order, on sentences in random order: the first error that code sees, or null. */
export function visibleError(material: Material): MadeError | null {
  const { claims, findingsOf, random } = material
  const sentences = shuffled(
    claims.filter((claim) => isSentence(claim) && claim.findings.length === 0),
    random,
  )
  for (const make of shuffled([changeNumber, replaceName, exchangePassage], random))
    for (const claim of sentences) {
      const made = make(claim, material)
      const findings = made ? findingsOf(made.item.text, made.item.evidence) : []
      if (made && findings.length > 0) return { class: made.class, item: { ...made.item, findings } }
    }
  return null
}

type Made = { class: MadeError['class']; item: Omit<JudgedItem, 'findings'> } | null

const NUMBER = /(?<![\p{L}\d.,:-])[1-9]\d*/gu

/** A number of the same kind that the evidence does not hold, one from elsewhere in the article where there is one. */
function changeNumber({ text, evidence }: ExaminedClaim, { claims, random }: Material): Made {
  const [number] = shuffled([...text.matchAll(NUMBER)], random)
  if (!number) return null
  const held = new Set(numbersIn(evidence))
  const isOther = (one: string) => one !== number[0] && kindOf(one) === kindOf(number[0]) && !held.has(one)
  const others = claims.flatMap((claim) => numbersIn(claim.evidence)).filter(isOther)
  const [other = similarTo(number[0], random)] = shuffled(others, random)
  const changed = `${text.slice(0, number.index)}${other}${text.slice(number.index + number[0].length)}`
  return { class: 'value', item: { text: changed, evidence } }
}

const numbersIn = (evidence: JudgedItem['evidence']) => shownIn(evidence).match(NUMBER) ?? []

const MAX_YEARS_OFF = 5

/** Another of its range, a near one of years; else with another first digit, so of the same size. */
function similarTo(number: string, random: () => number): string {
  const [value, range] = [Number(number), rangeOf(number)]
  if (!range) {
    const digit = ((Number(number[0]) + Math.floor(random() * 8)) % 9) + 1
    return `${digit}${number.slice(1)}`
  }
  const [least, most] = [Math.max(range[0], value - MAX_YEARS_OFF), Math.min(range[1], value + MAX_YEARS_OFF)]
  const others = Array.from({ length: most - least + 1 }, (_, at) => least + at).filter((one) => one !== value)
  return String(shuffled(others, random)[0])
}

const NAME = /(?<=[\p{Ll}\d,;] )\p{Lu}[\p{Ll}\p{M}]{2,}(?: \p{Lu}[\p{Ll}\p{M}]{2,})*/gu

/** A name that its evidence has, for one that only the evidence of another sentence has. */
function replaceName({ text, evidence }: ExaminedClaim, { claims, findingsOf, random }: Material): Made {
  const shown = shownIn(evidence)
  const others = claims.flatMap((claim) => [...shownIn(claim.evidence).matchAll(NAME)].map(([name]) => name))
  const isStrange = (name: string) => name.split(' ').every((part) => !shown.includes(part) && !text.includes(part))
  const [other] = shuffled([...new Set(others)].filter(isStrange), random)
  if (!other) return null
  const unfound = namesOf(text, evidence, findingsOf)
  const isName = (found: string) => found.split(' ').every((part) => unfound.includes(part))
  const [name] = shuffled(
    [...text.matchAll(NAME)].filter(([found]) => shown.includes(found) && isName(found)),
    random,
  )
  if (!name) return null
  const replaced = `${text.slice(0, name.index)}${other}${text.slice(name.index + name[0].length)}`
  return { class: 'name', item: { text: replaced, evidence } }
}

/** The evidence of a sentence that rests on other sources. Two sides of a dispute can share a sentence: both rest on its passages. */
function exchangePassage({ text }: ExaminedClaim, { claims, random }: Material): Made {
  const isSame = (claim: ExaminedClaim) => foldSpace(claim.text) === foldSpace(text)
  const sources = new Set(claims.filter(isSame).flatMap(({ evidence }) => evidence.map(({ source }) => source)))
  const others = claims.filter(
    (claim) => isSentence(claim) && claim.evidence.every(({ source }) => !sources.has(source)),
  )
  const [other] = shuffled(others, random)
  return other ? { class: 'wrong-article', item: { text, evidence: other.evidence } } : null
}

/** Fisher–Yates. */
export function shuffled<T>(some: readonly T[], random: () => number): T[] {
  const all = [...some]
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[all[at], all[other]] = [all[other] as T, all[at] as T]
  }
  return all
}
