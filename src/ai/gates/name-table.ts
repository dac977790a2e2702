/** Names that a language writes in its own way, read from content/names.XX.yaml. */
import { parse } from 'yaml'
import { z } from 'zod'
import { readContentFile } from '../content-files.ts'

export interface NameTable {
  /** Longest first. */
  names: { name: string; pattern: RegExp; support: RegExp }[]
  /** Abbreviations that need no support: VD, TV. */
  generic: Set<string>
  /** Names that are ordinary words too, so that they count as names at the start of a sentence. */
  ambiguous: Set<string>
  /** Ordinary words that the language's dictionary lacks. */
  ordinary: Set<string>
}

const File = z.object({
  names: z.record(z.string(), z.array(z.string()).min(1)),
  generic: z.array(z.string()).default([]),
  ambiguous: z.array(z.string()).default([]),
  ordinary: z.array(z.string()).default([]),
})

const EMPTY_TABLE: NameTable = { names: [], generic: new Set(), ambiguous: new Set(), ordinary: new Set() }

/** The table of a language; an empty one where the content has none. Throws on a file that cannot be read as one. */
export async function loadNameTable(contentDir: string, language: string): Promise<NameTable> {
  const found = await readContentFile(contentDir, '.', (code) => `names.${code}.yaml`, language)
  return found ? parseNameTable(found.text) : EMPTY_TABLE
}

function parseNameTable(yaml: string): NameTable {
  const file = File.parse(parse(yaml))
  const names = Object.entries(file.names)
    .sort(([a], [b]) => b.length - a.length)
    .map(([name, forms]) => ({ name, pattern: wordPattern(name), support: supportPattern(forms) }))
  return {
    names,
    generic: new Set(file.generic),
    ambiguous: new Set(file.ambiguous),
    ordinary: new Set(file.ordinary),
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The name with what Swedish may hang on it: a genitive, an ending after a colon, a compound after a hyphen. */
function wordPattern(name: string): RegExp {
  return new RegExp(`(^|[^\\p{L}\\p{N}])${escaped(name)}(?:s|:\\p{L}+|(?=-))?(?![\\p{L}\\p{N}])`, 'gu')
}

/** Forms in capitals or with dots count only as they are written ("US"); a trailing * allows any ending. */
function supportPattern(forms: string[]): RegExp {
  const parts = forms.map((form) => (form.endsWith('*') ? `${escaped(form.slice(0, -1))}\\p{L}*` : escaped(form)))
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${parts.join('|')})(?:['’]?s)?(?![\\p{L}\\p{N}])`, 'u')
}
