/** The language of a short text, among the Nordic ones and English, with what the feed declares as a prior. */
import { eld } from 'eld/extrasmall'

const KNOWN = ['sv', 'en', 'no', 'da'] as const
const CERTAIN = 0.5

/** Whether a text of the language can be told from its words. */
export const isDetectable = (language: string): boolean => (KNOWN as readonly string[]).includes(language)

// The package's shared instance: another would hold all its tables twice.
eld.setLanguageSubset([...KNOWN])

/**
 * ISO 639-1 code of the text's language, or null when nothing tells.
 * `prior` is what the publisher declares (`sv-SE`); one outside sv, en, no and da is believed as it stands.
 */
export function detectLanguage(text: string, prior: string | null = null): string | null {
  const declared = languageCode(prior)
  if (declared && !(KNOWN as readonly string[]).includes(declared)) return declared
  const letters = text.replace(/https?:\S+|[^\p{L}\s]/gu, ' ').trim()
  const weight = priorWeight(letters.length)
  const scores = Object.entries(eld.detect(letters).getScores())
  const weighted = scores.map(([code, score]) => ({ code, score: score + (code === declared ? weight : 0) }))
  const [best, second] = weighted.sort((a, b) => b.score - a.score)
  if (!best || letters.length < 3) return declared
  const clear = letters.length >= 12 && best.score >= CERTAIN && best.score - (second?.score ?? 0) > 0.01
  return clear ? best.code : declared
}

/** How much more a rival must score than the declared language: much for a headline full of product names. */
function priorWeight(letters: number): number {
  return 0.1 + 0.15 * Math.max(0, 1 - letters / 120)
}

/** Primary subtag of a language tag in lower case, Norwegian forms as `no`; null for none or nonsense. */
function languageCode(tag: string | null): string | null {
  const code = /^\s*([a-z]{2,3})([-_].*)?\s*$/i.exec(tag ?? '')?.[1]?.toLowerCase()
  if (!code || code === 'und' || code === 'mul') return null
  return { nb: 'no', nn: 'no', swe: 'sv', eng: 'en', nor: 'no', dan: 'da' }[code] ?? code
}
