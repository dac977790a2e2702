/** A model's answer as claims: sentences, each with the passages of its source that it stands on. Pure. */
import { z } from 'zod'
import { type SentenceEnds, sentences } from '../gates/sentences.ts'

export interface Claim {
  text: string
  /** Passages as the model gave them; empty where it gave none. */
  evidence: string[]
}

export interface ClaimedText {
  title: string
  claims: Claim[]
}

const MOST_PASSAGES = 3

export const ClaimSchema = z.object({ text: z.string(), evidence: z.array(z.string()).max(MOST_PASSAGES) })

// What others have measured with: sentences without evidence, or the whole as one text.
const Loose = z.object({
  title: z.string(),
  sentences: z
    .array(z.union([z.string(), z.object({ text: z.string(), evidence: z.array(z.string()).default([]) })]))
    .optional(),
  summary: z.string().optional(),
})

/** Reads an answer of the present shape or the old one (`title`, `summary`); null for anything else. */
export function readClaims(answer: unknown, ends: SentenceEnds): ClaimedText | null {
  const parsed = Loose.safeParse(answer)
  if (!parsed.success) return null
  const { title, summary } = parsed.data
  const given = parsed.data.sentences ?? (summary === undefined ? [] : sentences(summary, ends))
  if (given.length === 0) return null
  return { title, claims: given.map((one) => (typeof one === 'string' ? { text: one, evidence: [] } : one)) }
}

/** The running text that readers see. */
export const textOf = (claims: readonly Claim[]): string => claims.map(({ text }) => text.trim()).join(' ')
