/** Notices to a topic of ntfy (docs.ntfy.sh/publish, "Publish as JSON"), its own server's or another's. */
import type { Config } from '../../../config.ts'
import { type Channel, sendJson } from './channel.ts'

/** The service refuses longer messages. */
const MAX_LENGTH = 3500

export function ntfyChannel(config: Pick<Config, 'NOTIFY_NTFY' | 'NOTIFY_NTFY_TOKEN'>): Channel | null {
  if (!config.NOTIFY_NTFY) return null
  const address = new URL(config.NOTIFY_NTFY)
  const topic = address.pathname.slice(1)
  return {
    name: 'NOTIFY_NTFY',
    send: ({ title, text, urgent, link }) => {
      const body = {
        topic,
        title: title.slice(0, 250),
        message: text.slice(0, MAX_LENGTH),
        click: link,
        priority: urgent ? 4 : 3,
      }
      return sendJson({ method: 'POST', url: address.origin, token: config.NOTIFY_NTFY_TOKEN, body })
    },
  }
}
