/** The one form in which words are compared everywhere. Never for display, save in hidden fields. Pure. */

/** Soft hyphens, zero-width characters, fillers and marks of direction: they are no part of a word. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}+/gu
/** Signs stay as they are: "½" would become two numbers, "™" two letters. */
const WRITTEN = /[\p{L}\p{M}\p{Nd}\p{Nl}]+/gu
/** Most texts have none of what may be written in two ways. */
const MAY_DIFFER =
  /[\xaa\xad\xba\u0132\u0133\u013f\u0140\u0149\u017f-\u200f\u2028-\u202f\u205f-\u209f\u20c0-\u218f\u2c00-\uffff]/

/**
 * Letters and digits in NFKC, without invisible characters. So "Växjö" of two code points a letter, "ﬁskare" with a
 * ligature, full-width letters and a word with soft hyphens equal what they look like. Idempotent.
 */
export function normalForm(text: string): string {
  if (!MAY_DIFFER.test(text)) return text
  return text.replace(IGNORABLE, '').replace(WRITTEN, (word) => word.normalize('NFKC'))
}

/** Lower case without marks: "källa" and "Kalla" are one name. */
export const foldName = (text: string): string => normalForm(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
