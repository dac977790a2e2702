/** The words and products of the content folder, as clustering uses them. */
import { readFileSync } from 'node:fs'
import { type Lexicon, parseLexicon } from '../../src/domain/clustering/lexicon.ts'
import { parseVocabulary } from '../../src/domain/vocabulary.ts'

const content = new URL('../../content/', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, content), 'utf8')

export function contentLexicon(): Lexicon {
  const vocabulary = parseVocabulary(read('vocabulary.yaml'))
  return parseLexicon(read('clustering/words.yaml'), read('clustering/concepts.yaml'), vocabulary)
}
