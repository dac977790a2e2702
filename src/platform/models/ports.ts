/** The ports through which the pipeline and search use models. Implementations live in ai/ and media/. */
import type { z } from 'zod'

/** Turns texts into unit vectors. */
export interface Embedder {
  /** Name of model and revision: vectors of two models are never compared. */
  readonly model: string
  readonly dimensions: number | null
  /** One vector per text, in order; rejects when the model cannot be reached or `signal` aborts. */
  embed(texts: string[], kind: 'query' | 'passage', signal?: AbortSignal): Promise<number[][]>
  /** Another model of the same provider: the one whose vectors serve until this one's are complete. */
  sibling?(model: string): Embedder
}

/** Question to a language model. `data` is text from outside: never part of the instructions. */
export interface Question<T> {
  /** Instructions: who the model is, what it must do. */
  system: string
  /** The request itself, with the data delimited in it. */
  prompt: string
  /** Shape of the answer. */
  schema: z.ZodType<T>
  /** Name of the shape, in letters and underscores. */
  name: string
  maxOutputTokens?: number
  /** Words of the text that it asks for, at least and at most; a second try names them. */
  words?: readonly [number, number]
  signal?: AbortSignal
}

export interface ModelAnswer<T> {
  /** The answer in its shape, or null when what came could not be read as such. */
  value: T | null
  /** The model's text, as it wrote it. */
  text: string
  inputTokens: number
  outputTokens: number
  /** False where the answer did not say what it took: then tokens and cost are 0. */
  usageReported: boolean
  /** In the currency of the configured prices. */
  cost: number
  ms: number
}

/** A language model that answers in a given shape. */
export interface Summariser {
  readonly provider: string
  readonly model: string
  /** Rejects with `unavailable` or `rate_limited` (with `retryAfter`) when the model does not answer. */
  query<T>(question: Question<T>): Promise<ModelAnswer<T>>
  /** True while its provider is silent and left alone: a question would be rejected at once. */
  isUnreachable(): boolean
  /** Cost of so many tokens, in the currency of the configured prices. */
  costOf(inputTokens: number, outputTokens: number): number
}

/** Reads text aloud. */
export interface SpeechSynthesizer {
  /** Provider and voice, for logs. */
  readonly name: string
  /**
   * A whole audio file, of any kind that ffmpeg reads, with `text` spoken in `language` (ISO 639-1).
   * Throws `unavailable` when the voice cannot be reached.
   */
  synthesize(text: string, language: string, signal?: AbortSignal): Promise<Uint8Array>
}

/** An event, as what is spoken may tell it. */
export interface ScriptMaterial {
  /** The article whose title and summary these are. */
  reported: { articleId: number; url: string; reservation: string | null }
  title: string
  summary: string
  /** Language of title and summary. */
  language: string | null
  /** Names of the publishers that report it. */
  sources: string[]
  /** The running story that it belongs to. */
  story: string | null
  entryIds: number[]
}
