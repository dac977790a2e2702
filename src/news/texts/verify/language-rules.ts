/** Rules for reading texts: the words of their own language, and those that any text on this site may hold. Pure. */
import type { Language } from '../../../platform/languages/language.ts'
import { type Languages, LINGUA_FRANCA } from '../../../platform/languages/languages.ts'
import { anyOf } from '../../../platform/languages/patterns.ts'
import { buildTurns, type Turns } from '../../../platform/languages/turns.ts'
import { buildSentenceEnds, type SentenceEnds } from '../../../platform/text/sentences.ts'
import { buildDateWords, type DateWords } from './values/dates.ts'
import { buildNumberWords, type NumberWords } from './values/number-words.ts'

export interface Reading {
  numbers: NumberWords
  dates: DateWords
  ends: SentenceEnds
  /** Verbs that bring a quotation. */
  speech: readonly string[]
  /** Endings that a name may carry. */
  nameEndings: readonly string[]
  /** Words that tell nothing of a text's subject. */
  stop: ReadonlySet<string>
}

/** The readings of a site, and what is the same for all its texts. */
export interface LanguageRules {
  /** The site's language by its code, as `sv`. */
  site: string
  /** The rules for its own texts. */
  siteReading: Reading
  /** The rules for an original in that language; null where it is not known. */
  of(language: string | null): Reading
  /** One code for all tags of a language: `nb` for `no-NO`. */
  codeOf(tag: string): string
  /** Words that turn what a sentence of the site's language says; null where its file is missing. */
  turns: Turns | null
  /** Beginnings of its sentences that go on with the one before; null for none. */
  continuing: RegExp | null
  functionWords: ReadonlyMap<string, ReadonlySet<string>>
  /** Words of a text that speaks of itself. */
  selfTalk: RegExp | null
  /** A line that names where the text comes from; the group `rest` is what follows its colon. */
  credit: RegExp | null
  /** Orders to a model, and sentences that go on with one. */
  orders: RegExp | null
  goesOn: RegExp | null
  /** Beginnings of words that orders and honest texts share. */
  shared: readonly string[]
}

export function buildLanguageRules(languages: Languages, site: string): LanguageRules {
  const common = [site, LINGUA_FRANCA].flatMap((code) => languages.find(code) ?? [])
  const readings = new Map<string, Reading>()
  const { all } = languages
  const siteLanguage = languages.find(site)
  return {
    site: siteLanguage?.code ?? site,
    siteReading: buildReading(siteLanguage ? [siteLanguage] : [], common),
    of(tag) {
      const language = languages.find(tag)
      const key = language?.code ?? ''
      const reading = readings.get(key) ?? buildReading(language ? [language] : common, common)
      readings.set(key, reading)
      return reading
    },
    codeOf: (tag) => languages.find(tag)?.code ?? tag.toLowerCase(),
    turns: siteLanguage ? buildTurns(siteLanguage.turns) : null,
    continuing: anyOf(siteLanguage?.continuing ?? []),
    functionWords: new Map(all.map(({ code, function_words: words }) => [code, new Set(words)])),
    selfTalk: anyOf([
      ...(siteLanguage?.self_talk.here ?? []),
      ...all.flatMap((language) => language.self_talk.anywhere),
    ]),
    credit: creditPattern(siteLanguage?.self_talk.labels ?? []),
    orders: anyOf(all.flatMap(({ injection }) => injection.orders)),
    goesOn: anyOf(all.flatMap(({ injection }) => injection.goes_on.map((phrase) => `^ ${phrase}`))),
    shared: all.flatMap(({ injection }) => injection.shared),
  }
}

function creditPattern(labels: readonly string[]): RegExp | null {
  return labels.length === 0 ? null : new RegExp(`(?<!\\p{L})(?:${labels.join('|')})\\s?:\\s(?<rest>.*)`, 'giu')
}

function buildReading(languages: readonly Language[], common: readonly Language[]): Reading {
  const all = [...new Set([...languages, ...common])]
  return {
    numbers: buildNumberWords(languages, all),
    dates: buildDateWords(all),
    ends: buildSentenceEnds(languages, all),
    speech: all.flatMap(({ speech }) => speech),
    nameEndings: [...new Set(all.flatMap(({ names }) => names.endings))],
    stop: new Set(all.flatMap(({ stop }) => stop)),
  }
}
