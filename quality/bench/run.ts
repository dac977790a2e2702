/**
 * `npm run bench`: what the service costs, as ratios to what stands beside it in the same run.
 *   --only reads,features,ready,commands,freshness,flood,pass,memory,first-pass,small,stages,stories,growth,alerts,records   --seconds N (of load on each side of a line)
 *   --database URL (a server in place of the embedded one)   --short (what CI runs; misses do not fail it)
 *   --json   --write (docs/bench.md)
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import type { ActorDatabase } from '../../src/platform/database/database.ts'
import { hasTestData } from '../../tests/support/test-data.ts'
import { benchAlerts } from './alerts.ts'
import { benchFeatures } from './features.ts'
import { benchFirstPass } from './first-pass.ts'
import { benchGrowth } from './growth.ts'
import { missingWrk } from './load.ts'
import { holds, type Measure, printMeasure } from './measure.ts'
import { renderPage } from './page.ts'
import { inPlace, type Place } from './place.ts'
import { benchReads } from './reads.ts'
import { benchRecords } from './records.ts'
import { benchRunning, runningParts } from './running.ts'
import { benchSmall } from './small.ts'
import { benchStages } from './stages.ts'
import { benchStories } from './stories.ts'

const allParts = [
  'reads',
  'features',
  ...runningParts,
  'first-pass',
  'small',
  'stages',
  'stories',
  'growth',
  'alerts',
  'records',
]
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: allParts.join(',') },
    seconds: { type: 'string' },
    database: { type: 'string' },
    short: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const { short } = values
const seconds = Number(values.seconds ?? (short ? 3 : 10))
const parts = new Set(values.only.split(','))
/** Articles, events, articles, readers. */
const stageSizes = [1000, 10_000, 100_000]
const storySizes = [2000, 8000, 40_000]
const growthSizes = [10_000, 100_000, 1_000_000]
const readers = [10_000, 100_000]
const yearOfArticles = 10_000

const page = new URL('../../docs/bench.md', import.meta.url)
const earlier = readFileSync(page, 'utf8')
const measures: Measure[] = []
const add = (found: Measure[]) => {
  measures.push(...found)
  if (!values.json) found.forEach(printMeasure)
  // At once, since a whole run takes the better part of an hour.
  if (values.write) writePage()
}

const unknown = [...parts].find((part) => !allParts.includes(part))
const fault = unknown ? `There is no part ${unknown}: ${allParts.join(', ')}` : parts.has('reads') ? missingWrk() : null
if (fault) {
  console.error(fault)
  process.exit(1)
}
// Children end with the process's exit, which a signal alone would leave out.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
if (parts.has('reads')) await onDatabase((database, { env }) => benchReads(database, { env, seconds }, short))
if (parts.has('features')) add(await benchFeatures(values.database, short))
if (runningParts.some((part) => parts.has(part)))
  await inPlace(values.database, (place) => benchRunning(place, parts, short, add))
if (parts.has('first-pass') && hasTestData) add(await inPlace(undefined, benchFirstPass))
if (parts.has('small') && hasTestData) add(await benchSmall(short))
if (parts.has('stages')) await onDatabase((database) => benchStages(database, short ? [1000, 4000] : stageSizes))
if (parts.has('stories')) await onDatabase((database) => benchStories(database, short ? [2000] : storySizes))
if (parts.has('growth')) await onDatabase((database) => benchGrowth(database, short ? [2000, 10_000] : growthSizes))
if (parts.has('alerts')) await onDatabase((database) => benchAlerts(database, short ? [2000, 4000] : readers))
if (parts.has('records')) await onDatabase((database) => benchRecords(database, short ? 2000 : yearOfArticles))
report()

/** Each has a database of its own. */
async function onDatabase(bench: (database: ActorDatabase, place: Place) => Promise<Measure[]>): Promise<void> {
  await inPlace(values.database, async (place) => {
    const database = await place.open()
    add(await bench(database, place))
    await database.close()
  })
}

function whereAndWhen() {
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const machine = `node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${gigabytes} GiB`
  return { machine, date: new Date().toISOString().slice(0, 10) }
}

function writePage(): void {
  const command = `npm run bench${process.argv.slice(2).length > 0 ? ` -- ${process.argv.slice(2).join(' ')}` : ''}`
  writeFileSync(page, renderPage(earlier, measures, { command, ...whereAndWhen() }))
}

function report(): void {
  const { machine, date } = whereAndWhen()
  if (values.json) console.log(JSON.stringify({ machine, date, measures }))
  else console.log(`\n${machine}, ${date}: ${measures.filter(holds).length} of ${measures.length} lines as promised`)
  process.exitCode = measures.every(holds) || short ? 0 : 1
}
