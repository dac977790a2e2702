/** `feeds …`: the sources, from the command line. */
import { readFile, writeFile } from 'node:fs/promises'
import type { Base } from '../app/base.ts'
import { buildSources } from '../app/sources.ts'
import type { SourceRecord } from '../domain/commands.ts'
import { AppError, messageOf } from '../domain/errors.ts'
import { type Io, pathIn, table } from './io.ts'

export async function feedsList(base: Base, io: Io, options: { json?: boolean }): Promise<number> {
  const sources = await buildSources(base).listSources()
  if (options.json) io.line(JSON.stringify(sources, null, 2))
  else
    for (const line of table([['ID', 'STATE', 'ARTICLES', 'SOURCE', 'ADDRESS', 'NOTE'], ...sources.map(row)]))
      io.line(line)
  return 0
}

function row(source: SourceRecord): string[] {
  const state = source.status === 'active' && source.errorsInRow >= 8 ? 'failing' : source.status
  return [
    String(source.id),
    state,
    String(source.articles),
    source.title,
    source.url,
    source.reason ?? source.lastError ?? '',
  ]
}

export async function feedsSwitch(
  base: Base,
  io: Io,
  act: 'remove' | 'enable' | 'disable',
  id: number,
): Promise<number> {
  const sources = buildSources(base)
  const change = { remove: sources.removeSource, enable: sources.resumeSource, disable: sources.pauseSource }[act]
  const source = await change(id)
  io.line(`${{ remove: 'Removed', enable: 'Enabled', disable: 'Disabled' }[act]} ${source.title} (id ${id}).`)
  return 0
}

export async function feedsImport(base: Base, io: Io, file: string): Promise<number> {
  const { added, known } = await buildSources(base).importSources(await readInput(io, file))
  for (const source of added) io.line(`Added ${source.title}: ${source.url}`)
  io.line(`${added.length} sources added, ${known} were known.`)
  return 0
}

async function readInput(io: Io, file: string): Promise<string> {
  try {
    return await readFile(pathIn(io, file), 'utf8')
  } catch (cause) {
    throw new AppError('bad_request', `Cannot read ${file}: ${messageOf(cause)}`, { cause })
  }
}

export async function feedsExport(base: Base, io: Io, file: string | undefined): Promise<number> {
  const opml = await buildSources(base).exportSources()
  if (file) await writeFile(pathIn(io, file), opml)
  else io.line(opml.trimEnd())
  return 0
}
