/** `karnhuset feeds check [FILE]`: fetches each source of a list once, and names those that bring nothing. Stores nothing. */

import { readFile } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { fetchDocument } from '../news/feeds/documents/document.ts'
import { parseOpml } from '../news/feeds/formats/opml.ts'
import { type Preview, previewInput } from '../news/feeds/preview.ts'
import type { OpmlSource } from '../news/feeds/rules/source-list.ts'
import { splitCredentials } from '../news/feeds/rules/source-settings.ts'
import { readSourceList } from '../news/feeds/visits/sync-source-list.ts'
import { createFetcher } from '../platform/fetch/fetcher.ts'
import { counted } from '../platform/text/counted.ts'
import { type Io, pathIn } from './io.ts'

const WEEK_MS = 7 * 86_400_000
/** Four weeks without an item: a source that publishes less often is not worth its place in a list of news. */
const SILENT_WEEKS = 4
/** Sources that are fetched at a time. */
const AT_A_TIME = 4

/** Of the list that SOURCES names, or of `file`. Exit code 1 when a source is named. */
export async function feedsCheck(config: Config, io: Io, file: string | undefined, now = new Date()): Promise<number> {
  const { sources } = file === undefined ? readSourceList(config) : parseOpml(await readFile(pathIn(io, file)))
  const fetcher = createFetcher({ allow: config.FETCH_ALLOW, userAgent: `karnhuset/1.0 (+${config.BASE_URL}/about)` })
  const waiting = [...sources]
  let named = 0
  const work = async () => {
    for (let source = waiting.shift(); source; source = waiting.shift()) {
      const preview = await previewInput(source.url, (url) => fetchDocument(fetcher, url))
      const objection = objectionTo(preview, now)
      if (objection === null) continue
      named++
      io.line(describe(source, objection))
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_A_TIME }, work))
  } finally {
    await fetcher.close()
  }
  io.line(`${counted(sources.length, 'source')}, of which ${named} ${named === 1 ? 'brings' : 'bring'} nothing.`)
  return named === 0 ? 0 : 1
}

const describe = ({ title, url }: OpmlSource, objection: string) =>
  `${title} (${splitCredentials(url).url}): ${objection}`

/** Null for a feed with an item of the last weeks, or with items that have no date. */
function objectionTo({ ok, error, items }: Preview, now: Date): string | null {
  if (!ok) return error ?? 'it cannot be read'
  if (items.length === 0) return 'it has no items'
  const times = items.flatMap(({ published_at, updated_at }) => Date.parse(published_at ?? updated_at ?? '') || [])
  const past = times.filter((time) => time <= now.getTime())
  if (past.length === 0) return null
  const newest = Math.max(...past)
  const weeks = Math.floor((now.getTime() - newest) / WEEK_MS)
  return weeks < SILENT_WEEKS
    ? null
    : `nothing for ${weeks} weeks, since ${new Date(newest).toISOString().slice(0, 10)}`
}
