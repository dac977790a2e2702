/**
 * A process of its own that delivers what waits in the outbox, and ends when nothing does: `node deliver.ts FOLDER
 * SMTP_URL`, with the embedded server of the folder. Strangers' servers are on loopback.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { readContent } from '../../../src/app/content.ts'
import { makeServices } from '../../../src/app/services.ts'
import { parseConfig } from '../../../src/config.ts'
import { connectDatabase } from '../../../src/platform/database/database.ts'
import { embeddedAddress } from '../../../src/platform/database/embedded/postgres-server.ts'
import { freeLeases } from '../../../src/platform/outbox/rows.ts'
import { buildWeb } from '../../../src/web.ts'
import { runStage, sendAlerts } from '../run-stage.ts'

const [folder = '', smtp = ''] = process.argv.slice(2)
const config = parseConfig({
  DATA_DIR: folder,
  SOURCES: 'none',
  BASE_URL: 'https://site.example',
  FETCH_ALLOW: '127.0.0.0/8',
  SMTP_URL: smtp,
  MAIL_FROM: 'news@site.example',
})
const database = { ...(await connectDatabase(embeddedAddress(folder), 8)), holder: 'one' }
await freeLeases(database)
const services = await makeServices(
  {
    config,
    log: pino({ level: 'silent' }),
    clock: { now: () => new Date() },
    database,
    content: readContent('content'),
  },
  { allow: ['127.0.0.0/8'], secure: false },
)
const web = await buildWeb(services)
await web.app.ready()

/** Messages that wait, and streams that are behind. */
const isWaiting = async () =>
  (
    await sql`
      select from outbox o where state = 'waiting' and (not repeats or failing_since is not null or leased_until is not null)
      union all
      select from webhooks where kind = 'changes' and cursor not like '%-' || (select max(position) from changes)
      limit 1`.execute(database.db)
  ).rows.length > 0

for (let waiting = true; waiting; ) {
  try {
    await Promise.all([runStage(services, 'letters'), sendAlerts(services), web.deliver()])
    waiting = await isWaiting()
  } catch {
    // The database is away: it is asked again.
  }
  await sleep(50)
}
process.exit(0)
