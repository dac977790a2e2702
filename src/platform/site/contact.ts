/**
 * Contact of the publisher of the site: PUBLISHER_CONTACT is a mail address, the address of a page, or a postal
 * address.
 */

/** Null for a postal address. */
export function contactUri(contact: string): string | null {
  if (/^\S+@\S+\.\S+$/.test(contact)) return contact.startsWith('mailto:') ? contact : `mailto:${contact}`
  return /^(?:https|tel):\S+$/.test(contact) ? contact : null
}
