/** The content folder, read and checked at start: what makes this site about its topic and in its language. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError, messageOf } from './domain/errors.ts'
import { parseKinds } from './domain/kinds.ts'
import { type Messages, parseMessages } from './domain/messages.ts'
import { parseRelevance } from './domain/relevance.ts'
import { parseSite, type Site } from './domain/site.ts'
import { parseVocabulary } from './domain/vocabulary.ts'
import type { Rules } from './pipeline/classify.ts'

export interface Content {
  site: Site
  messages: Messages
  rules: Rules
}

/** Throws `bad_request` with a line for each fault, naming the file. */
export function readContent(folder: string): Content {
  const read = (name: string) => readText(join(folder, name))
  const vocabulary = parseVocabulary(read('vocabulary.yaml'))
  const site = parseSite(read('site.yaml'))
  return {
    site,
    messages: readMessages(folder, site.language),
    rules: {
      vocabulary,
      relevance: parseRelevance(read('relevance.yaml'), vocabulary),
      kinds: parseKinds(read('kinds.yaml')),
    },
  }
}

// What the code asks for stands in full in the Swedish file that comes with it.
const reference = join(import.meta.dirname, '../content/messages/sv.yaml')

/** `messages/en-GB.yaml`, or else `messages/en.yaml`. */
function readMessages(folder: string, language: string): Messages {
  const [own, general] = [language, language.split('-')[0]].map((name) => join(folder, `messages/${name}.yaml`))
  const file = own && existsSync(own) ? own : (general ?? '')
  return parseMessages(readText(file), language, readText(reference))
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new AppError('bad_request', `CONTENT_DIR: cannot read ${file}: ${messageOf(cause)}`, { cause })
  }
}
