/** What the gates of a site need from its content and its language's dictionary. */
import { loadLexicon } from '../lexicon.ts'
import type { GateOptions } from './check-summary.ts'
import { loadNameTable } from './name-table.ts'

export async function loadGates(contentDir: string, language: string, known: string[]): Promise<GateOptions> {
  const [table, lexicon] = await Promise.all([loadNameTable(contentDir, language), loadLexicon(language)])
  return { language, known, names: { table, isWord: lexicon ? (word) => lexicon.has(word) : null } }
}
