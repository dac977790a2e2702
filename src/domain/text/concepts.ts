/** Words that mean the same, for clustering and search. Pure. */
import { z } from 'zod'
import { words } from '../languages/words.ts'
import { parseContent } from '../site/content-file.ts'

export interface Concepts {
  /** By name; what reports of one event have in common. */
  shared: Record<string, string[]>
  /** Those and the ones that only readers use for one another. */
  asked: string[][]
}

const SEARCH_ALONE = '~'
const oneWord = z.string().regex(/^\S+$/, 'must be one word')
const ConceptsFile = z.record(z.string(), words.pipe(z.array(oneWord).min(1, 'must hold a word')))

/** Throws `bad_request` naming file and line. */
export function parseConcepts(yaml: string): Concepts {
  const groups = parseContent(yaml, 'concepts.yaml', ConceptsFile)
  const shared = Object.entries(groups).filter(([name]) => !name.startsWith(SEARCH_ALONE))
  return { shared: Object.fromEntries(shared), asked: Object.values(groups) }
}
