/** Finds the parts of a text that give orders to a model. They are no evidence, and no text may carry them out. Pure. */

import { type SentenceEnds, sentences } from '../../../platform/text/sentences.ts'
import type { LanguageRules } from './language-rules.ts'

/** Marks by which chat models tell apart who speaks. */
const CONTROL =
  /<\|?\/?(im_start|im_end|system|assistant|user|source|article|instructions?|inst)\|?>|\[\/?INST\]|^#{2,}\s*(system|instructions?)/im

/** Each order with the sentences that carry it on, as they stand in the text. */
export function injectedSegments(
  text: string,
  { orders, goesOn }: Pick<LanguageRules, 'orders' | 'goesOn'>,
  ends: SentenceEnds,
): string[] {
  const found: string[] = []
  for (const paragraph of text.split(/\n+/)) {
    const parts = sentences(paragraph, ends)
    let ordered = false
    for (const part of parts) {
      const order = CONTROL.test(part) || orders?.test(part)
      ordered = order || (ordered && goesOn?.test(part)) || false
      if (ordered) found.push(part)
    }
  }
  return found
}
