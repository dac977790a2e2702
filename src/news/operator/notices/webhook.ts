/** Notices as JSON to an address of the operator's. `text` is what Slack and Mattermost show. */
import type { Config } from '../../../config.ts'
import { type Channel, sendJson } from './channel.ts'

export function webhookChannel({ NOTIFY_WEBHOOK }: Pick<Config, 'NOTIFY_WEBHOOK'>): Channel | null {
  if (!NOTIFY_WEBHOOK) return null
  return {
    name: 'NOTIFY_WEBHOOK',
    send: ({ title, text, urgent, link, openIssues }) => {
      const body = { text: `${title}\n\n${text}`, title, urgent, link, matters: openIssues }
      return sendJson({ method: 'POST', url: NOTIFY_WEBHOOK, body })
    },
  }
}
