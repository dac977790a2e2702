/** `feeds …`: the sources, from the command line. */
import { readFile, writeFile } from 'node:fs/promises'
import { buildOperations } from '../app/operations.ts'
import type { Services } from '../app/services.ts'
import type { Config } from '../config.ts'
import type { SourceRecord } from '../domain/commands.ts'
import { AppError, messageOf } from '../domain/errors.ts'
import { fetchDocument } from '../feeds/documents/document.ts'
import { createFetcher } from '../feeds/fetch/fetcher.ts'
import { previewInputs } from './feeds-preview.ts'
import { type Io, pathIn, table } from './io.ts'

export async function feedsList(services: Services, io: Io, options: { json?: boolean }): Promise<number> {
  const sources = await buildOperations(services).listSources()
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

export async function feedsAdd(services: Services, io: Io, url: string, options: { title?: string }): Promise<number> {
  const source = await buildOperations(services).addSource(url, options)
  io.line(`Added ${source.title} (id ${source.id}): ${source.url}`)
  return 0
}

export async function feedsSwitch(
  services: Services,
  io: Io,
  act: 'remove' | 'enable' | 'disable',
  id: number,
): Promise<number> {
  const operations = buildOperations(services)
  const change = { remove: operations.removeSource, enable: operations.resumeSource, disable: operations.pauseSource }[
    act
  ]
  const source = await change(id)
  io.line(`${{ remove: 'Removed', enable: 'Enabled', disable: 'Disabled' }[act]} ${source.title} (id ${id}).`)
  return 0
}

export async function feedsImport(services: Services, io: Io, file: string): Promise<number> {
  const { added, known } = await buildOperations(services).importSources(await readInput(io, file))
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

export async function feedsExport(services: Services, io: Io, file: string | undefined): Promise<number> {
  const opml = await buildOperations(services).exportSources()
  if (file) await writeFile(pathIn(io, file), opml)
  else io.line(opml.trimEnd())
  return 0
}

export async function feedsPreview(config: Config, io: Io, inputs: string[]): Promise<number> {
  const fetcher = createFetcher({ allow: config.FETCH_ALLOW, userAgent: `karnhuset/1.0 (+${config.BASE_URL}/om)` })
  try {
    return await previewInputs(
      inputs,
      (url) => fetchDocument(fetcher, url),
      (line) => io.line(line),
    )
  } finally {
    await fetcher.close()
  }
}
