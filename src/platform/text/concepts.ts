/** Words that mean the same, for clustering and search. Pure. */
import { z } from 'zod'
import { words } from '../languages/words.ts'
import { parseContent } from '../site/content-file.ts'

export interface Concepts {
  /** Words by code of the language and name of the concept; what reports of one event have in common. */
  shared: Map<string, Record<string, string[]>>
  /** Words of all languages for one concept, with those that only readers use for one another. */
  requested: string[][]
}

const SEARCH_ALONE = '~'
const oneWord = z.string().regex(/^\S+$/, 'must be one word')
const ConceptsFile = z.record(z.string(), words.pipe(z.array(oneWord).min(1, 'must hold a word')))

/** From the files of concepts/, by code of the language. Throws `bad_request` naming file and line. */
export function parseConcepts(files: ReadonlyMap<string, string>): Concepts {
  const read = [...files].map(
    ([code, yaml]) => [code, Object.entries(parseContent(yaml, `concepts/${code}.yaml`, ConceptsFile))] as const,
  )
  const byName = Map.groupBy(
    read.flatMap(([, groups]) => groups),
    ([name]) => name,
  )
  return {
    shared: new Map(
      read.map(([code, groups]) => [
        code,
        Object.fromEntries(groups.filter(([name]) => !name.startsWith(SEARCH_ALONE))),
      ]),
    ),
    requested: [...byName.values()].map((groups) => groups.flatMap(([, names]) => names)),
  }
}
