/** One list of two: by words and by meaning. */

const RANK_OFFSET = 60
const TOP = 5
const MAX_EXACT = 3

export interface Fused<Id = number> {
  id: Id
  score: number
}

/**
 * Reciprocal rank fusion, best first. Articles that hold the reader's very words, side by side, are `exact`: the best
 * three of them stand among the first five, whatever the vectors say of them.
 */
export function fuse<Id extends number | string>(byWords: Id[], bySemantics: Id[], exact: Id[]): Fused<Id>[] {
  const scores = new Map<Id, number>()
  for (const list of [byWords, bySemantics])
    for (const [i, id] of list.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (RANK_OFFSET + i + 1))
  const rank = new Map(byWords.map((id, i) => [id, i]))
  const fused = [...scores]
    .map(([id, score]) => ({ id, score }))
    .sort(
      (a, b) =>
        b.score - a.score || (rank.get(a.id) ?? Infinity) - (rank.get(b.id) ?? Infinity) || (b.id > a.id ? 1 : -1),
    )
  const retained = new Set(exact.slice(0, MAX_EXACT))
  const others = fused.filter(({ id }) => !retained.has(id)).slice(0, TOP - retained.size)
  const top = new Set([...retained, ...others.map(({ id }) => id)])
  return [...fused.filter(({ id }) => top.has(id)), ...fused.filter(({ id }) => !top.has(id))]
}
