/** Writer of a shown text, as machines read it. */

export const WRITERS = ['model', 'operator', 'publisher'] as const
export type Writer = (typeof WRITERS)[number]

type By = 'ai' | 'operator' | 'excerpt'

/** An excerpt is its publisher's text, never a summary of ours. */
export const writerOf = (by: By): Writer => (({ ai: 'model', operator: 'operator', excerpt: 'publisher' }) as const)[by]

/** schema.org's form of IPTC's digital source types; null for what people wrote. */
export const digitalSourceTypeOf = (by: By): string | null =>
  by === 'ai' ? 'https://schema.org/TrainedAlgorithmicMediaDigitalSource' : null

/** A response header for what has no room for a key (draft-abaris-aicdh): no person has looked at the text. */
export const disclosureOf = (texts: By[]): Record<string, string> =>
  texts.includes('ai') ? { 'ai-disclosure': 'mode=machine-generated' } : {}
