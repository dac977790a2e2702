/** The wait in a domain's queue: it ends when the request starts, the caller aborts, or the host's circuit breaker opens. */
import { FetchError } from './fetch-error.ts'
import type { HostBreakers } from './host-breakers.ts'

export interface QueueWait {
  /** Aborts with a FetchError. */
  signal: AbortSignal
  /** Call this when the request has started or was given up. */
  end(): void
}

export interface QueueWaitOptions {
  signal?: AbortSignal | undefined
  /** Do not wait for a host whose breaker is open. */
  skipDown?: boolean
}

export function startQueueWait(
  breakers: HostBreakers,
  host: string,
  { signal: caller, skipDown }: QueueWaitOptions,
): QueueWait {
  const controller = new AbortController()
  const cancel = () => controller.abort(new FetchError('aborted', 'The fetch was aborted.'))
  const cancelIfDown = () => {
    const until = breakers.openUntil(host)
    if (until)
      controller.abort(new FetchError('host_down', `${host} is not asked before ${until.toISOString()}.`, { until }))
  }
  if (caller?.aborted) cancel()
  caller?.addEventListener('abort', cancel, { once: true })
  if (skipDown) cancelIfDown()
  const unsubscribe = skipDown ? breakers.onOpen(host, cancelIfDown) : () => {}
  return {
    signal: controller.signal,
    end() {
      caller?.removeEventListener('abort', cancel)
      unsubscribe()
    },
  }
}
