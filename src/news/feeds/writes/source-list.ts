/** The list of sources in the content folder against the stored ones: its changes are applied, other differences are named. */

import type { ActorDatabase, Database } from '../../../platform/database/database.ts'
import { registrableDomain } from '../../../platform/text/url.ts'
import { auditedAction } from '../../actions/writes/log.ts'
import type { ListDifference, ListSync } from '../rules/source-list.ts'
import { type SourceEdit, splitCredentials } from '../rules/source-settings.ts'
import { applyEdit, settingsOf } from './edit-source.ts'
import { addFeeds, type Feed, type Listed, type NewFeed } from './feeds.ts'
import { recordOn } from './operator-sources.ts'

type Field = keyof Listed
const fields: Field[] = ['url', 'title', 'publisher', 'publisherName', 'language', 'relevance', 'extract', 'folder']

const withoutLogin = (address: string) => splitCredentials(address).url

/** Values of a line of the list; what it leaves open is not its business. */
const listedOf = (source: NewFeed): Listed => ({
  url: withoutLogin(source.url),
  title: source.title,
  publisher: source.publisher ?? registrableDomain(source.siteUrl ?? source.url),
  publisherName: source.publisherName ?? null,
  language: source.language,
  relevance: source.relevance,
  extract: source.extract,
  folder: source.folder ?? null,
})

/** Adds what is new in the list, applies what changed in it since the last time, and names the rest. Never removes. */
export async function syncSourceList(
  database: ActorDatabase,
  sources: NewFeed[],
  now: Date,
): Promise<Omit<ListSync, 'leftOut'>> {
  const { fresh, pairs, differences } = await compareWith(database, sources)
  const added = await addFeeds(
    database,
    fresh.map((source) => ({ ...source, listed: listedOf(source) })),
  )
  const applied: string[] = []
  for (const { feed, source, edit } of pairs)
    if (await apply(database, feed, edit, listedOf(source), now)) applied.push(feed.title)
  return { added, applied, differences }
}

/** Differences from the list; nothing is changed. */
export const compareSourceList = async (database: Database, sources: NewFeed[]): Promise<ListDifference[]> =>
  (await compareWith(database, sources)).differences

interface Pair {
  feed: Feed
  source: NewFeed
  edit: SourceEdit
}

async function compareWith(database: Database, sources: NewFeed[]) {
  const all = await database.db.selectFrom('feeds').selectAll().execute()
  const byUrl = new Map(all.map((feed) => [withoutLogin(feed.url), feed]))
  const others = matchOthers(all, sources, byUrl)
  const [pairs, differences, listed]: [Pair[], ListDifference[], Set<number>] = [[], [], new Set()]
  for (const source of sources) {
    const url = withoutLogin(source.url)
    const feed = byUrl.get(url) ?? others.get(url)
    if (!feed) continue
    listed.add(feed.id)
    const { edit, differs } = compare(feed, source)
    if (feed.status === 'removed') differences.push(differenceOf('removed', feed))
    else pairs.push({ feed, source, edit: edit.url === undefined ? edit : { ...edit, url: source.url } })
    if (feed.status !== 'removed' && Object.keys(differs.list).length > 0)
      differences.push({ ...differenceOf('edited', feed), ...differs })
  }
  const unlisted = all.filter((feed) => feed.listed && feed.status !== 'removed' && !listed.has(feed.id))
  differences.push(...unlisted.map((feed) => differenceOf('unlisted', feed)))
  const fresh = sources.filter(({ url }) => !byUrl.has(withoutLogin(url)) && !others.has(withoutLogin(url)))
  return { fresh, pairs, differences }
}

const differenceOf = (kind: ListDifference['kind'], { id, title, url }: Feed): ListDifference => ({
  feedId: kind === 'removed' ? null : id,
  title,
  url,
  kind,
  list: {},
  here: {},
})

/**
 * Lines of the list, by their address, whose source has another one here: it was changed here, or in the list. The source had
 * the address in the list before, or has the name alone, there and here.
 */
function matchOthers(all: Feed[], sources: NewFeed[], byUrl: Map<string, Feed>): Map<string, Feed> {
  const named = new Set(sources.map(({ url }) => withoutLogin(url)))
  const left = all.filter((feed) => feed.listed && feed.status !== 'removed' && !named.has(withoutLogin(feed.url)))
  const byListed = new Map(left.map((feed) => [feed.listed?.url, feed]))
  const unmatched = left.filter(({ listed }) => !named.has(String(listed?.url)))
  const pairs = sources.flatMap((source): [string, Feed][] => {
    const url = withoutLogin(source.url)
    if (byUrl.has(url)) return []
    const before = byListed.get(url)
    if (before) return [[url, before]]
    const titled = unmatched.filter(({ listed }) => listed?.title === source.title)
    const rivals = sources.filter(({ title }) => title === source.title)
    return titled.length === 1 && rivals.length === 1 && titled[0] ? [[url, titled[0]]] : []
  })
  return new Map(pairs)
}

interface Comparison {
  edit: SourceEdit
  differs: Pick<ListDifference, 'list' | 'here'>
}

/** A field that changed in the list, and here not, is the list's; one that changed in both is a difference. */
function compare(feed: Feed, source: NewFeed): Comparison {
  const [now, before] = [listedOf(source), feed.listed as Listed | null]
  const here = { ...settingsOf(feed), url: withoutLogin(feed.url) }
  const [edit, list, ours]: [SourceEdit, SourceEdit, SourceEdit] = [{}, {}, {}]
  const put = <F extends Field>(to: SourceEdit, field: F, value: Listed[F]) => Object.assign(to, { [field]: value })
  for (const field of fields) {
    if (now[field] === here[field] || isOpen(field, source, before)) continue
    const untouched = before === null || before[field] === here[field]
    if (untouched && now[field] !== before?.[field]) put(edit, field, now[field])
    else {
      put(list, field, now[field])
      put(ours, field, here[field])
    }
  }
  return { edit, differs: { list, here: ours } }
}

/** A field that the list leaves open was filled in by the feed itself or its site. */
function isOpen(field: Field, source: NewFeed, before: Listed | null): boolean {
  if (field === 'publisher') return source.publisher === null
  if (field === 'publisherName') return !source.publisherName && !before?.publisherName
  if (field === 'language') return source.language === null && (before === null || before.language === null)
  return field === 'folder' && before === null && !source.folder
}

/** Also stores the list's current values. False where nothing of the source changed. */
async function apply(
  database: ActorDatabase,
  feed: Feed,
  edit: SourceEdit,
  listed: Listed,
  now: Date,
): Promise<boolean> {
  const text = JSON.stringify(listed)
  if (!sameListed(feed.listed, listed))
    await database.db.updateTable('feeds').set({ listed: text }).where('id', '=', feed.id).execute()
  if (Object.keys(edit).length === 0) return false
  const outcome = await auditedAction(database, now, async (trx) => {
    const current = await trx.selectFrom('feeds').selectAll().where('id', '=', feed.id).forUpdate().executeTakeFirst()
    const undo = current ? await applyEdit(trx, current, { edit }, now) : null
    if (!undo) return null
    const facts = ({ title, ...rest }: SourceEdit) => ({ ...rest, ...(title === undefined ? {} : { name: title }) })
    return recordOn(feed, {
      action: 'source_edited',
      before: facts(undo.from),
      after: { ...facts(undo.to), by: 'list' },
      undo,
    })
  })
  return outcome === 'done'
}

const sameListed = (a: Feed['listed'], b: Listed) => fields.every((field) => a?.[field] === b[field])
