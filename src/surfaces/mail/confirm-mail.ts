/** The letter that asks whether somebody means it (double opt-in): nothing else is sent before it is answered. */
import type { Words } from './edition-mail.ts'

const LISTS = {
  editions: { path: '/utskick', subject: 'letters.confirm_subject', text: 'letters.confirm_text' },
  alerts: { path: '/larm', subject: 'alerts.confirm_subject', text: 'alerts.confirm_text' },
}

export function confirmMail(
  { t, site, baseUrl }: Words,
  list: keyof typeof LISTS,
  { email, key }: { email: string; key: string },
) {
  const { path, subject, text } = LISTS[list]
  const values = { site: site.name, address: `${baseUrl}${path}/${key}/ja` }
  return { to: email, subject: t(subject, values), text: t(text, values) }
}
