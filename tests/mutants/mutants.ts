/** Plausible faults, each in a file beside this one: where it is put, what it would do, and the tests that should notice it. */
import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, join } from 'node:path'
import { z } from 'zod'

const Mutant = z.strictObject({
  file: z.string(),
  find: z.string(),
  replace: z.string(),
  tests: z.array(z.string()).min(1),
  /** What the fault would do to people. */
  harm: z.string(),
})
export type Mutant = z.infer<typeof Mutant> & { name: string }

/** Those whose names begin so, or all. Throws for one that is not whole. */
export function readMutants(only: string[] = []): Mutant[] {
  const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'))
  return names
    .filter((name) => only.length === 0 || only.some((start) => name.startsWith(start)))
    .map((name) => {
      const text = readFileSync(join(import.meta.dirname, name), 'utf8')
      return { name: basename(name, '.json'), ...Mutant.parse(JSON.parse(text)) }
    })
}

/** The mutated text, or null where it cannot be made. */
export function mutate(text: string, { find, replace }: Mutant): string | null {
  if (text.split(find).length !== 2) return null
  const mutated = text.replace(find, () => replace)
  try {
    stripTypeScriptTypes(mutated)
    return mutated
  } catch {
    return null
  }
}
