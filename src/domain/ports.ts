/** The ports through which the pipeline and search use models. Implementations live in ai/. */

/** Turns texts into unit vectors. */
export interface Embedder {
  /** Name of model and revision: vectors of two models are never compared. */
  readonly model: string
  readonly dimensions: number | null
  /** One vector per text, in order; rejects when the model cannot be reached or `signal` aborts. */
  embed(texts: string[], kind: 'query' | 'passage', signal?: AbortSignal): Promise<number[][]>
}
