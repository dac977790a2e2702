/** Files of a language that models need: those of the site's content folder, or else those that come with the project. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shippedContent as shipped } from '../package/package-folder.ts'

/** For `en-GB` first a file of that name, then one of `en`; the site's own before the project's. */
export async function readContentFile(
  contentDir: string,
  folder: string,
  nameOf: (code: string) => string,
  language: string,
): Promise<{ name: string; text: string } | null> {
  const names = [...new Set([language, language.split('-')[0] ?? language])].map(nameOf)
  for (const root of [contentDir, shipped])
    for (const name of names) {
      const text = await readFile(join(root, folder, name), 'utf8').catch(() => null)
      if (text !== null) return { name, text }
    }
  return null
}
