/** Messages of a list, and the address and headers by which each is stopped with one click. */
import type { MailList } from '../../news/editions/rules/mail-subscription.ts'
import { addressOf } from '../../platform/site/addresses.ts'
import type { Origin } from '../../platform/site/paths.ts'
import type { MailContext } from './mail-html.ts'

export interface ComposedMail {
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  messageId: string
  textEncoding: 'quoted-printable'
}

/** Address that stops the emails of a list. */
export const stopAddress = ({ baseUrl, paths }: Origin, list: MailList, key: string, end: '' | '/yes' = ''): string =>
  baseUrl + addressOf(paths, `/letters${list === 'alerts' ? '/alerts' : ''}/${key}${end}`)

/** RFC 2369 and RFC 8058: programs show a button that stops these emails. */
export const stopHeaders = (context: MailContext, list: MailList, key: string): Record<string, string> => ({
  'List-Unsubscribe': `<${stopAddress(context, list, key)}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  // Without a name beside it: the mailer would encode both as one word, and RFC 2919 wants the id as it is.
  'List-Id': `<${list}.${new URL(context.baseUrl).hostname}>`,
})
