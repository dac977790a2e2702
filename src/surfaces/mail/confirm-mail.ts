/** The letter that asks whether somebody means it (double opt-in): nothing else is sent before it is answered. */
import type { Words } from './edition-mail.ts'
import { stopAddress } from './edition-mail.ts'

export function confirmMail(words: Words, { email, key }: { email: string; key: string }) {
  const { t, site } = words
  const values = { site: site.name, address: `${stopAddress(words, key)}/ja` }
  return { to: email, subject: t('letters.confirm_subject', values), text: t('letters.confirm_text', values) }
}
