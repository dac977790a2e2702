/** Names that a language writes in its own way: those of its language file, and those of the topic in content/names.yaml. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Language } from '../../domain/languages/language.ts'
import type { Languages } from '../../domain/languages/languages.ts'
import { writtenWords } from '../../domain/languages/words.ts'
import { parseContent } from '../../domain/site/content-file.ts'
import { countryForms, countryNames } from './country-names.ts'

export interface NameTable {
  /** Longest first. */
  names: { name: string; pattern: RegExp; support: RegExp; homeOf: ReadonlySet<string>; ofTopic: boolean }[]
  /** Abbreviations that need no support: VD, TV. */
  generic: Set<string>
  /** Names that are ordinary words too, so that they count as names at the start of a sentence. */
  ambiguous: Set<string>
  /** Ordinary words that the language's dictionary lacks. */
  ordinary: Set<string>
}

const NamesFile = z.strictObject({
  translated: z.record(z.string(), z.array(z.string()).min(1)).default({}),
  generic: writtenWords.default([]),
  ambiguous: writtenWords.default([]),
  ordinary: writtenWords.default([]),
})
type Names = z.infer<typeof NamesFile>
const NONE: Names = { translated: {}, generic: [], ambiguous: [], ordinary: [] }

/** The site's own `names.yaml`; empty where it has none. Throws `bad_request` naming file and line. */
export async function readTopicNames(contentDir: string): Promise<Names> {
  const text = await readFile(join(contentDir, 'names.yaml'), 'utf8').catch(() => null)
  return text === null ? NONE : parseContent(text, 'names.yaml', NamesFile)
}

/** The table of a site's language; only the topic's names where it has no file. */
export function buildNameTable(languages: Languages, own: Language | undefined, topic: Names): NameTable {
  const parts = [own?.names ?? NONE, topic]
  const forms = new Map<string, string[]>()
  const add = (name: string, more: readonly string[]) => forms.set(name, [...(forms.get(name) ?? []), ...more])
  for (const { translated } of parts) for (const [name, support] of Object.entries(translated)) add(name, support)
  for (const [key, written] of Object.entries(own?.names.places ?? {})) {
    const support = languages.all.flatMap(({ names }) => names.places[key] ?? []).flatMap(bothCases)
    for (const name of written.map(unjoined)) if (/^\p{Lu}/u.test(name)) add(name, support)
  }
  if (own) addCountries(own, languages, add)
  const homes = homesOf(own, languages)
  const all = (pick: (part: Names) => string[]) => new Set(parts.flatMap(pick))
  return {
    names: [...forms]
      .sort(([a], [b]) => b.length - a.length)
      .map((form) => entryOf(form, homes, form[0] in topic.translated)),
    generic: all((part) => part.generic),
    ambiguous: all((part) => part.ambiguous),
    ordinary: all((part) => part.ordinary),
  }
}

/** Every country by its names in all languages, besides those that the files write out. */
function addCountries(own: Language, { all }: Languages, add: (name: string, forms: readonly string[]) => void): void {
  const named = all.map(({ code, names }) => ({ countries: countryNames(code), endings: names.country_endings }))
  for (const [code, name] of countryNames(own.code))
    add(
      name,
      named.flatMap(({ countries, endings }) => countryForms(countries.get(code) ?? name, endings)),
    )
}

/** Name of a country → the languages whose papers mean it where they name none. */
function homesOf(own: Language | undefined, { all }: Languages): Map<string, Set<string>> {
  const homes = new Map<string, Set<string>>()
  for (const { code, names } of all)
    for (const name of own?.names.places[names.home ?? ''] ?? [])
      homes.set(name, (homes.get(name) ?? new Set()).add(code))
  return homes
}

/** An adjective has a capital where it begins a sentence. */
const bothCases = (form: string) => [
  unjoined(form),
  unjoined(form).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
]
const unjoined = (word: string) => word.replace(/_/g, ' ')
function entryOf([name, forms]: [string, string[]], homes: Map<string, Set<string>>, ofTopic: boolean) {
  const compiled: { pattern?: RegExp; support?: RegExp } = {}
  return {
    ofTopic,
    name: name.replace(/\*$/, ''),
    homeOf: homes.get(name) ?? new Set<string>(),
    // Of hundreds of names a text has a few.
    get pattern() {
      compiled.pattern ??= namePattern(name)
      return compiled.pattern
    },
    get support() {
      compiled.support ??= supportPattern(forms)
      return compiled.support
    },
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** "Rote* Kreuz*": any ending of each word. */
const openEnded = (form: string) => form.split('*').map(escaped).join('\\p{L}*')
const SHORTEST_HEAD = 4
/** "Rheinbrücke" stands for the Rhine. */
const asHead = (form: string) => (form.length >= SHORTEST_HEAD && /^\p{Lu}\p{Ll}+$/u.test(form) ? `${form}*` : form)

/** The name with what may hang on it: a genitive, an ending after a colon, a compound after a hyphen. */
function namePattern(name: string): RegExp {
  return new RegExp(`(^|[^\\p{L}\\p{N}])${openEnded(name)}(?:s|:\\p{L}+|(?=-))?(?![\\p{L}\\p{N}])`, 'gu')
}

/** Forms in capitals or with dots count only as they are written ("US"); a trailing * allows any ending. */
function supportPattern(forms: string[]): RegExp {
  const parts = forms.map((form) => openEnded(asHead(form)))
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${parts.join('|')})(?:['’]?s)?(?![\\p{L}\\p{N}])`, 'u')
}
