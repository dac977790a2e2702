/** The content folder, read and checked at start: what makes this site about its topic and in its language. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError, messageOf } from './domain/errors.ts'
import { parseKinds } from './domain/kinds.ts'
import { parseRelevance } from './domain/relevance.ts'
import { parseSite, type Site } from './domain/site.ts'
import { parseVocabulary } from './domain/vocabulary.ts'
import type { Rules } from './pipeline/classify.ts'

export interface Content {
  site: Site
  rules: Rules
}

/** Throws `bad_request` with a line for each fault, naming the file. */
export function readContent(folder: string): Content {
  const read = (name: string) => readText(join(folder, name))
  const vocabulary = parseVocabulary(read('vocabulary.yaml'))
  return {
    site: parseSite(read('site.yaml')),
    rules: {
      vocabulary,
      relevance: parseRelevance(read('relevance.yaml'), vocabulary),
      kinds: parseKinds(read('kinds.yaml')),
    },
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new AppError('bad_request', `CONTENT_DIR: cannot read ${file}: ${messageOf(cause)}`, { cause })
  }
}
