/** How a text is read: by the words of its own language, and by those that any text on this site may hold. */
import type { Language } from '../../domain/languages/language.ts'
import type { Languages } from '../../domain/languages/languages.ts'
import { anyOf } from '../../domain/languages/patterns.ts'
import { buildDateWords, type DateWords } from './date-words.ts'
import { buildMultiples, type MultipleWords } from './multiples.ts'
import { buildNumberWords, type NumberWords } from './number-words.ts'
import { buildSentenceEnds, type SentenceEnds } from './sentences.ts'
import { buildUnitWords, type UnitWords } from './units.ts'

export interface Reading {
  numbers: NumberWords
  units: UnitWords
  dates: DateWords
  multiples: MultipleWords
  ends: SentenceEnds
  /** Verbs that bring a quotation. */
  speech: readonly string[]
  /** What a name may carry. */
  nameEndings: readonly string[]
  /** Words of a product's name behind it, and what may stand between a name and its version. */
  models: ReadonlySet<string>
  nameJoins: ReadonlySet<string>
}

/** The readings of a site, and what is the same for all its texts. */
export interface GateLanguages {
  /** The site's language by its code, as `sv`. */
  site: string
  /** How its own texts are read. */
  own: Reading
  /** How an original in that language is read; null where it is not known. */
  of(language: string | null): Reading
  /** One code for all tags of a language: `nb` for `no-NO`. */
  codeOf(tag: string): string
  functionWords: ReadonlyMap<string, ReadonlySet<string>>
  /** What a text says that speaks of itself. */
  selfTalk: RegExp | null
  /** A line that names where the text comes from; the group `rest` is what follows its colon. */
  credit: RegExp | null
  /** Orders to a model, and sentences that go on with one. */
  orders: RegExp | null
  goesOn: RegExp | null
  /** What orders most often want said, in any language. */
  claims: readonly { said: RegExp | null; ordered: RegExp | null }[]
  /** Beginnings of words that orders and honest texts share. */
  shared: readonly string[]
}

/** The language in which names and models' phrases come into texts of any other. */
export const LINGUA_FRANCA = 'en'

export function buildGateLanguages(languages: Languages, site: string): GateLanguages {
  const common = [site, LINGUA_FRANCA].flatMap((code) => languages.find(code) ?? [])
  const readings = new Map<string, Reading>()
  const { all } = languages
  const own = languages.find(site)
  return {
    site: own?.code ?? site,
    own: buildReading(own ? [own] : [], common),
    of(tag) {
      const language = languages.find(tag)
      const key = language?.code ?? ''
      const reading = readings.get(key) ?? buildReading(language ? [language] : common, common)
      readings.set(key, reading)
      return reading
    },
    codeOf: (tag) => languages.find(tag)?.code ?? tag.toLowerCase(),
    functionWords: new Map(all.map(({ code, function_words: words }) => [code, new Set(words)])),
    selfTalk: anyOf([...(own?.self_talk.here ?? []), ...all.flatMap((language) => language.self_talk.anywhere)]),
    credit: creditPattern(own?.self_talk.labels ?? []),
    orders: anyOf(all.flatMap(({ injection }) => injection.orders)),
    goesOn: anyOf(all.flatMap(({ injection }) => injection.goes_on.map((phrase) => `^ ${phrase}`))),
    claims: claimsOf(all, common),
    shared: all.flatMap(({ injection }) => injection.shared),
  }
}

function creditPattern(labels: readonly string[]): RegExp | null {
  return labels.length === 0 ? null : new RegExp(`(?<!\\p{L})(?:${labels.join('|')})\\s?:\\s(?<rest>.*)`, 'giu')
}

function buildReading(own: readonly Language[], common: readonly Language[]): Reading {
  const all = [...new Set([...own, ...common])]
  return {
    numbers: buildNumberWords(own, all),
    units: buildUnitWords(all),
    dates: buildDateWords(own, all),
    multiples: buildMultiples(all),
    ends: buildSentenceEnds(own, all),
    speech: all.flatMap(({ speech }) => speech),
    nameEndings: [...new Set(all.flatMap(({ names }) => names.endings))],
    models: new Set(all.flatMap(({ names }) => names.models)),
    nameJoins: new Set(all.flatMap(({ names }) => names.joins)),
  }
}

/** Said in the site's language or the lingua franca; ordered in any. */
function claimsOf(all: readonly Language[], common: readonly Language[]): GateLanguages['claims'] {
  const names = new Set(all.flatMap(({ injection }) => Object.keys(injection.claims)))
  const wordsOf = (languages: readonly Language[], name: string) =>
    anyOf(languages.flatMap(({ injection }) => injection.claims[name] ?? []))
  return [...names].map((name) => ({ said: wordsOf(common, name), ordered: wordsOf(all, name) }))
}
