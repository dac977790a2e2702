/** Items that come again under a new guid and a new link, recognised by their titles, dates and texts. Pure. */
import { type Candidate, keysOf, kindOf, type Recorded } from './identity.ts'
import { commonWords } from './material-change.ts'

/** Fewest such items that show a feed to renew its ids: two may be columns that bear one title every day. */
const RENEWED = 3
/** Share of the words that a text keeps where it is the same one, edited. */
const SAME_TEXT = 0.5
/** Minimum of words in a content that is more than the name of a column. */
const MIN_WORDS = 5

export interface Renewed<R> {
  pairs: [Candidate, R][]
  /** More of what is known came under new ids than under those on record. */
  isRenewed: boolean
}

/** `found` are the items that a guid, a link or all of their words identified; their articles are taken. */
export function findRenewed<R extends Recorded>(
  given: Candidate[],
  found: Map<Candidate, R>,
  shared: ReadonlySet<string>,
  byKey: Map<string, R>,
): Renewed<R> {
  const taken = new Set([...found.values()].map(({ articleId }) => articleId))
  const titles = Map.groupBy(given, ({ titleKey }) => titleKey)
  const similar = given.flatMap((candidate): [Candidate, R][] => {
    const { titleKey, possibleKeys } = candidate
    const record = titleKey !== null && titles.get(titleKey)?.length === 1 ? byKey.get(titleKey) : undefined
    if (!record || found.has(candidate) || record.articleId === null || taken.has(record.articleId)) return []
    const hasIds = keysOf(possibleKeys, shared).some((key) => kindOf(key) === 'g' || kindOf(key) === 'u')
    const isShared = possibleKeys.some((key) => kindOf(key) === 't' && shared.has(key))
    return hasIds && !isShared && isSimilar(candidate, record) ? [[candidate, record]] : []
  })
  const byArticle = new Map(similar.map((pair) => [pair[1].articleId, pair]))
  const pairs = [...byArticle.values()]
  const isRenewed = pairs.length >= RENEWED && pairs.length > found.size
  const nothingRecurs = found.size === 0
  return { pairs: pairs.filter((pair) => isRenewed || isSame(...pair, nothingRecurs)), isRenewed }
}

/** True for one of several: with another date, or with none, where not a word differs. */
function isSimilar({ item, text, title, contentHash }: Candidate, record: Recorded): boolean {
  const [date, before] = [item.publishedAt?.getTime(), record.publishedAt?.getTime()]
  if (date === undefined && before === undefined) return contentHash === record.contentHash
  if (date === before) return text === record.text || commonWords(text, record.text) >= SAME_TEXT
  return contentHash === record.contentHash && hasManyWords(title, text)
}

const hasManyWords = (title: string, text: string) =>
  new Set(`${title} ${text}`.match(/[\p{L}\p{N}]+/gu)).size >= MIN_WORDS

/** True for one alone: published at the very same time of day, with the same text, or where nothing in the document recurs. */
function isSame({ item, text }: Candidate, record: Recorded, nothingRecurs: boolean): boolean {
  const date = item.publishedAt
  if (date === null || date.getTime() !== record.publishedAt?.getTime()) return false
  const hasTime = date.getUTCMinutes() + date.getUTCSeconds() > 0
  return hasTime && (nothingRecurs || text !== '')
}
