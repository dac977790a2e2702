/** A summary as claims about its article: the part that may be published, and the least that must remain. Pure. */
import { z } from 'zod'
import { type CitedClaim, claimsAs, textOf, titled } from './verify/cited.ts'
import { type Demands, type Examination, type ExaminedClaim, examine } from './verify/examine.ts'
import { type LengthRule, SUMMARY_LENGTH, withinLength } from './verify/length.ts'
import { checkRunningText, type VerifyRules } from './verify/running-text.ts'
import type { SourceText } from './verify/source.ts'

const MAX_PASSAGES = 3
const MIN_SENTENCES = 2

/** As a model answers: passages copied from the article, then the sentence that they support. A model writes in this order. */
export const SummarySentence = z.object({ evidence: z.array(z.string()).max(MAX_PASSAGES), text: z.string() })
type SummarySentence = z.infer<typeof SummarySentence>

export const summaryClaims = (title: string, sentences: readonly SummarySentence[]): CitedClaim[] => [
  titled(title),
  ...claimsAs(
    'sentence',
    sentences.map(({ text, evidence }) => ({ text, evidence: evidence.map((quote) => ({ source: 1, quote })) })),
  ),
]

/** `canLoseTitle`: the source's own headline is in the site's language, and may stand above the rest. */
export const isCompleteSummary =
  (canLoseTitle: boolean) =>
  (accepted: readonly Pick<ExaminedClaim, 'part'>[]): boolean =>
    accepted.filter(({ part }) => part === 'sentence').length >= MIN_SENTENCES &&
    (canLoseTitle || accepted.some(({ part }) => part === 'title'))

/** Of a source in that language. */
export const canLoseTitle = (language: string | null, { languages }: VerifyRules): boolean =>
  language !== null && languages.codeOf(language) === languages.site

/** Every check on the claims of {@link summaryClaims}. */
export function examineSummary(
  claims: readonly CitedClaim[],
  source: SourceText,
  rules: VerifyRules,
  { length = SUMMARY_LENGTH, ...demands }: Partial<Demands> & { length?: LengthRule } = {},
): Examination {
  const [title, ...sentences] = claims
  const fitting = withinLength(sentences, length)
  const violation = checkRunningText(title?.text ?? '', textOf(fitting), length, rules)
  if (violation) return { ok: false, ...violation }
  const isComplete = isCompleteSummary(canLoseTitle(source.language, rules))
  const cut = new Set(sentences.slice(fitting.length))
  return examine(claims, [source], rules, { isComplete, cut, ...demands })
}
