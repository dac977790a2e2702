/** A query as the embedding model whose vectors serve has read it. */
export interface QueryVector {
  modelId: number
  vector: number[]
}
