/**
 * `npm run survival`: random SIGKILLs over ingest, enrichment with clustering, and imports, on both databases, against an
 * undisturbed run. Options: --kills N (of each database, 100), --work ingest|enrich|import, --engine embedded|postgres, --seed N.
 */
import { parseArgs } from 'node:util'
import { hasPostgres, startPostgres } from '../support/postgres.ts'
import { differences } from './compare.ts'
import { runJourney, type Work } from './journey.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    work: { type: 'string' },
    engine: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const seed = Number(values.seed)
const works = (['ingest', 'enrich', 'import'] as Work[]).filter((work) => !values.work || work === values.work)
const engines = ['embedded', 'postgres'].filter((engine) => !values.engine || engine === values.engine)
let failed = 0
console.log(`seed ${seed}`)
for (const engine of engines) {
  if (engine === 'postgres' && !hasPostgres) {
    console.log('postgres   not installed: FAILED')
    failed++
    continue
  }
  const server = engine === 'postgres' ? await startPostgres() : null
  try {
    for (const [at, work] of works.entries()) {
      const kills = shareOf(Number(values.kills), works.length, at)
      failed += await report(engine, work, kills, server ? () => server.createDatabase() : undefined)
    }
  } finally {
    server?.remove()
  }
}
console.log(`${engines.length * works.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

async function report(
  engine: string,
  work: Work,
  kills: number,
  createDatabase: (() => Promise<string>) | undefined,
): Promise<number> {
  const started = Date.now()
  const onKill = (done: number) => {
    if (done % 5 === 0)
      console.error(`${engine} ${work}: ${done} kills, ${Math.round((Date.now() - started) / 1000)} s`)
  }
  const outcome = await runJourney({ work, kills, seed, onKill, ...(createDatabase && { createDatabase }) })
  const found = differences(outcome.disturbed, outcome.undisturbed)
  const { articles, events, identities, feeds } = outcome.undisturbed
  const seconds = Math.round((Date.now() - started) / 1000)
  console.log(
    `${engine.padEnd(9)} ${work.padEnd(7)} ${outcome.kills} kills, ${outcome.survived} runs between: ${articles.length} articles, ${identities.length} identities, ${events.length} events: ${found.length} differences (${seconds} s)`,
  )
  for (const line of found.slice(0, 20)) console.log(`  ${line.slice(0, 300)}`)
  return found.length === 0 &&
    (work === 'import' || articles.length > 100) &&
    outcome.kills === kills &&
    feeds.length === 10
    ? 0
    : 1
}

function shareOf(all: number, parts: number, at: number): number {
  return Math.floor(all / parts) + (at < all % parts ? 1 : 0)
}
