/** `feeds …`: the sources, from the command line. */
import { readFile, writeFile } from 'node:fs/promises'
import type { Base } from '../app/base.ts'
import { filterSources, type SourceFilter } from '../news/feeds/rules/source-filter.ts'
import type { ListDifference } from '../news/feeds/rules/source-list.ts'
import { splitCredentials } from '../news/feeds/rules/source-settings.ts'
import { importOpml, syncList } from '../news/feeds/visits/sync-source-list.ts'
import { editSource } from '../news/feeds/writes/edit-source.ts'
import { type Feed, getFeed } from '../news/feeds/writes/feeds.ts'
import { pauseSource, removeSource, resumeSource } from '../news/feeds/writes/operator-sources.ts'
import { listOutlines, listSourceRecords } from '../news/operator/queries/source-records.ts'
import type { SourceRecord } from '../news/operator/queries/views.ts'
import { AppError } from '../platform/errors.ts'
import { counted } from '../platform/text/counted.ts'
import { type Io, pathIn, table } from './io.ts'

export async function feedsList(base: Base, io: Io, options: SourceFilter & { json?: boolean }): Promise<number> {
  const sources = filterSources(
    await listSourceRecords(base.database.db, base.clock.now()),
    options,
    base.site.language,
  )
  if (options.json) io.line(JSON.stringify(sources, null, 2))
  else
    for (const line of table([['ID', 'STATE', 'ARTICLES', 'FOLDER', 'SOURCE', 'ADDRESS', 'NOTE'], ...sources.map(row)]))
      io.line(line)
  return 0
}

function row(source: SourceRecord): string[] {
  return [
    String(source.id),
    source.state.replaceAll('_', ' '),
    String(source.articles),
    source.folder ?? '',
    source.title,
    source.url,
    source.reason ?? source.lastError ?? '',
  ]
}

/** Exit code 1 where one of them is none; the others are changed all the same. */
export async function feedsSwitch(
  base: Base,
  io: Io,
  action: 'remove' | 'enable' | 'disable',
  ids: number[],
  options: { withArticles?: boolean } = {},
): Promise<number> {
  const { database, clock } = base
  const change = {
    remove: (id: number) => removeSource(database, id, options.withArticles ?? false, clock.now()),
    enable: (id: number) => resumeSource(database, id, clock.now()),
    disable: (id: number) => pauseSource(database, id, clock.now()),
  }[action]
  let failed = 0
  for (const id of ids) {
    try {
      const source = await getFeed(database, id)
      await change(id)
      io.line(`${{ remove: 'Removed', enable: 'Enabled', disable: 'Disabled' }[action]} ${source.title} (id ${id}).`)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error
      failed++
      io.note(error.message)
    }
  }
  return failed === 0 ? 0 : 1
}

const addedLine = ({ title, url }: Pick<Feed, 'title' | 'url'>) => `Added ${title}: ${splitCredentials(url).url}`

/** Exit code 1 while anything differs. */
export async function feedsDiff(base: Base, io: Io, options: { take?: boolean }): Promise<number> {
  const { config, database, clock } = base
  const { added, applied, differences, leftOut } = await syncList(config, database, clock.now())
  for (const line of leftOut) io.line(`Left out, ${line}`)
  for (const source of added) io.line(addedLine(source))
  for (const title of applied) io.line(`Changed ${title} as the list says.`)
  const edited = differences.filter(({ kind }) => kind === 'edited')
  if (options.take)
    for (const { feedId, list } of edited)
      if (feedId !== null) await editSource(database, feedId, { edit: list, dataDir: config.DATA_DIR }, clock.now())
  const left = options.take ? differences.filter(({ kind }) => kind !== 'edited') : differences
  for (const difference of left) for (const line of describeDifference(difference)) io.line(line)
  if (left.length === 0) io.line('The list and what is read say the same.')
  return left.length === 0 ? 0 : 1
}

function describeDifference({ title, kind, feedId, list, here }: ListDifference): string[] {
  if (kind === 'unlisted') return [`${title} (id ${feedId}) is read, and no longer in the list.`]
  if (kind === 'removed') return [`${title} is in the list, and was removed here.`]
  return Object.entries(list).map(([field, value]) => {
    const ours = here[field as keyof typeof here]
    return `${title} (id ${feedId}): ${field} is ${ours ?? 'none'} here, ${value ?? 'none'} in the list.`
  })
}

export const feedsImport = async (base: Base, io: Io, file: string): Promise<number> =>
  importList(base, io, await readFile(pathIn(io, file)))

export async function importList(base: Base, io: Io, opml: string | Uint8Array): Promise<number> {
  const { added, existing, leftOut } = await importOpml(base.database, opml, base.clock.now())
  for (const source of added) io.line(addedLine(source))
  for (const line of leftOut) io.line(`Left out, ${line}`)
  const rest = leftOut.length > 0 ? `, ${counted(leftOut.length, 'line')} left out` : ''
  io.line(`${counted(added.length, 'source')} added, ${existing} ${existing === 1 ? 'was' : 'were'} known${rest}.`)
  return 0
}

export async function feedsExport(base: Base, io: Io, file: string | undefined): Promise<number> {
  const { renderOpml } = await import('../news/feeds/formats/render-opml.ts')
  const opml = renderOpml(await listOutlines(base.database.db, base.site.language), base.site.name)
  if (file) await writeFile(pathIn(io, file), opml)
  else io.line(opml.trimEnd())
  return 0
}
