/** The words and products of the content folder, as clustering uses them. */
import { readFileSync } from 'node:fs'
import { parseVocabulary } from '../../src/domain/articles/vocabulary.ts'
import { inflectionOf } from '../../src/domain/languages/inflection.ts'
import { parseConcepts } from '../../src/domain/text/concepts.ts'
import { type Lexicon, parseLexicon } from '../../src/domain/text/lexicon.ts'
import { readLanguages } from '../../src/language-files.ts'

const content = new URL('../../content/', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, content), 'utf8')

export function contentLexicon(): Lexicon {
  const languages = readLanguages(content.pathname)
  // Swedish and English, as the site itself reads them.
  const own = languages.all.filter(({ code }) => code === 'sv' || code === 'en')
  const vocabulary = parseVocabulary(read('vocabulary.yaml'), 'vocabulary.yaml', inflectionOf(own))
  const concepts = parseConcepts(read('clustering/concepts.yaml'))
  return parseLexicon(read('clustering/amounts.yaml'), concepts, vocabulary, languages)
}
