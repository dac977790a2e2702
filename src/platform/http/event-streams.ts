/** Server-sent events: how many streams may be open, and writing to one no faster than its reader reads. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { AppError } from '../errors.ts'

/** Of one process. */
const MAX_STREAMS = 200
/** Of one address. */
const MAX_OF_ONE = 5
/** A reader that has not taken what was sent after this long is dropped. */
const PATIENCE_MS = 20_000

export class EventStreams {
  readonly #open = new Map<AbortController, string>()

  get size(): number {
    return this.#open.size
  }

  /**
   * Its place is free when `response` closes. Throws `rate_limited` or `unavailable` where there are too many. The signal is
   * aborted when the stream must end, as at once where the reader has left already.
   */
  open(address: string, response: ServerResponse): AbortSignal {
    const ofAddress = [...this.#open.values()].filter((other) => other === address).length
    if (ofAddress >= MAX_OF_ONE)
      throw new AppError('rate_limited', `At most ${MAX_OF_ONE} streams from one address.`, { retryAfter: 60 })
    if (this.#open.size >= MAX_STREAMS)
      throw new AppError('unavailable', 'Too many streams are open. Poll /api/v1/changes until then.', {
        retryAfter: 60,
      })
    const controller = new AbortController()
    this.#open.set(controller, address)
    const close = () => {
      controller.abort()
      this.#open.delete(controller)
    }
    if (response.closed) close()
    else response.once('close', close)
    return controller.signal
  }

  /** Ends all of them. */
  closeAll(): void {
    for (const controller of this.#open.keys()) controller.abort()
  }
}

/** Resolves when the reader has room for more; a slow one is cut off. */
export async function writeToReader(response: ServerResponse, text: string, patienceMs = PATIENCE_MS): Promise<void> {
  if (response.closed || response.write(text)) return
  const signal = AbortSignal.timeout(patienceMs)
  await once(response, 'drain', { signal }).catch(() => response.destroy())
}
