/** Judged headlines of a file: 1 or 0, a tab, the headline. */
import { readFile } from 'node:fs/promises'
import { type Io, pathIn } from '../../cli/io.ts'
import { type Example, parseExamples } from '../../news/topic/rules/fit-relevance.ts'
import { AppError } from '../../platform/errors.ts'

export async function readExamples(io: Io, file: string): Promise<Example[]> {
  const { examples, violations } = parseExamples(await readFile(pathIn(io, file), 'utf8'))
  if (violations.length > 0)
    throw new AppError('bad_request', violations.map((violation) => `${file}, ${violation}`).join('\n'))
  if (examples.length === 0) throw new AppError('bad_request', `${file} holds no headline.`)
  return examples
}
