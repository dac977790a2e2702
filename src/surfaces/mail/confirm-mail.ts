/** The email that confirms an address (double opt-in): nothing else is sent before it is answered. */
import type { MailList } from '../../news/editions/rules/mail-subscription.ts'
import { stopAddress } from './list-mail.ts'
import type { MailContext } from './mail-html.ts'

const LISTS: Record<MailList, { subject: string; text: string }> = {
  edition: { subject: 'letters.confirm_subject', text: 'letters.confirm_text' },
  alerts: { subject: 'alerts.confirm_subject', text: 'alerts.confirm_text' },
}

export function confirmationMail(context: MailContext, list: MailList, { email, key }: { email: string; key: string }) {
  const { t, site } = context
  const { subject, text } = LISTS[list]
  const values = { site: site.name, address: stopAddress(context, list, key, '/yes') }
  return { to: email, subject: t(subject, values), text: t(text, values) }
}
