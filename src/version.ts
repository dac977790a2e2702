/** The version of this program, from its package file. */
import { readFileSync } from 'node:fs'

export function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return String((JSON.parse(text) as { version?: unknown }).version)
}
