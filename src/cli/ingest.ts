/** `ingest`: one full pass, with a bar for each stage on a terminal and a table of the sources at the end. */
import type { Services } from '../app/services.ts'
import { syncSources } from '../news/feeds/visits/sync-source-list.ts'
import { getFeed } from '../news/feeds/writes/feeds.ts'
import { runOnce } from '../news/stages/run.ts'
import { counted } from '../platform/text/counted.ts'
import { type Io, progressBar, table } from './io.ts'

/** Exit code 0 when at least one source answered, or none was due. */
export async function ingest(services: Services, io: Io, feedId: number | undefined): Promise<number> {
  // As the worker does, in whose place it is.
  await syncSources(services)
  if (feedId !== undefined) await getFeed(services.database, feedId)
  const reports = await runOnce(services.pipeline, await services.queue(), {
    ...(feedId === undefined ? {} : { feedIds: [feedId] }),
    onProgress: ({ stage, done, total }) => io.progress(progressBar(stage.padEnd(8), done, total, io.columns)),
  })
  io.progress('')
  if (reports.length === 0) {
    io.line('No source was due.')
    return 0
  }
  const rows = reports
    .sort((a, b) => a.feedId - b.feedId)
    .map((v) => [
      String(v.feedId),
      v.title.slice(0, 40),
      String(v.created),
      String(v.updated),
      v.outcome,
      v.error ?? '',
    ])
  for (const line of table([['ID', 'SOURCE', 'NEW', 'UPDATED', 'RESULT', 'WHY'], ...rows])) io.line(line)
  const count = (outcome: string) => reports.filter((report) => report.outcome === outcome).length
  const sum = (field: 'created' | 'updated') => reports.reduce((all, report) => all + report[field], 0)
  io.line(
    `\n${counted(reports.length, 'source')}: ${count('new')} with news, ${count('unchanged')} unchanged, ${count('failed')} failed. ${counted(sum('created'), 'article')} new, ${sum('updated')} updated.`,
  )
  return reports.some((report) => report.outcome !== 'failed') ? 0 : 1
}
