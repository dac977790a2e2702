/** YAML of the content that comes with the program, parsed when the program was bundled: its text takes ten times as long. */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '../package/package-folder.ts'

const program = join(packageFolder, 'dist/program')

/** A file each by what it holds, so that none is ever out of date. */
const fileOf = (folder: string, text: string) =>
  join(folder, 'yaml', `${createHash('sha256').update(text).digest('hex')}.json`)

/** The value in JSON; null for a text that was not bundled. */
export function findBundled(text: string, folder = program): string | null {
  try {
    return readFileSync(fileOf(folder, text), 'utf8')
  } catch {
    return null
  }
}

/** Values by their texts, into the folder that the program is bundled in. */
export function bundleYaml(folder: string, values: ReadonlyMap<string, unknown>): void {
  mkdirSync(join(folder, 'yaml'))
  for (const [text, value] of values) writeFileSync(fileOf(folder, text), JSON.stringify(value))
}
