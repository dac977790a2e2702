/** Sentences of a text that rests on several sources: each cites passages by the number that its source was given. Pure. */
import { z } from 'zod'
import type { ClaimPart } from '../../claims/rules/claim-parts.ts'

export const Citation = z.strictObject({ source: z.int(), quote: z.string() })
export type Citation = z.infer<typeof Citation>

/** A model answers in the order of the fields: it copies the evidence before it writes the sentence. */
export const CitedSentence = z.strictObject({ evidence: z.array(Citation), text: z.string() })
export type CitedSentence = z.infer<typeof CitedSentence>

export interface CitedClaim extends CitedSentence {
  part: ClaimPart
  /** The segment, paragraph or point that it belongs to; a headline of section 0 is that of all of them. */
  section: number
}

/** A headline cites nothing of its own: it rests on what the sentences below it cite. */
export const titled = (text: string, section = 0): CitedClaim => ({ part: 'title', section, text, evidence: [] })

export const claimsAs = (part: ClaimPart, sentences: readonly CitedSentence[], section = 0): CitedClaim[] =>
  sentences.map((sentence) => ({ ...sentence, part, section }))

export const textOf = (sentences: readonly { text: string }[]): string =>
  sentences.map(({ text }) => text.trim()).join(' ')
