/** Items against the articles on record: which item is which article, and which keys turn out to be shared. Pure. */
import { type Candidate, KEY_KINDS, type KeyKind, keysOf, kindOf, type Recorded, withKeys } from './identity.ts'
import { commonWords } from './material-change.ts'
import { findRenewed } from './renewed-items.ts'

/** Key of the record that several items had `key`, in one document or over visits. */
export const sharedKey = (key: string): string => `!${key}`

export interface Matches<R> {
  candidates: Candidate[]
  existing: Map<Candidate, R>
  /** Shared keys that are not on record as such. */
  newlyShared: string[]
  /** The document lists what is on record under guids and links that are all new. */
  isRenewed: boolean
}

/** Strongest first. An item that is word for word on record needs no other key. */
const ORDER: KeyKind[] = ['c', ...KEY_KINDS.filter((kind) => kind !== 'c')]

/**
 * An article is matched with one candidate at most, the one with the strongest key; a key that would give it another is
 * shared from then on. `sharedHere` are the document's own.
 */
export function matchItems<R extends Recorded>(given: Candidate[], sharedHere: string[], records: R[]): Matches<R> {
  const byKey = new Map(records.map((record) => [record.key, record]))
  const shared = new Set([...sharedHere, ...records.flatMap(({ key }) => (key.startsWith('!') ? key.slice(1) : []))])
  const matchedArticles = new Set<number>()
  const found = new Map<Candidate, R>()
  const match = (candidate: Candidate, record: R) => {
    found.set(candidate, record)
    if (record.articleId !== null) matchedArticles.add(record.articleId)
  }
  const isMatched = ({ articleId }: R) => articleId !== null && matchedArticles.has(articleId)
  for (const kind of ORDER)
    for (const candidate of given) {
      const { possibleKeys } = candidate
      const keys = kind === 'c' ? possibleKeys : keysOf(possibleKeys, shared)
      const key = keys.find((one) => kindOf(one) === kind)
      const record = key && byKey.get(key)
      if (!record || found.has(candidate)) continue
      if (isMatched(record) || isAnother(candidate, record, kind, shared)) shared.add(key)
      else match(candidate, record)
    }
  // An article may have been stored before its key was found to be shared.
  for (const candidate of given.filter((one) => !found.has(one))) {
    const former = candidate.possibleKeys.flatMap((key) => (shared.has(key) ? (byKey.get(key) ?? []) : []))
    const same = former.find((record) => !isMatched(record) && hasSameContent(candidate, record, shared))
    if (same) match(candidate, same)
  }
  const { pairs, isRenewed } = findRenewed(given, found, shared, byKey)
  for (const [candidate, record] of pairs) match(candidate, record)
  return { ...outcome(given, found, shared, byKey), isRenewed }
}

function outcome<R extends Recorded>(
  given: Candidate[],
  found: Map<Candidate, R>,
  shared: Set<string>,
  byKey: Map<string, R>,
): Omit<Matches<R>, 'isRenewed'> {
  const pairs = given.map((candidate) => [withKeys(candidate, shared), found.get(candidate)] as const)
  const used = new Set(given.flatMap(({ possibleKeys }) => possibleKeys))
  return {
    candidates: pairs.map(([candidate]) => candidate),
    existing: new Map(pairs.flatMap(([candidate, record]) => (record ? [[candidate, record]] : []))),
    newlyShared: [...shared].filter((key) => used.has(key) && !byKey.has(sharedKey(key))),
  }
}

/** Half of the words make a text the same one, edited. */
const SAME_ITEM = 0.5

/** A guid, or a link under another guid, is not believed where title, date, words and the other of the two all differ. */
function isAnother(candidate: Candidate, record: Recorded, kind: KeyKind, shared: ReadonlySet<string>): boolean {
  const { item, title, text, canonicalUrl } = candidate
  if (record.articleId === null) return false
  const live = new Set(keysOf(candidate.possibleKeys, shared).map(kindOf))
  const differs = kind === 'g' ? !live.has('u') || record.canonicalUrl !== canonicalUrl : kind === 'u' && live.has('g')
  const dated = item.publishedAt !== null && record.publishedAt !== null
  if (!differs || !dated || title === record.title || item.publishedAt?.getTime() === record.publishedAt?.getTime())
    return false
  return commonWords(`${title} ${text}`, `${record.title} ${record.text}`) < SAME_ITEM
}

function hasSameContent(
  { item, title, contentHash, possibleKeys }: Candidate,
  record: Recorded,
  shared: ReadonlySet<string>,
): boolean {
  if (record.articleId === null || item.publishedAt?.getTime() !== record.publishedAt?.getTime()) return false
  if (record.contentHash === contentHash) return true
  const byTitle = possibleKeys.some((key) => kindOf(key) === 't' && !shared.has(key))
  return byTitle && item.publishedAt !== null && title === record.title
}
