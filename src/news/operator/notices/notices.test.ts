/** What the operator is told: what needs a person, once, at the right time, by every channel that is set. */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { seedArticles, seedFeed } from '../../../../tests/support/build.ts'
import { t } from '../../../../tests/support/content.ts'
import { openTestDatabase } from '../../../../tests/support/database.ts'
import { canMount, needs } from '../../../../tests/support/machine.ts'
import { startMailServer, type TestMailServer } from '../../../../tests/support/played/mail.ts'
import { type SmallServer, startSmallServer } from '../../../../tests/support/played/small-server.ts'
import { startTestWeb, type TestWeb } from '../../../../tests/support/web.ts'
import { createNotices, openChannels } from '../../../app/notice-loop.ts'
import { insertErrorReport } from '../../articles/writes/fault-reports.ts'
import { makeDailyBackup } from '../../backup/daily-backup.ts'

interface Told {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: JSON of several services
  body: any
}

let receiver: SmallServer
let mail: TestMailServer
let web: TestWeb
let notices: ReturnType<typeof createNotices>
let status = 200
const told: Told[] = []

beforeAll(async () => {
  receiver = await startSmallServer(async (request, response) => {
    const { method, url, headers } = request
    told.push({ method, url, headers, body: JSON.parse(await text(request)) })
    response.writeHead(status).end('{}')
  })
  mail = await startMailServer()
  const settings = {
    NOTIFY_WEBHOOK: at('/hook'),
    NOTIFY_NTFY: at('/driften'),
    NOTIFY_NTFY_TOKEN: 'tk_1',
    NOTIFY_MATRIX: at(''),
    NOTIFY_MATRIX_ROOM: '!rum:exempel.se',
    NOTIFY_MATRIX_TOKEN: 'syt_1',
    NOTIFY_MAIL: 'drift@exempel.se',
    SMTP_URL: mail.url,
    MAIL_FROM: 'tjanst@exempel.se',
    AI_MONTHLY_BUDGET: '10',
  }
  web = await startTestWeb(settings, undefined, { alone: true })
})
afterAll(async () => {
  notices.close()
  await web.close()
  await mail.close()
  await receiver.close()
})
beforeEach(async () => {
  for (const table of ['notices', 'ai_calls', 'fault_reports', 'fetches', 'articles', 'feeds'] as const)
    await web.database.db.deleteFrom(table).execute()
  notices?.close()
  notices = createNotices(web.services)
  web.clock.set(new Date('2026-11-21T12:00:00Z'))
  // The test's database is the embedded one to the service: its backup is of today.
  const backups = join(web.config.DATA_DIR, 'backups')
  mkdirSync(backups, { recursive: true })
  backupFrom(web.clock.now())
  told.length = 0
  mail.mails.length = 0
  status = 200
})

const at = (path: string) => receiver.url + path
const hooked = () => told.filter(({ url }) => url === '/hook').map(({ body }) => body)
const later = (hours: number) => web.clock.set(new Date(web.clock.now().getTime() + hours * 3_600_000))
const ago = (hours: number) => new Date(web.clock.now().getTime() - hours * 3_600_000)
function backupFrom(when: Date) {
  const path = join(web.config.DATA_DIR, 'backups/karnhuset-2026-11-21.jsonl.gz')
  writeFileSync(path, 'x')
  utimesSync(path, when, when)
}
const gone = (title: string) =>
  seedFeed(web.database, { title, status: 'gone', failure: 'gone', failing_since: ago(1), last_fetched_at: ago(1) })
const call = (verdict: 'accepted' | 'refused' | 'failed', hours: number, cost = 0) => ({
  purpose: 'summary',
  at: ago(hours),
  provider: 'p',
  model: 'm',
  prompt_version: '1',
  request: '{}',
  verdict,
  cost,
})
const calls = (...rows: ReturnType<typeof call>[]) => web.database.db.insertInto('ai_calls').values(rows).execute()

describe('the digest', () => {
  it('tells each matter once a day, in one message, until it is mended and comes back', { tags: 'slow' }, async () => {
    const id = await gone('Bladet')
    await gone('Aftonen')
    await notices.poll()
    expect(hooked()).toHaveLength(1)
    expect(hooked()[0]).toMatchObject({ title: expect.stringMatching(/: 2 saker att åtgärda$/), urgent: false })
    expect(hooked()[0].text).toContain('Bladet är nedlagd, säger utgivaren.\nhttps://site.example/admin/sources/')
    later(1)
    await gone('Kuriren')
    await notices.poll()
    expect(hooked()).toHaveLength(1)
    later(24)
    backupFrom(web.clock.now())
    await notices.poll()
    expect(hooked()).toHaveLength(2)
    expect(hooked()[1].title).toMatch(/: Kuriren är nedlagd, säger utgivaren\.$/)
    await web.database.db
      .updateTable('feeds')
      .set({ status: 'active', errors_in_row: 0, last_success_at: web.clock.now() })
      .where('id', '=', id)
      .execute()
    await notices.poll()
    await web.database.db.updateTable('feeds').set({ status: 'gone' }).where('id', '=', id).execute()
    later(24)
    backupFrom(web.clock.now())
    await notices.poll()
    expect(hooked().at(-1).title).toContain('Bladet')
  })

  it('waits for its hour in the time zone of the site', async () => {
    web.clock.set(new Date('2026-11-21T06:50:00Z'))
    await gone('Bladet')
    await notices.poll()
    expect(told).toEqual([])
    web.clock.set(new Date('2026-11-21T07:00:00Z'))
    await notices.poll()
    expect(hooked()).toHaveLength(1)
  })

  it('gives a source that fails a day to mend itself', async () => {
    const values = { errors_in_row: 3, failure: 'busy' as const, last_success_at: ago(40), last_fetched_at: ago(1) }
    await seedFeed(web.database, { title: 'Nyss', ...values, failing_since: ago(5) })
    await seedFeed(web.database, { title: 'Länge', ...values, failing_since: ago(30) })
    await notices.poll()
    expect(hooked()[0].matters.map(({ text }: { text: string }) => text)).toEqual([
      'Länge har inte gått att läsa på ett dygn: servern ber oss vänta.',
    ])
  })

  it('brings what readers report, and more refusals than usual', async () => {
    const feed = await seedFeed(web.database)
    const [article] = await seedArticles(web.database, [{ feed_id: feed, title: 'Priset' }])
    await insertErrorReport(web.ctx.database, { articleId: article!, text: 'Det är fel.', at: web.ctx.clock.now() })
    const many = (n: number, row: ReturnType<typeof call>) => Array.from({ length: n }, () => row)
    await calls(...many(12, call('refused', 3)), ...many(20, call('accepted', 4)), ...many(100, call('accepted', 60)))
    await notices.poll()
    expect(hooked()[0].text).toContain('En läsare skriver om ”Priset”: Det är fel.')
    expect(hooked()[0].text).toContain('12 sammanfattningar underkändes det senaste dygnet, 38 procent mot vanliga 0.')
  })
})

describe('what is urgent', () => {
  it('is told at once, at any hour, and once', async () => {
    web.clock.set(new Date('2026-11-21T02:00:00Z'))
    backupFrom(ago(50))
    await notices.poll()
    later(1)
    await notices.poll()
    expect(hooked()).toHaveLength(1)
    expect(hooked()[0]).toMatchObject({ urgent: true, title: expect.stringContaining('är 2 dygn gammal') })
  })

  it('is a backup that a wrong clock has dated after now, beside one that is old', async () => {
    backupFrom(ago(50))
    const ahead = join(web.config.DATA_DIR, 'backups/karnhuset-2027-03-01.jsonl.gz')
    writeFileSync(ahead, '')
    utimesSync(ahead, new Date('2027-03-01T03:00:00Z'), new Date('2027-03-01T03:00:00Z'))
    onTestFinished(() => rmSync(ahead))
    await notices.poll()
    expect(hooked()[0].matters.map(({ kind }: { kind: string }) => kind)).toEqual(['backup_old', 'backup_ahead'])
    expect(hooked()[0].text).toContain('1 säkerhetskopia är daterad framåt i tiden')
  })

  it('is the end of the budget; that it is near waits for the digest', async () => {
    web.clock.set(new Date('2026-11-21T02:00:00Z'))
    await calls(call('accepted', 1, 8.5))
    await notices.poll()
    expect(told).toEqual([])
    await calls(call('accepted', 1, 1.6))
    await notices.poll()
    expect(hooked()[0].title).toContain('Månadens budget för modeller är slut')
    web.clock.set(new Date('2026-11-21T09:00:00Z'))
    await notices.poll()
    expect(hooked()).toHaveLength(1)
  })

  it('is a model that answers nothing', async () => {
    await calls(call('accepted', 3), ...Array.from({ length: 5 }, () => call('failed', 1)))
    await notices.poll()
    expect(hooked()[0].title).toContain('Modellen svarar inte: 5 anrop i rad har misslyckats')
  })

  it('is a network that is away for half an hour, in place of all its sources', async () => {
    const lost = { errors_in_row: 1, failure: 'offline' as const, last_fetched_at: ago(0.1) }
    for (const name of ['a', 'b', 'c'])
      await seedFeed(web.database, {
        ...lost,
        publisher: `${name}.se`,
        last_success_at: ago(30),
        failing_since: ago(29),
      })
    await notices.poll()
    expect(hooked().map(({ matters }) => matters.map(({ kind }: { kind: string }) => kind))).toEqual([['network_away']])
  })

  it('is told of the network once it has been away for half an hour, whatever source was unreachable before', async () => {
    const unreachable = {
      errors_in_row: 1,
      failure: 'offline' as const,
      last_fetched_at: ago(0.1),
      last_success_at: ago(0.4),
    }
    const dead = { ...unreachable, errors_in_row: 9, last_success_at: ago(200), failing_since: ago(90) }
    await seedFeed(web.database, { ...dead, publisher: 'dead.se' })
    for (const name of ['a', 'b', 'c'])
      await seedFeed(web.database, { ...unreachable, publisher: `${name}.se`, failing_since: ago(0.3) })
    await notices.poll()
    expect(hooked()).toEqual([])
    later(0.3)
    await notices.poll()
    expect(hooked().map(({ matters }) => matters.map(({ kind }: { kind: string }) => kind))).toEqual([['network_away']])
  })

  it('is a backup that could not be written, until one is', async () => {
    const folder = join(web.config.DATA_DIR, 'backups')
    const tomorrow = new Date('2026-11-22T03:00:00Z')
    await seedArticles(web.database, [{ feed_id: await seedFeed(web.database) }])
    const inTheWay = join(folder, 'karnhuset-2026-11-22.jsonl.gz.partial/full')
    mkdirSync(inTheWay, { recursive: true })
    await expect(makeDailyBackup(web.database, folder, tomorrow)).rejects.toThrow()
    rmSync(dirname(inTheWay), { recursive: true })
    await notices.poll()
    expect(hooked()[0].title).toContain('Säkerhetskopian av databasen gick inte att skriva')
    await makeDailyBackup(web.database, folder, tomorrow)
    await notices.poll()
    const open = await web.database.db.selectFrom('notices').select('kind').where('mended_at', 'is', null).execute()
    expect(open).toEqual([])
  })
})

describe.skipIf(!needs('the right to mount a small disk', canMount()))('a disk', () => {
  it('with less than a gigabyte left is told at once, and once until there is room', { tags: 'slow' }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'karnhuset-small-'))
    onTestFinished(() => {
      spawnSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    })
    const size = (megabytes: number, how: string[] = []) =>
      spawnSync('mount', ['-t', 'tmpfs', '-o', [...how, `size=${megabytes}m`].join(), 'tmpfs', folder])
    size(700)
    const small = createNotices({ ...web.services, config: { ...web.config, DATA_DIR: folder, embedded: false } })
    onTestFinished(() => small.close())
    for (let i = 0; i < 2; i++) await small.poll()
    expect(hooked().map(({ title, urgent }) => [title, urgent])).toEqual([
      [expect.stringContaining('Disken är snart full: 0,7 GB är kvar.'), true],
    ])
    size(2000, ['remount'])
    await small.poll()
    size(700, ['remount'])
    await small.poll()
    expect(hooked()).toHaveLength(2)
  })
})

describe('channels', () => {
  it('all get the message, each in its own form', async () => {
    await gone('Bladet')
    await notices.poll()
    const ntfy = told.find(({ url }) => url === '/')
    expect(ntfy).toMatchObject({ method: 'POST', headers: { authorization: 'Bearer tk_1' } })
    expect(ntfy?.body).toMatchObject({
      topic: 'driften',
      priority: 3,
      click: expect.stringContaining('/admin/sources/'),
    })
    const matrix = told.find(({ method }) => method === 'PUT')
    expect(matrix?.url).toMatch(/^\/_matrix\/client\/v3\/rooms\/!rum%3Aexempel\.se\/send\/m\.room\.message\/[0-9a-f]+$/)
    expect(matrix).toMatchObject({ headers: { authorization: 'Bearer syt_1' }, body: { msgtype: 'm.text' } })
    expect(mail.mails).toHaveLength(1)
    expect(mail.mails[0]).toContain('To: drift@exempel.se')
  })

  it('that all fail leave the matter untold, so that it is told when one is back', async () => {
    status = 500
    mail.refuse(true)
    await gone('Bladet')
    await expect(notices.poll()).rejects.toThrow(/NOTIFY_WEBHOOK: HTTP 500/)
    status = 200
    mail.refuse(false)
    told.length = 0
    await notices.poll()
    expect(hooked()).toHaveLength(1)
  })

  it('are tried by a trial, which names those that fail', async () => {
    status = 403
    const channels = openChannels(web.services)
    const results = await channels.trial()
    channels.close()
    expect(results).toEqual([
      { channel: 'NOTIFY_MAIL', error: null },
      { channel: 'NOTIFY_WEBHOOK', error: 'HTTP 403 {}' },
      { channel: 'NOTIFY_NTFY', error: 'HTTP 403 {}' },
      { channel: 'NOTIFY_MATRIX', error: 'HTTP 403 {}' },
    ])
    expect(hooked()[0].title).toMatch(/: så här kommer meddelanden$/)
  })
})

it('a database that is away is told without it, once, after three looks', async () => {
  const database = await openTestDatabase()
  await database.close()
  const watching = createNotices({ ...web.services, database })
  for (let i = 0; i < 5; i++) await watching.poll()
  watching.close()
  expect(hooked().map(({ title }) => title)).toEqual([expect.stringContaining(t('notice.database_away'))])
})

it('a source in trouble is one matter until it is well, whatever the trouble turns into meanwhile', async () => {
  const trouble = { errors_in_row: 3, failing_since: ago(30), last_fetched_at: ago(1), last_success_at: ago(31) }
  const id = await seedFeed(web.database, { title: 'Bladet', ...trouble, failure: 'not_a_feed' })
  const turn = async (values: object) => {
    await web.database.db.updateTable('feeds').set(values).where('id', '=', id).execute()
    later(24)
    backupFrom(web.clock.now())
    await notices.poll()
  }
  await notices.poll()
  await turn({ failure: 'unreachable' })
  await turn({ failure: 'not_a_feed' })
  await turn({ errors_in_row: 0, last_new_at: ago(500), usual_gap_minutes: 600, last_success_at: web.clock.now() })
  await turn({ errors_in_row: 1, failing_since: web.clock.now(), failure: 'busy' })
  expect(hooked().map(({ title }) => title)).toEqual([expect.stringContaining('Bladet är inget flöde längre')])
  await turn({ status: 'gone' })
  expect(hooked().at(-1).title).toContain('Bladet är nedlagd')
})
