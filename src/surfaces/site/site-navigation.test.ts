/** Ways about the site: rooms in the navigation, one name for one's own news, words that lead to a page, what follows a button. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedEvent, seedFeed } from '../../../tests/support/build.ts'
import { t } from '../../../tests/support/content.ts'
import { ifThere } from '../../../tests/support/features.ts'
import { signIn } from '../../../tests/support/people.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { featureNames } from '../../features.ts'
import { publishing } from '../../platform/database/database.ts'

let web: TestWeb
let eventId: number
beforeAll(async () => {
  web = await startTestWeb()
  const feeds: number[] = []
  for (let n = 0; n < 4; n++) feeds.push(await seedFeed(web.database))
  eventId = (
    await seedEvent(
      web.database,
      feeds.map((feed_id) => ({ feed_id, title: 'Bron öppnar' })),
    )
  ).eventId
})
afterAll(() => web.close())

const get = (url: string, headers = {}) => web.app.inject({ url, headers })
const menuOf = (body: string) =>
  [...(/<nav class="wrap menu".*?<\/nav>/s.exec(body)?.[0] ?? '').matchAll(/href="([^"]+)"/g)].map(([, path]) => path)

describe('rooms of the site', () => {
  const now = new Date('2026-11-21T10:00:00Z')
  const times = { created_at: now, updated_at: now }
  const fill = {
    podcast: () =>
      publishing(web.database, (trx) =>
        trx
          .insertInto('episodes')
          .values({
            episode_id: 'e-1',
            title: 'Ett',
            description: '',
            published_on: now,
            duration_seconds: 1,
            ...times,
            audio_path: 'a.mp3',
            audio_type: 'audio/mpeg',
            audio_bytes: 1,
            origin: 'import',
            chapters: '[]',
            sources: '[]',
          })
          .execute(),
      ),
    stories: () =>
      publishing(web.database, (trx) =>
        trx
          .insertInto('stories')
          .values({ title: 'Bron', last_at: now, entries_count: 1, ...times })
          .execute(),
      ),
  }

  it.each([...ifThere('podcast', ['podcast', '/podd'] as const), ['stories', '/stories']] as const)(
    'are in the navigation once there is something in them: %s',
    async (room, path) => {
      for (const isFilled of [false, true]) {
        if (isFilled) {
          await fill[room]()
          web.ctx.cache.raise('content')
        }
        for (const url of ['/', '/tags', '/no-such-page', '/konto']) {
          expect([url, menuOf((await get(url)).body).includes(path)]).toEqual([url, isFilled])
        }
      }
    },
  )
})

describe('one’s own news', () => {
  it('has one name and a place in the navigation of every page', async () => {
    const { token } = await signIn(web, 'nav@site.example')
    const cookie = `konto=${token}`
    for (const [url, headers] of [
      ['/', {}],
      ['/mitt', {}],
      ['/konto', {}],
      ['/konto', { cookie }],
      ['/konto/settings', { cookie }],
    ] as const) {
      const { body } = await get(url, headers)
      expect([url, menuOf(body)[1]]).toEqual([url, '/mitt'])
      expect(body).toContain('href="/konto/settings"')
    }
    for (const body of [(await get('/mitt')).body, (await get('/konto', { cookie })).body]) {
      expect(body).toContain(`<h1>${t('mine.here')}</h1>`)
      expect(body).toContain('href="/mitt" aria-current="page"')
    }
  })

  it('is where signing in leads, by the gear too', async () => {
    for (const url of ['/konto', '/konto/settings'])
      expect((await get(url)).body).toContain('name="next" value="/konto"')
  })

  it('is named beside what can be followed, for script to show', async () => {
    const { headers } = await get(`/handelser/${eventId}`)
    const { body } = await get(String(headers.location))
    expect(body).toMatch(/role="status"><template data-late><!--<span data-went hidden>[^<]+<a href="\/mitt">/)
  })
})

describe.runIf(featureNames.includes('alerts'))('"Få notis"', () => {
  it('keeps the event and how many sources it asks for through signing in', async () => {
    const { headers } = await get(`/handelser/${eventId}`)
    const { body } = await get(String(headers.location))
    const link = /href="(\/konto\/alerts\?[^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(link).toBe(`/konto/alerts?kind=event&what=${eventId}&count=5`)
    const signInUrl = String((await get(link)).headers.location)
    expect(signInUrl).toBe(`/konto?${new URLSearchParams({ next: link })}`)
    expect((await get(signInUrl)).body).toContain(`name="next" value="${link.replaceAll('&', '&amp;')}"`)
    const { token } = await signIn(web, 'bell@site.example')
    const page = (await get(link, { cookie: `konto=${token}` })).body
    expect(page).toContain(`<option value="event:${eventId}" selected>`)
    expect(page).toMatch(/id="new-n"[^>]* value="5"/)
  })

  it.each(['0', '21', '-1', 'x', '3.5', ''])('asks for as many as usual where the address says %j', async (count) => {
    const { token } = await signIn(web, 'bell@site.example')
    const url = `/konto/alerts?kind=event&what=${eventId}&count=${count}`
    expect((await get(url, { cookie: `konto=${token}` })).body).toMatch(/id="new-n"[^>]* value="3"/)
  })

  it.each([
    ['kind=search&what=a&what=b', false],
    ['kind=search&kind=event&what=1', false],
    ['kind=event&what=1&count=2&count=3', true],
    ['kind=search&what=%00', false],
    ['kind=followed&what=', false],
  ])('says what %s asks for: %s', async (wish, isWhole) => {
    const { token } = await signIn(web, 'bell@site.example')
    const { statusCode, body } = await get(`/konto/alerts?${wish}`, { cookie: `konto=${token}` })
    expect([statusCode, /<option value="[^"]+" selected>/.test(body)]).toEqual([200, isWhole])
  })
})

describe('words that lead to a page', () => {
  beforeEach(() => web.ctx.cache.raise('content'))

  it.each([
    ['/foljetonger', '/stories'],
    ['/foljetonger/1-bron', '/stories/1-bron'],
    ['/amnen', '/tags'],
    ['/topics/iphone?page=2', '/tags/iphone?page=2'],
    ['/kallor', '/feeds'],
    ['/sources', '/feeds'],
    ['/about', '/om'],
    ['/account', '/konto'],
    ['/corrections', '/rattelser'],
    ['/day/2026-11-21', '/dag/2026-11-21'],
    ['/events.rss?min_sources=3', '/handelser.rss?min_sources=3'],
    ['/guides', '/guider'],
    ['/mine', '/mitt'],
    ['/podcast.rss', '/podd.rss'],
    ['/popular', '/populart'],
    ['/quality', '/kvalitet'],
    ['/search?q=bron', '/sok?q=bron'],
  ])('%s → %s', async (from, to) => {
    const { statusCode, headers } = await get(from)
    expect([statusCode, headers.location]).toEqual([308, to])
  })
})
