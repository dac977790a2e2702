/** `.env` in the working directory → its names and values, and a sentence for each thing in it that would be lost. */
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { messageOf } from '../errors.ts'

export interface EnvFile {
  values: Record<string, string | undefined>
  violations: string[]
}

/** `names` are those of the settings: a misspelt one of them is a violation. */
export function readEnvFile(path: string, names: readonly string[]): EnvFile {
  const { text, violation } = textOf(path)
  if (text === undefined) return { values: {}, violations: violation ? [`${path}: ${violation}`] : [] }
  const values = parseEnv(text)
  const violations = [
    ...Object.keys(values).flatMap((name) => caseViolation(name, names)),
    ...separatorViolations(text, names),
  ]
  return { values, violations: violations.map((each) => `${path}: ${each}`) }
}

function textOf(path: string): { text?: string; violation?: string } {
  try {
    const bytes = readFileSync(path)
    if (bytes.includes(0)) return { violation: 'it is not UTF-8 (UTF-16, perhaps): save it as UTF-8' }
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return {}
    if (code === 'EISDIR') return { violation: 'it is a folder: settings stand in a file of this name, a line each' }
    if (code === 'EACCES' || code === 'EPERM')
      return { violation: 'it cannot be read: give this user the right to read it' }
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return { violation: 'it is not UTF-8: save it as UTF-8' }
    return { violation: `it cannot be read: ${messageOf(error)}` }
  }
}

const caseViolation = (name: string, names: readonly string[]): string[] =>
  !names.includes(name) && names.includes(name.toUpperCase())
    ? [`${name} is not a setting: write ${name.toUpperCase()}`]
    : []

/** Lines such as `PORT: 3000`, which the format passes over without a word. */
function separatorViolations(text: string, names: readonly string[]): string[] {
  return text.split(/\r?\n|\r/).flatMap((line) => {
    const name = /^\s*(?:export\s+)?([A-Za-z_]+)(?:\s*:|\s+)[^=]*$/.exec(line)?.[1]?.toUpperCase() ?? ''
    return names.includes(name) ? [`"${line.trim().slice(0, 40)}" sets nothing: write ${name}=value`] : []
  })
}
