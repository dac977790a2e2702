/** The gates on running text, and on what it says letter by letter, in order. Pure: everything comes as an argument. */
import type { RefusalKind } from '../../domain/quality/refusals.ts'
import { copyingGate } from './copying.ts'
import { datesGate } from './dates.ts'
import { type Evidence, type GateSource, gatherEvidence } from './evidence.ts'
import { injectionGate } from './injection.ts'
import { type LanguageDetector, languageGate } from './language.ts'
import { type LengthRule, lengthGate, SUMMARY_LENGTH } from './length.ts'
import { markupGate } from './markup.ts'
import { multiplesGate } from './multiples.ts'
import { type NameRules, namesGate } from './names.ts'
import { numbersGate } from './numbers.ts'
import { quotesGate } from './quotes.ts'
import type { GateLanguages } from './reading.ts'
import { selfTalkGate } from './self-talk.ts'
import { modelsGate, versionsGate } from './versions.ts'

export type Gate = Extract<
  RefusalKind,
  | 'shape'
  | 'length'
  | 'language'
  | 'markup'
  | 'self-talk'
  | 'injection'
  | 'quotes'
  | 'numbers'
  | 'dates'
  | 'names'
  | 'copying'
>

export type GateVerdict = { ok: true } | { ok: false; gate: Gate; reason: string }

export interface GateOptions {
  /** The site's language, which the answer must be in, and those of the originals. */
  languages: GateLanguages
  /** Names that need no support: the site's topic. */
  known: readonly string[]
  names: NameRules
  detector: LanguageDetector
  /** 60 to 120 words in 3 to 5 sentences unless said otherwise. */
  length?: LengthRule
  /** The sources are this site's own texts, which may be told word for word. */
  mayCopy?: boolean
}

function ordinaryWord({ isWord, table }: NameRules): ((word: string) => boolean) | null {
  return isWord && ((word) => isWord(word) || table.ordinary.has(word.toLowerCase()))
}

/** What is said of a text as a whole: what is wrong with it is no slip of one sentence. The first gate that refuses. */
export function checkWhole(title: string, text: string, evidence: Evidence, options: GateOptions): GateVerdict {
  const running = checkRunningText(title, text, options)
  if (!running.ok) return running
  return firstRefusal([...voices([title, text], evidence, options), ...copying(text, evidence, options)])
}

/** Does the source hold each number, date and name of one sentence or headline? The first gate that refuses. */
export const checkFacts = (text: string, evidence: Evidence, options: GateOptions): GateVerdict =>
  firstRefusal(facts(text, evidence, options))

/** What can be said of a text without a source: the first gate that refuses. */
export function checkRunningText(title: string, text: string, options: GateOptions): GateVerdict {
  const { languages, detector, names } = options
  return firstRefusal([
    ['length', () => lengthGate(title, text, options.length ?? SUMMARY_LENGTH, languages.own.ends)],
    ['markup', () => markupGate(title) ?? markupGate(text)],
    ['self-talk', () => selfTalkGate(title, languages) ?? selfTalkGate(text, languages)],
    ['language', () => languageGate(title, text, languages, detector, ordinaryWord(names))],
  ])
}

/** May one statement be said of this source? */
export function checkStatement(text: string, source: GateSource, options: GateOptions): GateVerdict {
  const { languages } = options
  const evidence = gatherEvidence(source, options.known, languages)
  return firstRefusal([
    ['markup', () => markupGate(text)],
    ['self-talk', () => selfTalkGate(text, languages)],
    ...voices([text], evidence, options),
    ...facts(text, evidence, options),
    ...copying(text, evidence, options),
  ])
}

const copying = (text: string, evidence: Evidence, { languages, mayCopy }: GateOptions): Check[] =>
  mayCopy ? [] : [['copying', () => copyingGate(text, languages.site, evidence)]]

type Check = [Gate, () => string | null]

/** Whose words these are: not what the original orders a machine to say, and quotations as they were spoken. */
function voices(texts: string[], evidence: Evidence, { languages }: GateOptions): Check[] {
  return [
    ['injection', () => injectionGate(texts.map(closed).join('\n'), evidence, languages)],
    [
      'quotes',
      () => texts.reduce<string | null>((found, text) => found ?? quotesGate(text, languages.own, evidence), null),
    ],
  ]
}

function facts(text: string, evidence: Evidence, { languages, names }: GateOptions): Check[] {
  const { own } = languages
  const sentence = closed(text)
  return [
    ['numbers', () => numbersGate(sentence, own, evidence)],
    ['numbers', () => versionsGate(sentence, evidence)],
    ['numbers', () => modelsGate(sentence, evidence)],
    ['numbers', () => multiplesGate(sentence, own, evidence)],
    ['dates', () => datesGate(sentence, own, evidence)],
    ['names', () => namesGate(text, own, evidence, names)],
  ]
}

/** Ended like a sentence: a headline does not run into what follows it. */
const closed = (text: string) => text.replace(/[.!?]?$/, (end) => end || '.')

function firstRefusal(checks: Check[]): GateVerdict {
  for (const [gate, check] of checks) {
    const reason = check()
    if (reason !== null) return { ok: false, gate, reason }
  }
  return { ok: true }
}
