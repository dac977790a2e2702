/** The language of a short text, among those that feeds come in; what the feed declares is the prior. */
import { eld } from 'eld/extrasmall'
import { LANGUAGES, languageCode } from '../../../platform/languages/codes.ts'

const CERTAIN = 0.5

/** True when texts of the language can be recognised by their words. */
export const isDetectable = (language: string): boolean => LANGUAGES.includes(language)

// The package's shared instance: another would hold all its tables twice.
eld.setLanguageSubset([...LANGUAGES])

/**
 * ISO 639-1 code of the text's language, or null when nothing decides. `prior` is the publisher's declaration
 * (`sv-SE`); one that cannot be detected is believed.
 */
export function detectLanguage(text: string, prior: string | null = null): string | null {
  const declared = languageCode(prior)
  if (declared && !isDetectable(declared)) return declared
  const letters = text.replace(/https?:\S+|[^\p{L}\s]/gu, ' ').trim()
  const weight = priorWeight(letters.length)
  const scores = Object.entries(eld.detect(letters).getScores())
  const weighted = scores.map(([code, score]) => ({ code, score: score + (code === declared ? weight : 0) }))
  const [best, second] = weighted.sort((a, b) => b.score - a.score)
  if (!best || letters.length < 3) return declared
  const clear = letters.length >= 12 && best.score >= CERTAIN && best.score - (second?.score ?? 0) > 0.01
  // The table knows Serbian in Cyrillic only; in Latin letters it reads as Croatian.
  if (!clear || (declared === 'sr' && best.code === 'hr')) return declared
  return best.code
}

/** Extra score that a rival needs over the declared language: much for a headline full of product names. */
function priorWeight(letters: number): number {
  return 0.1 + 0.15 * Math.max(0, 1 - letters / 120)
}
