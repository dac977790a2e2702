/** The version of this program, from its package file. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from './package-folder.ts'

export function readVersion(): string {
  const text = readFileSync(join(packageFolder, 'package.json'), 'utf8')
  return String((JSON.parse(text) as { version?: unknown }).version)
}
