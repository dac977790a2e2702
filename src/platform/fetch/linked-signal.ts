/** One signal for several; unlike AbortSignal.any it can be released, so that a long-lived signal collects no listeners. */

export interface LinkedSignal {
  signal: AbortSignal
  /** Call this when the work that the signal was for is done. */
  release(): void
}

export function linkSignals(...sources: (AbortSignal | undefined)[]): LinkedSignal {
  const controller = new AbortController()
  const given = sources.filter((source) => source !== undefined)
  const abort = () => controller.abort(given.find(({ aborted }) => aborted)?.reason)
  for (const source of given) source.addEventListener('abort', abort, { once: true })
  if (given.some(({ aborted }) => aborted)) abort()
  return {
    signal: controller.signal,
    release() {
      for (const source of given) source.removeEventListener('abort', abort)
    },
  }
}
