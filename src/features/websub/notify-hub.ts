/** Notifies a WebSub hub that feeds have changed (WebSub, 7), debounced by a few seconds. */
import type { Logger } from 'pino'
import { messageOf } from '../../platform/errors.ts'

const waitMs = 10_000
const timeoutMs = 10_000

export interface HubNotifier {
  changed(): void
  close(): void
}

/** The hub is the operator's choice, so the guard against private addresses does not stand before it. */
export function createHubNotifier(hub: string, topics: string[], log: Logger, wait = waitMs): HubNotifier {
  let timer: NodeJS.Timeout | null = null
  const { origin } = new URL(hub)

  async function notify(): Promise<void> {
    timer = null
    for (const topic of topics) await publish(topic)
  }

  async function publish(topic: string): Promise<void> {
    try {
      const body = new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': topic })
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await fetch(hub, { method: 'POST', body, signal, redirect: 'manual' })
      await response.body?.cancel()
      if (!response.ok) log.warn({ hub: origin, status: response.status }, 'the WebSub hub refused a notice')
    } catch (error) {
      log.warn({ hub: origin, err: messageOf(error) }, 'the WebSub hub cannot be reached')
    }
  }

  return {
    changed: () => {
      timer ??= setTimeout(() => void notify(), wait).unref()
    },
    close: () => {
      if (timer) clearTimeout(timer)
    },
  }
}
