/** What a language calls the countries of the world, from CLDR. Pure. */

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const CODES = LETTERS.flatMap((a) => LETTERS.map((b) => a + b))
const SHORTEST_STEM = 4

/** ISO 3166-1 code → name. */
export function countryNames(language: string): Map<string, string> {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  return new Map(
    CODES.flatMap((code) => {
      const name = names.of(code)
      return name ? [[code, name] as const] : []
    }),
  )
}

/** The name, and its stem with any ending for its people and its adjective: Slovak*. `endings` as the language's file has them. */
export function countryForms(name: string, endings: readonly string[]): string[] {
  const lost = endings.filter((ending) => name.endsWith(ending))
  const stem = name.slice(0, name.length - Math.max(0, ...lost.map(({ length }) => length)))
  return stem.length >= SHORTEST_STEM && !/\s/.test(name) ? [name, `${stem}*`, `${stem.toLowerCase()}*`] : [name]
}
