/** The words and products of the content folder, as clustering uses them. */
import { readFileSync } from 'node:fs'
import { parseVocabulary } from '../../src/domain/articles/vocabulary.ts'
import { inflectionOf } from '../../src/domain/languages/inflection.ts'
import { buildLexicon, type Lexicon } from '../../src/domain/text/thesaurus.ts'
import { readConcepts, readLanguages } from '../../src/language-files.ts'

const content = new URL('../../content/', import.meta.url)
const textOf = (path: string) => readFileSync(new URL(path, content), 'utf8')

let read: Lexicon | undefined

/** Built once for all files of a process. */
export function contentLexicon(): Lexicon {
  read ??= readLexicon()
  return read
}

function readLexicon(): Lexicon {
  const languages = readLanguages(content.pathname)
  // Swedish and English, as the site itself reads them.
  const own = languages.all.filter(({ code }) => code === 'sv' || code === 'en')
  const vocabulary = parseVocabulary(textOf('vocabulary.yaml'), 'vocabulary.yaml', inflectionOf(own))
  return buildLexicon(readConcepts(content.pathname), vocabulary, languages, own)
}
