/** The stems of the content folder's synonyms, made by the database once a process. */

import type { ReadDb } from '../../../platform/database/read-db.ts'
import type { SearchContent } from '../rules/search-content.ts'
import type { Synonyms } from '../rules/terms.ts'
import { stemWords } from './index-terms.ts'

const made = new WeakMap<SearchContent['synonyms'], Promise<Synonyms>>()

/** Tried again at the next search where the database fails. */
export function readSynonyms(db: ReadDb, lists: SearchContent['synonyms'], languages: string[]): Promise<Synonyms> {
  const existing = made.get(lists)
  if (existing) return existing
  const making = makeSynonyms(db, lists, languages)
  made.set(lists, making)
  making.catch(() => made.delete(lists))
  return making
}

async function makeSynonyms(db: ReadDb, lists: string[][], languages: string[]): Promise<Synonyms> {
  const synonyms: Synonyms = new Map()
  if (lists.length === 0) return synonyms
  const stems = await stemWords(db, [...new Set(lists.flat())], languages)
  for (const list of lists) {
    const all = [...new Set(list.flatMap((word) => stems.get(word) ?? []))]
    for (const stem of all)
      synonyms.set(stem, [...new Set([...(synonyms.get(stem) ?? []), ...all.filter((other) => other !== stem)])])
  }
  return synonyms
}
