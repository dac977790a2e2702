/** A site with readers who have alerts, a mail server and a push service, for journeys of alerts. */

import { sql } from 'kysely'
import type { AlertRuleSettings } from '../../../src/features/alerts/rule.ts'
import { publishing } from '../../../src/store/database/database.ts'
import { insertEvent, refreshEvents, saveMembers } from '../../../src/store/events/events.ts'
import { alertsAt } from '../alerts.ts'
import { seedArticles, seedFeed, seedTag } from '../build.ts'
import { signIn } from '../people.ts'
import { readMail, startMailServer } from '../played/mail.ts'
import { startPushService } from '../played/push.ts'
import { runStage, sendAlerts } from '../run-stage.ts'
import { startTestWeb, type TestWebOptions } from '../web.ts'

export type AlertSite = Awaited<ReturnType<typeof startAlertSite>>

export async function startAlertSite(env: Record<string, string> = {}, options: TestWebOptions = {}) {
  const mail = await startMailServer()
  const from = 'Kärnhuset <nyheter@site.example>'
  const contact = 'Karin Ek, karin@exempel.se'
  const settings = {
    SMTP_URL: mail.url,
    MAIL_FROM: from,
    PUBLISHER_CONTACT: contact,
    FETCH_ALLOW: '127.0.0.1/32',
    ...env,
  }
  const web = await startTestWeb(settings, undefined, { strangers: ['127.0.0.0/8'], ...options })
  const push = await startPushService(() => alertsAt(web.ctx).pushKey())
  const { database, clock, ctx } = web
  const tag = await seedTag(database, 'Krokar', 'krokar')
  const feeds: number[] = []
  for (const title of ['Bladet', 'Nytt', 'Posten', 'Tidningen']) feeds.push(await seedFeed(database, { title }))

  /** Stories have seen all that changed. */
  const settle = () => sql`update events set story_state = 'done'`.execute(database.db)

  return {
    web,
    mail,
    push,
    tag,
    feeds,
    at: (time: string) => clock.set(new Date(time)),
    close: async () => {
      await web.close()
      await mail.close()
      await push.close()
    },
    /** Another publisher tells of an event, or of a new one; the event's id. */
    report: async (title: string, eventId?: number, about: object = {}): Promise<number> => {
      const now = clock.now()
      const told = eventId
        ? await database.db.selectFrom('event_members').select('article_id').where('event_id', '=', eventId).execute()
        : []
      const times = { published_at: now, discovered_at: now, sort_at: now, updated_at: now }
      const seed = { feed_id: feeds[told.length] ?? 0, title, tag_ids: [tag], language: 'sv', ...times, ...about }
      const [articleId = 0] = await seedArticles(database, [{ ...seed, event_id: null }])
      return publishing(database, async (trx) => {
        const id = eventId ?? (await insertEvent(trx, now, now))
        await saveMembers(
          trx,
          [
            {
              articleId,
              eventId: id,
              decidedBy: 'likeness',
              score: 1,
              reason: { members: 1, nearest: null, ruling: null },
            },
          ],
          now,
        )
        await refreshEvents(trx, [id])
        return id
      })
    },
    /** The stages of alerts, after stories have seen everything. */
    run: async () => {
      await settle()
      await runStage(web.services, 'alerts')
      await sendAlerts(web.services)
    },
    settle,
    /** A story of these events. */
    inStory: (events: number[]): Promise<number> =>
      publishing(database, async (trx) => {
        const { rows } = await sql<{ id: number }>`
          insert into stories (title, created_at, updated_at) values ('Krokarna', now(), now()) returning id`.execute(
          trx,
        )
        const id = rows[0]?.id ?? 0
        for (const event of events)
          await sql`
            insert into story_events (event_id, story_id, score, reason, at)
            values (${event}, ${id}, 1, '{}', now())
            on conflict (event_id) do update set story_id = excluded.story_id`.execute(trx)
        return id
      }),
    signIn: async (email: string) => {
      const { token, userId } = await signIn(web, email, mail.mails)
      mail.mails.length = 0
      return { id: userId, token, cookie: `konto=${token}` }
    },
    /** A rule for the tag by mail, which is confirmed, unless said otherwise. */
    alert: async (userId: number, about: Partial<AlertRuleSettings> = {}) => {
      const rule = {
        kind: 'tag',
        key: String(tag),
        minSources: 3,
        push: false,
        mail: true,
        webhook: false,
        heedsQuiet: true,
      } as const
      const saved = await alertsAt(ctx).saveAlert(userId, { ...rule, ...about })
      const asked = /\/utskick\/larm\/([\w-]{32})\/ja/.exec(readMail(mail.mails.at(-1) ?? '').text)?.[1]
      if (asked) await web.app.inject({ method: 'POST', url: `/utskick/larm/${asked}/ja` })
      mail.mails.length = 0
      return saved
    },
    device: (userId: number, name: string) =>
      alertsAt(ctx).saveDevice(userId, { ...push.subscribe(name), device: 'Firefox, Linux' }),
  }
}
