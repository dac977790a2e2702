/** A folder with an old file, and one that goes between the list of its folder and the question how old it is. */
import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const old = new Date('2026-09-01T00:00:00Z')

/** Names of what `sweep` leaves there. */
export async function leftAfter(folder: string, sweep: (folder: string) => Promise<unknown>): Promise<string[]> {
  mkdirSync(folder)
  // The list has it, and there is nothing behind it.
  symlinkSync('nowhere', join(folder, 'gone.jsonl.gz'))
  writeFileSync(join(folder, 'old.jsonl.gz'), '')
  utimesSync(join(folder, 'old.jsonl.gz'), old, old)
  await sweep(folder)
  return readdirSync(folder).toSorted()
}
