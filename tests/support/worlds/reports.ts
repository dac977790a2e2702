/** A site whose publishers report events of a tag one after the other, with a mail server. */

import { sql } from 'kysely'
import { insertEvent, refreshEvents, saveMembers } from '../../../src/news/events/writes/events.ts'
import { publishing } from '../../../src/platform/database/database.ts'
import { seedArticles, seedFeed, seedTag } from '../build.ts'
import { signIn } from '../people.ts'
import { startMailServer } from '../played/mail.ts'
import { startTestWeb, type TestWebOptions } from '../web.ts'

export type ReportSite = Awaited<ReturnType<typeof startReportSite>>

export async function startReportSite(env: Record<string, string> = {}, options: TestWebOptions = {}) {
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
  const { database, clock } = web
  const tag = await seedTag(database, 'Krokar', 'krokar')
  const feeds: number[] = []
  for (const title of ['Bladet', 'Nytt', 'Posten', 'Tidningen']) feeds.push(await seedFeed(database, { title }))

  /** Stories have seen all that changed. */
  const settle = () => sql`update events set story_state = 'done'`.execute(database.db)

  return {
    web,
    mail,
    tag,
    feeds,
    at: (time: string) => clock.set(new Date(time)),
    close: async () => {
      await web.close()
      await mail.close()
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
    settle,
    /** A story of these events. */
    inStory: (events: number[]): Promise<number> =>
      publishing(database, async (trx) => {
        const { rows } = await sql<{ id: number }>`
          insert into stories (title, entries_count, created_at, updated_at) values ('Krokarna', 1, now(), now()) returning id`.execute(
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
  }
}
