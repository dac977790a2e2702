/** All gates in order: may this answer be published as a summary of this source? Pure: everything comes as an argument. */
import { z } from 'zod'
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
  /** The site's language, which the answer must be in. */
  language: string
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
  const { language } = options
  const evidence = gatherEvidence(source, options.known)
  const checks: Check[] = [
    ['length', () => lengthGate(title, summary, options.length ?? SUMMARY_LENGTH)],
    ['markup', () => markupGate(title) ?? markupGate(summary)],
    ['self-talk', () => selfTalkGate(title, language) ?? selfTalkGate(summary, language)],
    ['language', () => languageGate(title, summary, language, options.detector, ordinaryWord(options.names))],
    ...claims([title, summary], evidence, options),
    ['copying', () => copyingGate(summary, language, evidence)],
  ]
  return firstRefusal(checks) ?? { ok: true }
}

/** Why one statement may not be said of this source, as a reason that a model can act on, or null. */
export function checkStatement(text: string, source: GateSource, options: GateOptions): string | null {
  const { language } = options
  const evidence = gatherEvidence(source, options.known)
  const refusal = firstRefusal([
    ['markup', () => markupGate(text)],
    ['self-talk', () => selfTalkGate(text, language)],
    ...claims([text], evidence, options),
    ['copying', () => copyingGate(text, language, evidence)],
  ])
  return refusal && `${refusal.gate}: ${refusal.reason}`
}

type Check = [Gate, () => string | null]

/** The gates on what texts say that belong together, such as a title and what it stands above. */
function claims(texts: string[], evidence: Evidence, { language, names }: GateOptions): Check[] {
  // Each ends like a sentence, so that none runs into the next one.
  const whole = texts.map((text) => text.replace(/[.!?]?$/, (end) => end || '.')).join('\n')
  const quoted = () => texts.reduce<string | null>((reason, text) => reason ?? quotesGate(text, evidence), null)
  return [
    ['injection', () => injectionGate(whole, evidence)],
    ['quotes', quoted],
    ['numbers', () => numbersGate(whole, language, evidence)],
    ['numbers', () => versionsGate(whole, evidence) ?? modelsGate(whole, evidence) ?? multiplesGate(whole, evidence)],
    ['dates', () => datesGate(whole, evidence)],
    ['names', () => namesGate(texts, evidence, names)],
  ]
}

function firstRefusal(checks: Check[]): (GateVerdict & { ok: false }) | null {
  for (const [gate, check] of checks) {
    const reason = check()
    if (reason !== null) return { ok: false, gate, reason }
  }
  return null
}
