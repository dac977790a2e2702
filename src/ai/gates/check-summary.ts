/** All gates in order: may this answer be published as a summary of this source? Pure: everything comes as an argument. */
import { z } from 'zod'
import { copyingGate } from './copying.ts'
import { datesGate } from './dates.ts'
import { type GateSource, gatherEvidence } from './evidence.ts'
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

const GATES = [
  'shape',
  'length',
  'language',
  'markup',
  'self-talk',
  'injection',
  'quotes',
  'numbers',
  'dates',
  'names',
  'copying',
] as const
export type Gate = (typeof GATES)[number]

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
  const { languages } = options
  const { own, site } = languages
  const evidence = gatherEvidence(source, options.known, languages)
  // A title ends like a sentence, so that it does not run into the first one.
  const both = `${title.replace(/[.!?]?$/, '.')}\n${summary}`
  const checks: [Gate, () => string | null][] = [
    ['length', () => lengthGate(title, summary, options.length ?? SUMMARY_LENGTH, own.ends)],
    ['markup', () => markupGate(title) ?? markupGate(summary)],
    ['self-talk', () => selfTalkGate(title, languages) ?? selfTalkGate(summary, languages)],
    ['language', () => languageGate(title, summary, languages, options.detector, ordinaryWord(options.names))],
    ['injection', () => injectionGate(both, evidence, languages)],
    ['quotes', () => quotesGate(title, own, evidence) ?? quotesGate(summary, own, evidence)],
    ['numbers', () => numbersGate(both, own, evidence)],
    ['numbers', () => versionsGate(both, evidence) ?? modelsGate(both, evidence) ?? multiplesGate(both, own, evidence)],
    ['dates', () => datesGate(both, own, evidence)],
    ['names', () => namesGate([title, summary], own, evidence, options.names)],
    ['copying', () => copyingGate(summary, site, evidence)],
  ]
  for (const [gate, check] of checks) {
    const reason = check()
    if (reason !== null) return { ok: false, gate, reason }
  }
  return { ok: true }
}
