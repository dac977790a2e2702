/** `stats`: counts of what is stored and what is pending. */
import type { Base } from '../app/base.ts'
import { readStats } from '../news/operator/queries/stats.ts'
import type { Storage } from '../news/operator/queries/views.ts'
import { queueDepth } from '../platform/queue/stages.ts'
import { counted } from '../platform/text/counted.ts'
import { type Io, table } from './io.ts'

export async function stats(base: Base, io: Io, options: { json?: boolean }): Promise<number> {
  const { config, database, clock, site } = base
  const all = await readStats(database.db, clock.now(), await queueDepth(database), {
    timeZone: site.timezone,
    keepDays: config.KEEP_ARTICLES ?? null,
    budget: config.AI_MONTHLY_BUDGET ?? null,
  })
  if (options.json) {
    io.line(JSON.stringify(all, null, 2))
    return 0
  }
  const { feeds, articles, spend } = all
  const states = Object.entries(feeds.states).map(([state, n]) => `${n} ${state.replaceAll('_', ' ')}`)
  io.line(`Sources   ${states.join(', ') || 'none'}`)
  if (feeds.offline) io.line("          This machine's own network is away: no publisher can be reached from here.")
  io.line(
    `Articles  ${articles.published} published (${articles.relevant} relevant), ${articles.pending} waiting, ${articles.removed} removed`,
  )
  io.line(`Events    ${all.events}`)
  io.line(`Stories   ${all.stories}`)
  io.line(
    `Models    ${counted(spend.calls, 'call')} this month, cost ${spend.thisMonth}${spend.budget === null ? '' : ` of ${spend.budget}`}`,
  )
  for (const line of storageLines(all.storage)) io.line(line)
  io.line()
  const rows = all.queue.map((q) => [q.stage, String(q.ready), String(q.active), String(q.failed)])
  for (const line of table([['STAGE', 'READY', 'ACTIVE', 'FAILED'], ...rows])) io.line(line)
  return 0
}

const size = (bytes: number) => (bytes < 1e9 ? `${(bytes / 1e6).toFixed(0)} MB` : `${(bytes / 1e9).toFixed(1)} GB`)

function storageLines({ bytes, per100000, months, keepDays: retentionDays, old }: Storage): string[] {
  const each = per100000 === null ? '' : `; 100,000 articles take about ${size(per100000)}`
  const growth = months.map(({ month, articles }) => `${month} ${articles}`).join(', ')
  const retention =
    retentionDays === null ? 'articles are kept for ever' : `articles are kept for ${counted(retentionDays, 'day')}`
  const leaving = old.articles > 0 ? `; ${old.articles} are older, and free about ${size(old.bytes)} as they leave` : ''
  return [
    `Storage   ${size(bytes)} in the database${each}`,
    `Growth    ${growth || 'none'}`,
    `Kept      ${retention}${leaving}`,
  ]
}
