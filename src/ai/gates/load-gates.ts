/** What the gates of a site need from its content and its language's dictionary. */
import { loadLexicon } from '../lexicon.ts'
import type { GateOptions } from './check-summary.ts'
import { loadNameTable } from './name-table.ts'

/** `tag` is the site's language, as `sv` or `en-GB`. */
export async function loadGates(contentDir: string, tag: string, known: string[]): Promise<GateOptions> {
  const language = tag.toLowerCase().split('-')[0] ?? tag
  const [table, lexicon, detector] = await Promise.all([
    loadNameTable(contentDir, language),
    loadLexicon(language),
    // Its tables take 90 MB, for which a site without a model has no use.
    import('../../domain/articles/language.ts').then(({ detectLanguage, isDetectable }) => ({
      detectLanguage,
      isDetectable,
    })),
  ])
  return { language, detector, known, names: { table, isWord: lexicon ? (word) => lexicon.has(word) : null } }
}
