/** All gates in order: may this answer be published as a summary of this source? Pure: everything comes as an argument. */
import { z } from 'zod'
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

const Answer = z.object({ title: z.string(), summary: z.string() })

function ordinaryWord({ isWord, table }: NameRules): ((word: string) => boolean) | null {
  return isWord && ((word) => isWord(word) || table.ordinary.has(word.toLowerCase()))
}

/** The first gate that refuses, with a reason that a model can act on. */
export function checkSummary(answer: unknown, source: GateSource, options: GateOptions): GateVerdict {
  const parsed = Answer.safeParse(answer)
  if (!parsed.success) return { ok: false, gate: 'shape', reason: 'the answer must hold a title and a summary' }
  const { title, summary } = parsed.data
  const running = checkRunningText(title, summary, options)
  if (!running.ok) return running
  const evidence = gatherEvidence(source, options.known, options.languages)
  return firstRefusal([...claims([title, summary], evidence, options), ...copying(summary, evidence, options)])
}

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
    ...claims([text], evidence, options),
    ...copying(text, evidence, options),
  ])
}

const copying = (text: string, evidence: Evidence, { languages, mayCopy }: GateOptions): Check[] =>
  mayCopy ? [] : [['copying', () => copyingGate(text, languages.site, evidence)]]

type Check = [Gate, () => string | null]

/** The gates on what texts say that belong together, such as a title and what it stands above. */
function claims(texts: string[], evidence: Evidence, { languages, names }: GateOptions): Check[] {
  const { own } = languages
  // Each ends like a sentence, so that none runs into the next one.
  const whole = texts.map((text) => text.replace(/[.!?]?$/, (end) => end || '.')).join('\n')
  const quoted = () => texts.reduce<string | null>((reason, text) => reason ?? quotesGate(text, own, evidence), null)
  return [
    ['injection', () => injectionGate(whole, evidence, languages)],
    ['quotes', quoted],
    ['numbers', () => numbersGate(whole, own, evidence)],
    [
      'numbers',
      () => versionsGate(whole, evidence) ?? modelsGate(whole, evidence) ?? multiplesGate(whole, own, evidence),
    ],
    ['dates', () => datesGate(whole, own, evidence)],
    ['names', () => namesGate(texts, own, evidence, names)],
  ]
}

function firstRefusal(checks: Check[]): GateVerdict {
  for (const [gate, check] of checks) {
    const reason = check()
    if (reason !== null) return { ok: false, gate, reason }
  }
  return { ok: true }
}
