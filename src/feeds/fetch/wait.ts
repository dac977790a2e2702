/** The wait for a domain's turn: it ends with the turn, with the caller's signal, or when the host goes down. */
import { FetchError } from './fetch-error.ts'
import type { HostHealth } from './host-health.ts'

export interface Wait {
  /** Aborts with a FetchError. */
  signal: AbortSignal
  /** To be called when the turn has come or is given up. */
  over(): void
}

export interface Patience {
  signal?: AbortSignal | undefined
  /** Do not wait for a host that is down. */
  skipDown?: boolean
}

export function startWait(health: HostHealth, host: string, { signal: caller, skipDown }: Patience): Wait {
  const controller = new AbortController()
  const callOff = () => controller.abort(new FetchError('aborted', 'The fetch was called off.'))
  const giveUp = () => {
    const refusal = downRefusal(health, host)
    if (refusal) controller.abort(refusal)
  }
  if (caller?.aborted) callOff()
  caller?.addEventListener('abort', callOff, { once: true })
  if (skipDown) giveUp()
  const deaf = skipDown ? health.onDown(host, giveUp) : () => {}
  return {
    signal: controller.signal,
    over() {
      caller?.removeEventListener('abort', callOff)
      deaf()
    },
  }
}

function downRefusal(health: HostHealth, host: string): FetchError | null {
  const until = health.downUntil(host)
  return until && new FetchError('host_down', `${host} is left alone until ${until.toISOString()}.`)
}
