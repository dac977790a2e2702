/** The letter that asks whether somebody means it (double opt-in): nothing else is sent before it is answered. */
import type { Words } from './edition-mail.ts'

const LISTS = { letters: '/utskick', alerts: '/larm' }

/** `list`: what is asked for; where its words stand, too. */
export function confirmMail(
  { t, site, baseUrl }: Words,
  list: keyof typeof LISTS,
  { email, key }: { email: string; key: string },
) {
  const values = { site: site.name, address: `${baseUrl}${LISTS[list]}/${key}/ja` }
  return { to: email, subject: t(`${list}.confirm_subject`, values), text: t(`${list}.confirm_text`, values) }
}
