/** The ports through which the pipeline and search use models. Implementations live in ai/ and media/. */

/** Turns texts into unit vectors. */
export interface Embedder {
  /** Name of model and revision: vectors of two models are never compared. */
  readonly model: string
  readonly dimensions: number | null
  /** One vector per text, in order; rejects when the model cannot be reached or `signal` aborts. */
  embed(texts: string[], kind: 'query' | 'passage', signal?: AbortSignal): Promise<number[][]>
}

/** Reads text aloud. */
export interface Speaker {
  /** Provider and voice, for logs. */
  readonly name: string
  /**
   * A whole audio file, of any kind that ffmpeg reads, with `text` spoken in `language` (ISO 639-1).
   * Throws `unavailable` when the voice cannot be reached.
   */
  speak(text: string, language: string, signal?: AbortSignal): Promise<Uint8Array>
}

/** A happening of the day, as the script of an episode may tell it. */
export interface ScriptMaterial {
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

export interface EpisodeScript {
  title: string
  description: string
  segments: { title: string; text: string; entryIds: number[] }[]
}

/** Writes the script of a podcast episode; null when the model has nothing usable to say. */
export interface ScriptWriter {
  write(day: string, material: ScriptMaterial[], signal?: AbortSignal): Promise<EpisodeScript | null>
}
