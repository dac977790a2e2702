/** What the gates of a site need from its content and its language's dictionary. */
import { readLanguages } from '../../language-files.ts'
import { loadLexicon } from '../lexicon.ts'
import type { GateOptions } from './check-summary.ts'
import { buildNameTable, readTopicNames } from './name-table.ts'
import { buildGateLanguages } from './reading.ts'

/** `tag` is the site's language, as `sv` or `en-GB`. */
export async function loadGates(contentDir: string, tag: string, known: string[]): Promise<GateOptions> {
  const languages = readLanguages(contentDir)
  const language = tag.toLowerCase().split('-')[0] ?? tag
  const own = languages.find(language)
  const [topic, lexicon, detector] = await Promise.all([
    readTopicNames(contentDir),
    own?.dictionary ? loadLexicon(own.dictionary) : null,
    // Its tables take 90 MB, for which a site without a model has no use.
    import('../../domain/articles/language.ts').then(({ detectLanguage, isDetectable }) => ({
      detectLanguage,
      isDetectable,
    })),
  ])
  return {
    languages: buildGateLanguages(languages, language),
    detector,
    known,
    names: {
      table: buildNameTable(languages, own, topic),
      isWord: lexicon ? (word) => lexicon.has(word) : null,
      capitalNouns: own?.dictionary?.capital_nouns !== undefined,
    },
  }
}
