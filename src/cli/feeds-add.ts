/** `feeds add` and `feeds moved`: a feed, or a site whose feeds are then looked for. */
import type { Services } from '../app/services.ts'
import { splitCredentials, withLoginOf } from '../news/feeds/rules/source-settings.ts'
import { addSource, findFeeds } from '../news/feeds/visits/new-source.ts'
import { proposeAddress } from '../news/feeds/visits/propose-address.ts'
import { editSource } from '../news/feeds/writes/edit-source.ts'
import { getFeed } from '../news/feeds/writes/feeds.ts'
import type { Io } from './io.ts'

interface AddOptions {
  title?: string
  folder?: string
  first?: boolean
}

/** Exit code 1 where a site has several feeds and none was chosen: then they are listed, and nothing is added. */
export async function feedsAdd(services: Services, io: Io, url: string, options: AddOptions): Promise<number> {
  const { database, clock, config } = services
  const found = await findFeeds(services, url)
  const selected = found.length === 1 || options.first ? found[0] : await choose(io, found)
  if (!selected) {
    io.line('There are several feeds. Add one of them by its address, or the first with --first:')
    for (const feed of found) io.line(`  ${feed.url}  ${feed.title}`)
    return 1
  }
  const { title = '', folder = '' } = options
  const address = found.length === 1 ? url : withLoginOf(url, selected.url)
  const wanted = { title, folder, dataDir: config.DATA_DIR }
  const source = await addSource(database, services, address, wanted, clock.now())
  io.line(`Added ${source.title} (id ${source.id}): ${splitCredentials(source.url).url}`)
  return 0
}

async function choose(io: Io, found: { url: string; title: string }[]) {
  if (!io.isTTY) return undefined
  for (const [at, feed] of found.entries()) io.line(`${at + 1}  ${feed.title}  ${feed.url}`)
  return found[Number(await io.query('Which one? ')) - 1]
}

export async function feedsMoved(services: Services, io: Io, id: number, options: { take?: boolean }): Promise<number> {
  const { database, clock, config } = services
  const url = await proposeAddress(services, await getFeed(database, id))
  if (!url) {
    io.line('Its site names no other feed.')
    return 1
  }
  if (options.take) await editSource(database, id, { edit: { url }, dataDir: config.DATA_DIR }, clock.now())
  io.line(options.take ? `It is read at ${url} from now on.` : `It may be at ${url} now: --take reads it there.`)
  return 0
}
