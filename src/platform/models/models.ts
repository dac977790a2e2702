/** Servers of models, the choice of one, and calls that their own side ended. */

/** Reason of a call that was given up since the process ended: its provider has not failed. */
export const CALL_ENDED = 'the service ended during the call'

/** A server of language models that was found. */
export interface ModelServer {
  /** Of the program; empty without an answer. */
  kind: string
  /** As AI_BASE_URL; without an answer the address as given. */
  baseUrl: string
  /** Models of the server; embedding models are not among them. */
  models: string[]
  /** Reason why it names none: no server answers, it requires a key, it has none. */
  errorState: 'nobody' | 'wants_key' | 'empty' | null
}

/** Note on a model that was written into the settings; `name` is a setting's or a model's. */
export interface ChoiceNote {
  note: 'key_stays' | 'judge_stays' | 'prices_stay' | 'environment_wins' | 'restart'
  name: string
}
