/** `.env` in the working directory → its names and values, and a sentence for each thing in it that would be lost. */
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { messageOf } from './domain/errors.ts'

export interface EnvFile {
  values: Record<string, string | undefined>
  faults: string[]
}

/** `names` are those of the settings: a misspelt one of them is a violation. */
export function readEnvFile(path: string, names: readonly string[]): EnvFile {
  const { text, fault } = textOf(path)
  if (text === undefined) return { values: {}, faults: fault ? [`${path}: ${fault}`] : [] }
  const values = parseEnv(text)
  const faults = [...Object.keys(values).flatMap((name) => caseFault(name, names)), ...separatorFaults(text, names)]
  return { values, faults: faults.map((each) => `${path}: ${each}`) }
}

function textOf(path: string): { text?: string; fault?: string } {
  try {
    const bytes = readFileSync(path)
    if (bytes.includes(0)) return { fault: 'it is not UTF-8 (UTF-16, perhaps): save it as UTF-8' }
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return {}
    if (code === 'EISDIR') return { fault: 'it is a folder: settings stand in a file of this name, a line each' }
    if (code === 'EACCES' || code === 'EPERM')
      return { fault: 'it cannot be read: give this user the right to read it' }
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return { fault: 'it is not UTF-8: save it as UTF-8' }
    return { fault: `it cannot be read: ${messageOf(error)}` }
  }
}

const caseFault = (name: string, names: readonly string[]): string[] =>
  !names.includes(name) && names.includes(name.toUpperCase())
    ? [`${name} is not a setting: write ${name.toUpperCase()}`]
    : []

/** Lines such as `PORT: 3000`, which the format passes over without a word. */
function separatorFaults(text: string, names: readonly string[]): string[] {
  return text.split(/\r?\n|\r/).flatMap((line) => {
    const name = /^\s*(?:export\s+)?([A-Za-z_]+)(?:\s*:|\s+)[^=]*$/.exec(line)?.[1]?.toUpperCase() ?? ''
    return names.includes(name) ? [`"${line.trim().slice(0, 40)}" sets nothing: write ${name}=value`] : []
  })
}
