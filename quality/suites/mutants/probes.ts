/**
 * Finds the test files that reach a mutant. A probe is the first statement of the innermost block or function around it. At
 * its first call in a test file, it adds a line to that file's list, also from processes that the test starts.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from './mutants.ts'

/** The environment variable with the path of the list. */
export const LIST = 'MUTANT_REACH'
/** The environment variable with the folder of the lists. */
export const FOLDER = 'MUTANT_REACH_FOLDER'

const PROBE = `
function mutantReached(place) {
  const list = process.env.${LIST}
  const reached = (globalThis.mutantsReached ??= new Set())
  if (!list || reached.has(list + place)) return
  reached.add(list + place)
  process.getBuiltinModule('node:fs').appendFileSync(list, place + '\\n')
}
`

/** `file:start-end` of the innermost block or arrow function with the mutant; null where a module runs it as it loads. */
export function placeOf(mutant: Mutant, inFile: readonly Mutant[]): string | null {
  const around = inFile
    .filter(({ operator }) => operator === 'BlockStatement' || operator === 'ArrowFunction')
    .filter(({ start, end }) => start <= mutant.start && mutant.end <= end)
  const inner = around.sort((a, b) => a.end - a.start - (b.end - b.start))[0]
  return inner === undefined ? null : nameOf(inner)
}

const nameOf = ({ file, start, end }: Mutant) => `${file}:${start}-${end}`

/** The text of a file with a probe at each of the places. */
export function withProbes(text: string, inFile: readonly Mutant[], places: ReadonlySet<string>): string {
  const probed = new Map(
    inFile.filter((mutant) => places.has(nameOf(mutant))).map((mutant) => [nameOf(mutant), mutant]),
  )
  const insertions = [...probed].flatMap(([place, { start, end, operator }]) => {
    const call = `mutantReached(${JSON.stringify(place)})`
    if (operator === 'BlockStatement') return [{ at: start + 1, text: `${call};` }]
    return [
      { at: start, text: `((...all) => (${call}, (` },
      { at: end, text: ')(...all)))' },
    ]
  })
  let probedText = text
  for (const insertion of insertions.sort((a, b) => b.at - a.at))
    probedText = probedText.slice(0, insertion.at) + insertion.text + probedText.slice(insertion.at)
  return insertions.length > 0 ? probedText + PROBE : text
}

/** The test files that reached each place. */
export function readLists(folder: string): Map<string, string[]> {
  const reached = new Map<string, string[]>()
  for (const name of readdirSync(folder))
    for (const place of new Set(readFileSync(join(folder, name), 'utf8').split('\n')))
      reached.set(place, [...(reached.get(place) ?? []), decodeURIComponent(name)])
  return reached
}
