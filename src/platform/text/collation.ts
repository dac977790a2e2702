/** Order of names in lists that people look through: that of the site's language, in which å, ä and ö may come after z. */

/** Compares two names as `language` orders them, numbers by their value. */
export const nameOrder = (language: string): ((a: string, b: string) => number) =>
  new Intl.Collator(language, { numeric: true }).compare

/** The members of `list` by the names that `nameOf` gives; those of one name keep their order. */
export function inNameOrder<T>(list: readonly T[], language: string, nameOf: (one: T) => string): T[] {
  const compare = nameOrder(language)
  return list.toSorted((a, b) => compare(nameOf(a), nameOf(b)))
}
