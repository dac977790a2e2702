/** The deadline of one fetch, joined with the caller's own signal. */
import { FetchError } from './fetch-error.ts'

export interface Deadline {
  signal: AbortSignal
  /** Why the fetch was stopped, or null while it was not. */
  passed(): FetchError | null
  clear(): void
}

/** Starts counting `ms` at once; call `clear` when done. */
export function startDeadline(ms: number, host: string, caller?: AbortSignal): Deadline {
  const controller = new AbortController()
  let why: FetchError | null = null
  const stop = (reason: FetchError) => {
    why ??= reason
    controller.abort(why)
  }
  const cancel = () => stop(new FetchError('aborted', 'The fetch was aborted.', { cause: caller?.reason }))
  const tooLate = () => stop(new FetchError('timeout', `${host} took longer than the time a fetch may take.`))
  const timer = setTimeout(tooLate, Math.max(0, ms))
  if (caller?.aborted) cancel()
  caller?.addEventListener('abort', cancel, { once: true })
  return {
    signal: controller.signal,
    passed: () => why,
    clear() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', cancel)
    },
  }
}
