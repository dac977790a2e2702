/** Notices by mail, over the server that sign-in codes go through. */
import type { Config } from '../../../config.ts'
import type { Channel } from './channel.ts'

type SendMail = (mail: { to: string; subject: string; text: string }) => Promise<void>

export function mailChannel({ NOTIFY_MAIL }: Pick<Config, 'NOTIFY_MAIL'>, send: SendMail): Channel | null {
  if (NOTIFY_MAIL.length === 0) return null
  return {
    name: 'NOTIFY_MAIL',
    send: async ({ title, text }) => {
      for (const to of NOTIFY_MAIL) await send({ to, subject: title.slice(0, 200), text: `${title}\n\n${text}\n` })
    },
  }
}
