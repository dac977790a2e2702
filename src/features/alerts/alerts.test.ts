/** Alerts: an event that enough publishers report reaches who asked, once, by mail and push, and not at night. */

import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { alertsAt } from '../../../tests/support/alerts.ts'
import { seedTag, seedWebhook } from '../../../tests/support/build.ts'
import { emptyTables, NEIGHBOUR, restoreNeighbour } from '../../../tests/support/neighbour.ts'
import { readMail } from '../../../tests/support/played/mail.ts'
import { runStage, sendAlerts } from '../../../tests/support/run-stage.ts'
import { type AlertSite, startAlertSite } from '../../../tests/support/worlds/alerts.ts'
import type { Follow } from '../../news/accounts/rules/profile.ts'
import { follow, mute } from '../../news/accounts/writes/follows.ts'
import { revokeSession, sessionOfToken, userOfToken } from '../../news/accounts/writes/tokens.ts'
import { saveMail } from '../../news/editions/writes/mail-subscriptions.ts'
import { absorbEvents, insertEvent, refreshEvents, saveMembers } from '../../news/events/writes/events.ts'
import { publishing } from '../../platform/database/database.ts'
import { beginRows, leaseRows, purgeExpiredRows } from '../../platform/outbox/rows.ts'
import { listWaitingAlerts, purgeOldAlerts } from './store/matching.ts'

let site: AlertSite

beforeAll(async () => {
  site = await startAlertSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  await emptyTables(site.web.database, 'users', 'stories', 'events', 'articles', 'rate_hits')
  site.at('2026-11-23T12:00:00Z')
  site.mail.refuse(false)
  site.push.answer(null)
  site.push.pushed.length = 0
  site.mail.mails.length = 0
})

const subjects = () => site.mail.mails.map((raw) => readMail(raw).headers.subject)
const titles = () => site.push.pushed.map(({ message }) => message.title)

/** An event that three publishers tell. */
async function confirmed(title: string, about: object = {}): Promise<number> {
  const id = await site.report(title, undefined, about)
  await site.report(title, id, about)
  await site.report(title, id, about)
  return id
}

async function reader(email = 'ann@example.se', about: object = {}) {
  const { id, ...rest } = await site.signIn(email)
  await site.alert(id, about)
  return { id, ...rest }
}

describe('an alert', () => {
  it('comes when as many independent publishers tell it as was asked for, and not again', {
    tags: 'slow',
  }, async () => {
    await reader()
    const event = await site.report('Krokarna är här')
    await site.run()
    // The same publisher again is not another.
    await site.report('Krokarna är här igen', event, { feed_id: site.feeds[0] })
    await site.run()
    await site.report('Krokarna har kommit', event, { feed_id: site.feeds[1] })
    await site.run()
    expect(site.mail.mails).toEqual([])
    await site.report('Nu finns krokarna', event, { feed_id: site.feeds[2] })
    await site.run()
    await site.report('Krokar', event, { feed_id: site.feeds[3] })
    await site.run()
    expect(subjects()).toEqual(['Krokarna är här · 3 oberoende källor rapporterar'])
  })

  it('is a letter with its way out, that says what it is about and nothing of the account', {
    tags: 'slow',
  }, async () => {
    await reader()
    await confirmed('Krokar & <öglor>')
    await site.run()
    const { headers, text, html } = readMail(site.mail.mails[0] ?? '')
    const [, key = ''] =
      /<https:\/\/site\.example\/utskick\/alerts\/([\w-]{32})>/.exec(headers['list-unsubscribe'] ?? '') ?? []
    expect(headers).toMatchObject({ to: 'ann@example.se', 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' })
    expect(text).toContain('3 oberoende källor rapporterar\nhttps://site.example/handelser/')
    expect(html).toContain('Krokar &amp; &lt;öglor&gt;')
    expect(html).not.toMatch(/<img|<script|url\(/)
    expect(headers['message-id']).not.toContain(key)
    const guess = 'x'.repeat(32)
    const pages = await Promise.all([key, guess].map((each) => site.web.app.inject(`/utskick/alerts/${each}`)))
    expect(pages[0]?.body.replaceAll(key, '')).toBe(pages[1]?.body.replaceAll(guess, ''))
    expect(pages[0]?.body).not.toContain('ann@example.se')
    for (const each of [key, guess]) await site.web.app.inject({ method: 'POST', url: `/utskick/alerts/${each}` })
    await confirmed('Nya krokar')
    await site.run()
    expect(site.mail.mails).toHaveLength(1)
  })

  it('is not mailed before the address has answered, unless the edition is mailed there', async () => {
    const { id } = await site.signIn('ann@example.se')
    const rule = {
      kind: 'tag',
      key: String(site.tag),
      minSources: 3,
      push: false,
      mail: true,
      webhook: false,
      heedsQuiet: true,
    } as const
    await alertsAt(site.web.ctx).saveAlert(id, rule)
    await alertsAt(site.web.ctx).saveAlert(id, { ...rule, minSources: 2 })
    expect(subjects()).toEqual(['Vill du ha notiser från Kärnhuset som mejl?'])
    await confirmed('Krokarna är här')
    await site.run()
    expect(site.mail.mails).toHaveLength(1)
  })

  it.each([
    [{ mail: true, push: false }, 1],
    [{ mail: true, push: true }, 1],
    [{ mail: false, push: true }, 0],
    [{ mail: false, push: false }, 0],
  ])('asks the address where it is to be mailed, and only there: %j', async (ways, letters) => {
    const { id } = await site.signIn('ann@example.se')
    const rule = { kind: 'tag', key: String(site.tag), minSources: 3, webhook: false, heedsQuiet: true } as const
    await alertsAt(site.web.ctx).saveAlert(id, { ...rule, ...ways })
    expect(site.mail.mails).toHaveLength(letters)
  })

  it('comes for what is followed, a source, a story, an event and a saved search, and once where many rules meet', {
    tags: 'slow',
  }, async () => {
    const event = await site.report('Vision Pro säljs i Sverige')
    const story = await site.inStory([event])
    await site.run()
    const { database, clock } = site.web.ctx
    const filters = [
      ['source', String(site.feeds[2])],
      ['story', String(story)],
      ['event', String(event)],
      ['search', 'sverige vision'],
      ['search', 'vision norge'],
      ['followed', ''],
    ] as const
    for (const [i, [kind, key]] of filters.entries()) await reader(`r${i}@example.se`, { kind, key })
    const last = await userOfToken(database, (await site.signIn('r5@example.se')).token, clock.now())
    await follow(database, last?.id ?? 0, { kind: 'search', key: 'vision' }, clock.now())
    const { id: many } = await reader('many@example.se')
    for (const [kind, key] of filters) await site.alert(many, { kind, key })
    await site.report('Vision Pro till Sverige', event)
    await site.run()
    await site.report('Nu säljs Vision Pro', event)
    await site.run()
    expect(site.mail.mails.map((raw) => readMail(raw).headers.to).sort()).toEqual(
      ['many', 'r0', 'r1', 'r2', 'r3', 'r5'].map((name) => `${name}@example.se`),
    )
  })

  it.each(['tag', 'source', 'story', 'event', 'search'] as const)(
    'comes for what a reader follows, and not to who follows another %s',
    async (kind) => {
      const event = await site.report('Vision Pro säljs i Sverige')
      const story = await site.inStory([event])
      const keys = { tag: site.tag, source: site.feeds[0], story, event, search: 'vision' }
      const others = { tag: site.tag + 1, source: site.feeds[3], story: story + 1, event: event + 1, search: 'norge' }
      const followed = [
        ['ann', kind, keys[kind]],
        ['bo', kind, others[kind]],
        ['cia', kind === 'search' ? 'tag' : 'search', keys[kind]],
      ]
      for (const [name, of, key] of followed) {
        const { id } = await reader(`${name}@example.se`, { kind: 'followed', key: '' })
        await sql`
          insert into follows (user_id, kind, key, created_at) values (${id}, ${of}, ${String(key)}, now())`.execute(
          site.web.database.db,
        )
      }
      for (const title of ['Vision Pro till Sverige', 'Nu säljs Vision Pro']) await site.report(title, event)
      await site.run()
      expect(site.mail.mails.map((raw) => readMail(raw).headers.to)).toEqual(['ann@example.se'])
    },
  )

  it('is listed with those of the month, the latest first', { tags: 'slow' }, async () => {
    const { id } = await reader()
    const events: number[] = []
    for (const hour of ['12', '13', '14']) {
      site.at(`2026-11-23T${hour}:00:00Z`)
      events.push(await confirmed(`Krokarna klockan ${hour}`))
      await site.run()
    }
    const { reported } = await alertsAt(site.web.ctx).alertsOf(id)
    expect(reported.map(({ eventId }) => eventId)).toEqual(events.toReversed())
  })

  it('heeds what is muted in an event beside one that is followed', async () => {
    const [followed, beside] = [await site.report('Öglor på väg'), await site.report('Musk köper krokar')]
    await site.run()
    const { id } = await reader('ann@example.se', { kind: 'followed' })
    const follows = { event: String(followed), tag: String(site.tag) }
    for (const [kind, key] of Object.entries(follows))
      await follow(site.web.ctx.database, id, { kind, key } as Follow, site.web.ctx.clock.now())
    await mute(site.web.ctx.database, id, { kind: 'word', key: 'musk' }, site.web.ctx.clock.now())
    for (const [event, title] of [
      [beside, 'Musk har köpt krokar'],
      [beside, 'Musk har alla krokar'],
      [followed, 'Öglor med Musk'],
      [followed, 'Musk har öglor'],
    ] as const)
      await site.report(title, event)
    await site.run()
    expect(subjects()).toEqual(['Öglor på väg · 3 oberoende källor rapporterar'])
  })

  it('heeds what is muted, but for an event that is asked for by itself', async () => {
    const event = await site.report('Musk köper krokar')
    await site.run()
    const [ann, bo] = [await reader(), await reader('bo@example.se', { kind: 'event', key: String(event) })]
    for (const { id } of [ann, bo])
      await mute(site.web.ctx.database, id, { kind: 'word', key: 'musk' }, site.web.ctx.clock.now())
    await site.report('Musk har köpt krokar', event)
    await site.report('Musk har alla krokar', event)
    await site.run()
    expect(site.mail.mails.map((raw) => readMail(raw).headers.to)).toEqual(['bo@example.se'])
  })
})

it('sixty events that nobody asked about take the statements of two batches', { tags: 'slow' }, async () => {
  await reader('ann@example.se', { key: String(await seedTag(site.web.database, 'Annat', 'annat')) })
  for (let n = 0; n < 60; n++) await site.report(`Nyhet ${n}`)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await site.run()
  const sent = query.mock.calls.map(([given]) => (given as { text?: string }).text ?? String(given))
  query.mockRestore()
  const counted = (about: RegExp) => sent.filter((text) => about.test(text)).length
  expect([counted(/insert into alert_events/), counted(/from alert_events/), counted(/from mutes/)]).toEqual([2, 2, 0])
})

describe('a story', () => {
  it('alerts again when it turns, also who asked for its first event alone; an opinion is no turn', {
    tags: 'slow',
  }, async () => {
    const first = await site.report('Krokarna är här')
    await site.run()
    await reader()
    await reader('bo@example.se', { kind: 'event', key: String(first) })
    for (const title of ['Krokar!', 'Krokarna kom']) await site.report(title, first)
    await site.run()
    expect(site.mail.mails).toHaveLength(2)
    site.at('2026-11-23T14:00:00Z')
    const opinion = await confirmed('Krokarna är fula', { kind: 'opinion' })
    const turn = await confirmed('Krokarna dras tillbaka')
    await site.inStory([first, opinion, turn])
    await site.run()
    expect(subjects().slice(2)).toEqual(Array(2).fill('Krokarna dras tillbaka · 3 oberoende källor rapporterar'))
  })

  it('does not alert anew when events are merged or split', { tags: 'slow' }, async () => {
    await reader()
    const [one, other] = [await confirmed('Krokarna är här'), await site.report('Krokar kommer')]
    await site.run()
    expect(site.mail.mails).toHaveLength(1)
    const { database, clock } = site.web
    const now = clock.now()
    await publishing(database, async (trx) => {
      await absorbEvents(trx, [{ from: one, into: other }])
      await refreshEvents(trx, [other, one])
    })
    await site.run()
    const { rows } = await sql<{ id: number }>`select article_id as id from event_members`.execute(database.db)
    await publishing(database, async (trx) => {
      const part = await insertEvent(trx, now, now, other)
      const members = rows.slice(0, 3).map(({ id }) => ({ articleId: id, eventId: part }))
      const how = { decidedBy: 'likeness' as const, score: 1, reason: { members: 1, nearest: null, ruling: null } }
      await saveMembers(
        trx,
        members.map((member) => ({ ...member, ...how })),
        now,
      )
      await refreshEvents(trx, [other, part])
    })
    await site.run()
    expect(site.mail.mails).toHaveLength(1)
  })
})

describe('a quiet time', () => {
  const night = { timezone: 'Europe/Stockholm', from: 22 * 60, until: 7 * 60 }

  it('holds back what comes in it, and tells what still holds afterwards, as one', { tags: 'slow' }, async () => {
    const { id } = await reader()
    await alertsAt(site.web.ctx).saveQuietTime(id, night)
    site.at('2026-11-23T23:00:00Z')
    await confirmed('Krokarna är här')
    const gone = await confirmed('Öglorna är här')
    await site.run()
    site.at('2026-11-24T02:00:00Z')
    await confirmed('Krokarna såldes slut')
    await site.run()
    expect(site.mail.mails).toEqual([])
    await publishing(site.web.database, async (trx) => {
      await sql`update articles set status = 'removed' where event_id = ${gone}`.execute(trx)
      await refreshEvents(trx, [gone])
    })
    site.at('2026-11-24T06:00:00Z')
    await site.run()
    await site.run()
    expect(subjects()).toEqual(['Krokarna är här · 2 händelser'])
    expect(readMail(site.mail.mails[0] ?? '').text).toContain('Krokarna såldes slut')
    expect(readMail(site.mail.mails[0] ?? '').text).not.toContain('Öglorna')
  })

  it('lets through what was asked for at all hours, and forgets what was no longer wanted', async () => {
    const { id } = await reader('ann@example.se', { heedsQuiet: false })
    const bo = await site.signIn('bo@example.se')
    const rule = await site.alert(bo.id)
    for (const each of [id, bo.id]) await alertsAt(site.web.ctx).saveQuietTime(each, night)
    site.at('2026-11-23T23:00:00Z')
    await confirmed('Krokarna är här')
    await site.run()
    expect(site.mail.mails.map((raw) => readMail(raw).headers.to)).toEqual(['ann@example.se'])
    await alertsAt(site.web.ctx).removeAlert(bo.id, rule.id)
    site.at('2026-11-24T06:00:00Z')
    await site.run()
    expect(site.mail.mails).toHaveLength(1)
  })
})

describe('exactly once', () => {
  it('holds over kills: while it is looked for, before it is sent, and while a device is told', {
    tags: 'slow',
  }, async () => {
    const { id } = await reader('ann@example.se', { push: true })
    await site.device(id, 'telefon')
    await confirmed('Krokarna är här')
    await site.settle()
    await runStage(site.web.services, 'alerts')
    // Killed before it was noted how far the log was read: it is read again.
    await sql`update alert_progress set position = 0`.execute(site.web.database.db)
    await runStage(site.web.services, 'alerts')
    // Killed with what it had taken. Its lease ends.
    for (const channel of ['push', 'alert'] as const)
      expect(await leaseRows(site.web.database, channel, site.web.clock.now(), 10)).toHaveLength(1)
    await sendAlerts(site.web.services)
    expect([titles(), site.mail.mails]).toEqual([[], []])
    site.at('2026-11-23T12:10:00Z')
    await sendAlerts(site.web.services)
    await sendAlerts(site.web.services)
    expect([titles(), subjects().length]).toEqual([['Krokarna är här'], 1])
  })

  it('holds over deaths while many readers are told: between two batches, and before it is noted that all were', {
    tags: 'slow',
  }, async () => {
    const { db } = site.web.database
    const [readers, tag] = [2500, String(site.tag)]
    await sql`insert into users (email, created_at) select 'r' || n, now() from generate_series(1, ${readers}::integer) n`.execute(
      db,
    )
    await sql`
      insert into push_subscriptions (user_id, endpoint, p256dh, auth, device, created_at)
      select id, 'https://push.example/' || id, '', '', '', now() from users where id < ${NEIGHBOUR}`.execute(db)
    await sql`
      insert into alert_rules (user_id, kind, key, min_sources, by_push, by_mail, heeds_quiet, created_at)
      select id, 'tag', ${tag}, 3, true, false, true, now() from users where id < ${NEIGHBOUR}`.execute(db)
    await confirmed('Krokarna är här')
    await site.settle()
    await sql`
      create function die() returns trigger language plpgsql as $$ begin
        if tg_table_name = 'alert_events' or (select count(*) from alerts) > 1500 then raise 'dead'; end if;
        return null; end $$`.execute(db)
    const reached = []
    for (const table of ['alerts', 'alert_events']) {
      await sql`create trigger die after insert on ${sql.table(table)} execute function die()`.execute(db)
      await expect(runStage(site.web.services, 'alerts')).rejects.toThrow('dead')
      await sql`drop trigger die on ${sql.table(table)}`.execute(db)
      reached.push((await sql`select from alerts where user_id < ${NEIGHBOUR}`.execute(db)).rows.length)
    }
    await runStage(site.web.services, 'alerts')
    const { rows } =
      await sql`select distinct receiver from outbox where channel = 'push' and id < ${NEIGHBOUR}`.execute(db)
    const queued = (await sql`select from outbox where channel = 'push' and id < ${NEIGHBOUR}`.execute(db)).rows.length
    expect([...reached, rows.length, queued]).toEqual([1000, readers, readers, readers])
  })

  it('holds for servers that are busy: they are asked again', { tags: 'slow' }, async () => {
    const { id } = await reader('ann@example.se', { push: true })
    await site.device(id, 'telefon')
    await confirmed('Krokarna är här')
    site.mail.refuse('451 4.7.1 later')
    site.push.answer(503)
    await site.run()
    site.mail.refuse(false)
    site.push.answer(null)
    await site.run()
    expect([titles(), subjects()]).toEqual([[], []])
    site.at('2026-11-23T12:05:00Z')
    await site.run()
    await site.run()
    expect([titles(), subjects().length]).toEqual([['Krokarna är här'], 1])
  })
})

describe('what waits', () => {
  /** Taken by a process whose turn to send it has not come. */
  async function begin(channel: 'push' | 'alert') {
    const { database, clock } = site.web
    const rows = await leaseRows(database, channel, clock.now(), 10)
    return { rows, begun: async () => (await beginRows(database, rows, clock.now())).size }
  }

  /** Ann's browser is notified, by push and in a session, of what has just been confirmed. */
  async function waiting() {
    const ann = await reader('ann@example.se', { push: true, mail: true })
    const browser = site.push.subscribe('delad')
    await alertsAt(site.web.ctx).saveDevice(ann.id, { ...browser, device: '', token: ann.token })
    await confirmed('Anns krokar')
    await site.settle()
    await runStage(site.web.services, 'alerts')
    return { ann, browser }
  }

  it.each(['before it is taken', 'after it was taken'])(
    'for a device that another account takes over is not sent, %s',
    { tags: 'slow' },
    async (when) => {
      const { ann, browser } = await waiting()
      const batch = when.startsWith('after') ? await begin('push') : null
      const bo = await reader('bo@example.se', { push: true, mail: false })
      await alertsAt(site.web.ctx).saveDevice(bo.id, { ...browser, device: '', token: bo.token })
      if (batch) expect([batch.rows.length, await batch.begun()]).toEqual([1, 0])
      await sendAlerts(site.web.services)
      expect(titles()).toEqual([])
      await confirmed('Bos krokar')
      await site.run()
      expect(titles()).toEqual(['Bos krokar'])
      expect((await alertsAt(site.web.ctx).alertsOf(ann.id)).devices).toEqual([])
    },
  )

  const ends = {
    'signing out': (token: string) => site.web.ctx.accounts.logout(token),
    'a session that is ended elsewhere': async (token: string, id: number) => {
      const { database } = site.web.ctx
      await revokeSession(database, id, sessionOfToken(token))
    },
    'the account’s deletion': (_token: string, id: number) => site.web.ctx.accounts.deleteAccount(id),
  }
  it.each(Object.entries(ends))('for a device is not sent after %s', { tags: 'slow' }, async (_name, end) => {
    const { ann } = await waiting()
    const batch = await begin('push')
    await end(ann.token, ann.id)
    expect([batch.rows.length, await batch.begun()]).toEqual([1, 0])
    site.at('2026-11-23T12:10:00Z')
    await confirmed('Nya krokar')
    await site.run()
    expect(titles()).toEqual([])
  })

  it('stays for the devices of other sessions, and for those that an app added by its token', {
    tags: 'slow',
  }, async () => {
    const { ann } = await waiting()
    const other = await site.signIn('ann@example.se')
    await site.web.app.inject({
      method: 'POST',
      url: '/api/v1/me/push-subscriptions',
      headers: { authorization: `Bearer ${other.token}` },
      payload: (({ endpoint, ...keys }) => ({ endpoint, keys }))(site.push.subscribe('app')),
    })
    await confirmed('Fler krokar')
    await site.web.ctx.accounts.logout(ann.token)
    await site.run()
    expect(site.push.pushed.map(({ device }) => device)).toEqual(['app'])
    await site.web.ctx.accounts.logout(other.token)
    expect((await alertsAt(site.web.ctx).alertsOf(ann.id)).devices).toEqual([])
  })

  it('for a mailbox goes to no other than the one that is confirmed by then', async () => {
    const { ann } = await waiting()
    const batch = await begin('alert')
    const { database, clock } = site.web
    expect(await saveMail(database, ann.id, { list: 'alerts', email: 'new@example.se' }, clock.now())).not.toBeNull()
    expect([batch.rows.length, await batch.begun()]).toEqual([1, 0])
    await sql`update mail_subscriptions set confirmed_at = now() where user_id = ${ann.id}`.execute(database.db)
    expect(await batch.begun()).toBe(0)
    expect(await listWaitingAlerts(database, batch.rows)).toMatchObject([{ mail: { email: 'new@example.se' } }])
  })

  it.each(Object.entries(ends).slice(2))('for a mailbox is not sent after %s', async (_name, end) => {
    const { ann } = await waiting()
    const batch = await begin('alert')
    await end(ann.token, ann.id)
    expect([batch.rows.length, await batch.begun()]).toEqual([1, 0])
  })
})

describe('a device', () => {
  it('is told little, encrypted for it alone and signed by us', { tags: 'slow' }, async () => {
    const { id } = await reader('ann@example.se', { push: true, mail: false })
    await site.device(id, 'telefon')
    await site.device(id, 'dator')
    const event = await confirmed('Krokarna är här')
    await site.run()
    expect(site.push.pushed.map(({ device }) => device).sort()).toEqual(['dator', 'telefon'])
    const [{ message, headers, claims, bytes } = {} as never] = site.push.pushed
    expect(message).toEqual({
      title: 'Krokarna är här',
      body: '3 oberoende källor rapporterar',
      url: `/handelser/${event}-krokarna-ar-har`,
      tag: `alert-${event}`,
    })
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
    expect(headers.topic).toMatch(/^[\w-]{32}$/)
    expect(claims).toMatchObject({ aud: site.push.url, sub: 'mailto:karin@exempel.se' })
    expect(bytes).toBeLessThan(4096)
  })

  it('is forgotten when its push service says that it is gone', async () => {
    const { id } = await reader('ann@example.se', { push: true, mail: false })
    await site.device(id, 'telefon')
    site.push.answer(410)
    await confirmed('Krokarna är här')
    await site.run()
    expect((await alertsAt(site.web.ctx).alertsOf(id)).devices).toEqual([])
  })

  it('cannot lead us into the own network, nor name an address without TLS or keys that are none', async () => {
    const { id } = await reader('ann@example.se', { push: true, mail: false })
    const good = site.push.subscribe('telefon')
    const save = (about: object) => alertsAt(site.web.ctx).saveDevice(id, { ...good, device: '', ...about })
    for (const wrong of [
      { endpoint: 'ftp://push.example/x' },
      { endpoint: 'https://a:b@push.example/x' },
      { endpoint: `https://push.example/${'x'.repeat(1000)}` },
      { auth: 'x' },
      { p256dh: 'BA' },
    ])
      await expect(save(wrong)).rejects.toMatchObject({ code: 'unprocessable' })
    await save({ endpoint: 'https://169.254.169.254/latest/meta-data' })
    await confirmed('Krokarna är här')
    await site.run()
    const { rows } = await sql<{ error: string }>`select error from outbox where channel = 'push'`.execute(
      site.web.database.db,
    )
    expect(rows[0]?.error).toContain('not a public address')
  })

  it('is one of twenty at most', async () => {
    const { id } = await reader('ann@example.se', { push: true, mail: false })
    for (let n = 0; n < 20; n++) await site.device(id, `telefon${n}`)
    await expect(site.device(id, 'en till')).rejects.toMatchObject({ code: 'unprocessable' })
  })

  it('keeps its keys over a restart, and gets others where the installation’s own is lost', async () => {
    const { id } = await reader('ann@example.se', { push: true, mail: false })
    await site.device(id, 'telefon')
    const before = await alertsAt(site.web.ctx).pushKey()
    expect(await alertsAt(site.web.ctx).pushKey()).toBe(before)
    const { rows } = await sql<{
      text: string
    }>`select encode(sealed_private_key, 'base64') as text from push_keys`.execute(site.web.database.db)
    expect(rows[0]?.text).not.toContain(before)
    await sql`update push_keys set sealed_private_key = 'another'`.execute(site.web.database.db)
    expect(await alertsAt(site.web.ctx).pushKey()).not.toBe(before)
    expect((await alertsAt(site.web.ctx).alertsOf(id)).devices).toEqual([])
    await restoreNeighbour(site.web.database)
  })
})

it('what was told is forgotten after a month, by mail, by push and to webhooks', async () => {
  const { id } = await reader('ann@example.se', { push: true })
  await site.device(id, 'telefon')
  await seedWebhook(site.web.database, 'https://hook.example/larm', { kind: 'alerts', min_sources: 3 })
  await confirmed('Krokarna är här')
  await site.run()
  const left = async () => {
    const { rows } = await sql<{ alerts: number; sendings: number; webhooks: number }>`
      select (select count(*) from alerts where user_id < ${NEIGHBOUR}) as alerts,
        (select count(*) from outbox where channel in ('push', 'alert')) as sendings,
        (select count(*) from outbox where channel = 'webhook_alert') as webhooks`.execute(site.web.database.db)
    return rows[0]
  }
  const forget = async (now: Date) => {
    await purgeOldAlerts(site.web.database, now)
    await purgeExpiredRows(site.web.database, now)
  }
  await forget(new Date('2026-12-23T11:00:00Z'))
  expect(await left()).toEqual({ alerts: 1, sendings: 2, webhooks: 1 })
  await forget(new Date('2026-12-23T13:00:00Z'))
  expect(await left()).toEqual({ alerts: 0, sendings: 0, webhooks: 0 })
})
