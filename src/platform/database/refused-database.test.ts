/** A database that refuses is unreachable: stale pages, 503 with Retry-After, and the server's own reason. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { createFromTemplate, databaseOn, onServer, testServer } from '../../../tests/support/database.ts'
import { until } from '../../../tests/support/service.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { connectDatabase } from './database.ts'

const name = `refused_${randomBytes(6).toString('hex')}`
let web: TestWeb
let run: (statement: string) => Promise<void>
/** A list that no cache knows; the default is 50. */
let notCached = 51

beforeAll(async () => {
  const { address } = await testServer()
  run = (statement) => onServer(address, statement)
  await createFromTemplate(address, name)
  await run(`create role ${name} login`)
  await run(`grant ${address.user} to ${name}`)
  const database = await connectDatabase({ ...databaseOn(address, name), user: name }, 5)
  web = await startTestWeb({}, database)
  await seedArticles(database, [{ feed_id: await seedFeed(database), title: 'Före' }])
})
afterAll(async () => {
  await web?.close()
  await run(`drop database if exists ${name} with (force)`)
  await run(`drop role ${name}`)
})

const get = async (url: string) => {
  const { statusCode, headers, body } = await web.app.inject({ url })
  return { status: statusCode, stale: headers['x-stale'], retry: Number(headers['retry-after']), body }
}
const becomes = (url: string, good: (answer: Awaited<ReturnType<typeof get>>) => boolean) => until(() => get(url), good)

it.each([
  [
    'has no database of this name (3D000)',
    `alter database ${name} rename to ${name}_x`,
    `alter database ${name}_x rename to ${name}`,
    /does not exist/,
  ],
  [
    'takes no connections to it (55000)',
    `alter database ${name} allow_connections false`,
    `alter database ${name} allow_connections true`,
    /not currently accepting connections/,
  ],
  [
    'has as many connections as it may (53300)',
    `alter database ${name} connection limit 0`,
    `alter database ${name} connection limit -1`,
    /too many connections/,
  ],
  ['lets the role not in (28000)', `alter role ${name} nologin`, `alter role ${name} login`, /not permitted to log in/],
  [
    'lets the role not connect (42501)',
    `revoke connect on database ${name} from public; revoke karnhuset from ${name}`,
    `grant connect on database ${name} to public; grant karnhuset to ${name}`,
    /permission denied for database/,
  ],
])('a server that %s is away until it is well again', { tags: 'slow' }, async (_, refuse, restore, reason) => {
  await becomes('/entries.json', ({ status, stale }) => status === 200 && stale === undefined)
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname like '${name}%'`
  // The site may connect again between the two.
  const isRefused = async () => {
    await run(cut)
    return run(refuse).then(
      () => true,
      () => false,
    )
  }
  await until(isRefused, Boolean)
  await run(cut)
  // The first question may meet the connection that was cut.
  const ready = await becomes('/readyz', ({ status, body }) => status === 503 && reason.test(body))
  expect(JSON.parse(ready.body).reason).toMatch(reason)
  const stale = await becomes('/entries.json', (answer) => answer.stale === '1')
  expect([stale.status, JSON.parse(stale.body).entries]).toEqual([200, [expect.objectContaining({ title: 'Före' })]])
  const other = await get(`/entries.json?items=${notCached++}`)
  expect([other.status, other.retry > 0, other.body]).toEqual([503, true, expect.not.stringMatching(reason)])
  await run(restore)
  await becomes('/readyz', ({ status }) => status === 200)
})
