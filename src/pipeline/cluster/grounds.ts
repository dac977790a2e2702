/** What one batch of clustering rests on: on which days words were seen, and vectors, fetched as they are needed. */
import { type Comparison, comparisonOn } from '../../domain/clustering/comparison.ts'
import type { Features } from '../../domain/clustering/features.ts'
import type { Lexicon } from '../../domain/clustering/lexicon.ts'
import { VECTOR_SAMPLE, type Vectors, vectorFloorOf } from '../../domain/clustering/likeness.ts'
import { type Item, type Scales, scalesFor } from '../../domain/clustering/weighing.ts'
import type { Trx } from '../../store/database/database.ts'
import { listUnrelated } from '../../store/events/events.ts'
import { listTermDays } from '../../store/events/postings.ts'
import { findVectorModel } from '../../store/search/embedding-models.ts'
import { findVectors } from '../../store/search/vectors.ts'

export interface BatchGrounds extends Comparison {
  scales: Scales
  /** To be called before any of these articles is weighed or compared. */
  learn(items: Item[]): Promise<void>
}

export const termsOf = ({ title, text, titleWords, textWords }: Features): string[] => [
  ...new Set([...title, ...text, ...titleWords, ...textWords]),
]

/** `vectorModel`: whose vectors count, or null for none. Other models' vectors are never looked at. */
export async function openGrounds(trx: Trx, lexicon: Lexicon, vectorModel: string | null): Promise<BatchGrounds> {
  const seen = new Map<string, number[]>()
  const days = (await listTermDays(trx, [''])).get('') ?? []
  const scales = scalesFor(lexicon, { days, seen: (term) => seen.get(term) ?? [] })
  const shelf = await openVectors(trx, vectorModel)
  const comparison = comparisonOn({ vocabulary: lexicon.vocabulary, scales, vectors: shelf })
  return {
    ...comparison,
    scales,
    learn: async (items) => {
      const missing = [...new Set(items.flatMap((item) => termsOf(item.features)))].filter((term) => !seen.has(term))
      if (missing.length > 0) {
        const found = await listTermDays(trx, missing)
        for (const term of missing) seen.set(term, found.get(term) ?? [])
      }
      await shelf?.fetch(items.map((item) => item.id))
    },
  }
}

interface Shelf extends Vectors {
  fetch(articleIds: number[]): Promise<void>
}

/** Null where there are too few vectors to know what unrelated articles have in common. */
async function openVectors(trx: Trx, name: string | null): Promise<Shelf | null> {
  const model = name === null ? undefined : await findVectorModel(trx, name)
  if (!model) return null
  const kept = new Map<number, number[] | undefined>()
  const fetch = async (articleIds: number[]) => {
    const missing = articleIds.filter((id) => !kept.has(id))
    const found = await findVectors(trx, model, missing)
    for (const id of missing) kept.set(id, found.get(id))
  }
  const sample = await listUnrelated(trx, VECTOR_SAMPLE)
  await fetch(sample)
  const floor = vectorFloorOf(sample.flatMap((id) => [kept.get(id) ?? []].filter((vector) => vector.length > 0)))
  return floor === null ? null : { floor, fetch, of: (id) => kept.get(id) }
}
