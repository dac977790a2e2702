/** Reads languages/*.yaml: those of the site's content folder, and of those that come with the project the rest. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseLanguage } from './domain/languages/language.ts'
import { indexLanguages, type Languages } from './domain/languages/languages.ts'
import { readText } from './site-file.ts'

const shipped = join(import.meta.dirname, '../content')

/** Throws `bad_request` with a line for each fault, naming the file. */
export function readLanguages(contentDir: string): Languages {
  const files = new Map<string, string>()
  for (const folder of [shipped, contentDir].map((place) => join(place, 'languages')))
    for (const name of existsSync(folder) ? readdirSync(folder) : [])
      if (name.endsWith('.yaml')) files.set(name.slice(0, -'.yaml'.length), join(folder, name))
  return indexLanguages([...files].map(([code, file]) => parseLanguage(readText(file), code)))
}
