/** The topic in five files that docs/your-own-topic.md shows, as a reader of it would write them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const page = join(import.meta.dirname, '../../docs/your-own-topic.md')
const block = /^```(?:yaml|xml)\n(?:# |<!-- )(my-topic\/\S+)(?: -->)?\n([\s\S]*?)^```$/gm

/** Returns the names of the files. */
export function writeDocsTopic(folder: string): string[] {
  mkdirSync(folder, { recursive: true })
  return [...readFileSync(page, 'utf8').matchAll(block)].map(([, path = '', body = '']) => {
    writeFileSync(join(folder, basename(path)), body)
    return basename(path)
  })
}
