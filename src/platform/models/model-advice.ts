/** Advice about a model that does not answer as requested: one table for `doctor`, the log and the console. */

export interface ModelFailure {
  /** The HTTP status, where there was an answer. */
  status?: number | undefined
  /** The server's or the system's own. */
  message: string
  timedOut?: boolean
  /** It answered, and not in JSON. */
  prose?: boolean
  /** The settings of the model: their names begin so. */
  of?: 'AI' | 'EMBEDDING' | undefined
}

type Advised = [fits: (failure: ModelFailure) => boolean, advice: (of: string) => string]

const status =
  (...those: number[]) =>
  (failure: ModelFailure) =>
    those.includes(failure.status ?? 0)

const CONTEXT =
  /context[ _](?:length|size|window|overflow|the overflow)|prompt is too long|input is too large|too many tokens|(?:exceeds?|maximum).{0,40}tokens|tokens.{0,40}exceed/i
const NO_MODEL = /\bmodel\b.{0,80}(?:not found|not exist|unknown|no such)/i

/** The first that fits. */
const TABLE: Advised[] = [
  [({ prose }) => prose === true, (of) => `Take an ${of}_MODEL that answers in JSON when it is asked to.`],
  [
    ({ timedOut, status: code = 0 }) => timedOut === true || [408, 504, 524].includes(code),
    () => 'Raise AI_TIMEOUT where the model is slow, or take a quicker one.',
  ],
  [status(401, 403), (of) => `Check ${of}_API_KEY.`],
  [status(402), (of) => `The account of ${of}_API_KEY has no credit left.`],
  [
    status(429),
    () => 'Lower AI_RATE_PER_MINUTE, or AI_CONCURRENCY; where a quota is spoken of, the account has none left.',
  ],
  [
    ({ status: code, message }) => code === 413 || (code !== undefined && CONTEXT.test(message)),
    (of) =>
      `Shorter texts would fit: give the server a larger context (OLLAMA_CONTEXT_LENGTH of Ollama), or take an ${of}_MODEL with one.`,
  ],
  [
    ({ status: code, message }) => code === 404 || (code !== undefined && NO_MODEL.test(message)),
    (of) => `Check ${of}_MODEL, which that server must have, and ${of}_BASE_URL, which often ends in /v1.`,
  ],
  [({ status: code = 0 }) => code >= 500, (of) => `Check ${of}_BASE_URL and its key, and the log of that server.`],
  [
    ({ status: code }) => code === undefined,
    (of) => `Check ${of}_BASE_URL, that the server there runs, and that this machine may reach it.`,
  ],
  [() => true, (of) => `Another ${of}_MODEL may take what this one refuses.`],
]

/** A sentence, or two. */
export function adviceFor(failure: ModelFailure): string {
  const [, advice] = TABLE.find(([fits]) => fits(failure)) as Advised
  return advice(failure.of ?? 'AI')
}
