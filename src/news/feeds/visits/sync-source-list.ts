/** Lists of sources, taken into the stored ones: the file that SOURCES names, and an operator's own. */

import { readFileSync } from 'node:fs'
import type { Config } from '../../../config.ts'
import type { ActorDatabase } from '../../../platform/database/database.ts'
import { AppError, messageOf } from '../../../platform/errors.ts'
import { counted } from '../../../platform/text/counted.ts'
import { type OpmlList, parseOpml } from '../formats/opml.ts'
import type { ListSync, OpmlSource } from '../rules/source-list.ts'
import type { Feed, NewFeed } from '../writes/feeds.ts'
import { importSources } from '../writes/operator-sources.ts'
import { syncSourceList } from '../writes/source-list.ts'
import type { Crawl } from './crawl.ts'

/** Throws `bad_request` naming the file, and its lines where it cannot be read as OPML. */
export function readSourceList({ SOURCES }: Pick<Config, 'SOURCES'>): OpmlList {
  if (SOURCES === null) return { sources: [], leftOut: [] }
  const bytes = named(`cannot read ${SOURCES}`, () => readFileSync(SOURCES))
  return named(SOURCES, () => parseOpml(bytes))
}

function named<T>(what: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw new AppError('bad_request', `SOURCES: ${what}: ${messageOf(cause)}`, { cause })
  }
}

export const toNewFeed = ({ category, ...source }: OpmlSource): NewFeed => ({ ...source, folder: category })

/** Adds what is new in the file, applies what changed in it, names what differs. Never removes. */
export async function syncList(config: Config, database: ActorDatabase, now: Date): Promise<ListSync> {
  if (config.SOURCES === null) return { added: [], applied: [], differences: [], leftOut: [] }
  const { sources, leftOut } = readSourceList(config)
  return { ...(await syncSourceList(database, sources.map(toNewFeed), now)), leftOut }
}

type Deps = Pick<Crawl, 'config' | 'database' | 'log' | 'clock'>

/** For the worker, at its start, and for a pass in its place: no other command changes the sources unasked. Logs what it did. */
export async function syncSources({ config, database, log, clock }: Deps): Promise<void> {
  const { added, applied, differences, leftOut } = await syncList(config, database, clock.now())
  if (leftOut.length > 0)
    log.warn(
      { lines: leftOut.slice(0, 20) },
      `the list of sources has ${counted(leftOut.length, 'line')} without a feed`,
    )
  if (added.length > 0) log.info({ sources: added.length }, 'sources added')
  if (applied.length > 0) log.info({ sources: applied }, 'sources changed as their list says')
  if (differences.length > 0)
    log.info(
      { sources: differences.map(({ title, kind }) => `${title}: ${kind}`) },
      `${counted(differences.length, 'difference')} between the list of sources and what is read: "karnhuset feeds diff" shows how`,
    )
}

/** Adds what is new in it. `leftOut` has the lines that name no feed. Throws `bad_request` naming the line for what is no OPML. */
export async function importOpml(
  database: ActorDatabase,
  opml: string | Uint8Array,
  now: Date,
): Promise<{ added: Feed[]; existing: number; leftOut: string[] }> {
  const { sources, leftOut } = parseOpml(opml)
  const added = await importSources(database, sources.map(toNewFeed), now)
  return { added, existing: sources.length - added.length, leftOut }
}
