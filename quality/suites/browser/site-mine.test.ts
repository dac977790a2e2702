/** Following, muting and saving on the site: with an account and without, with script and without, in a browser. */

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userOfAppPassword } from '../../../src/news/accounts/writes/app-passwords.ts'
import { getProfile } from '../../../src/news/accounts/writes/follows.ts'
import { listRead, savedEvents } from '../../../src/news/accounts/writes/read-markers.ts'
import { listSessions, revokeSession } from '../../../src/news/accounts/writes/tokens.ts'
import { launchBrowser, openSignedIn, violationsOn } from '../../../tests/support/browser.ts'
import { growEvent, seedEvent, seedFeed, seedTag } from '../../../tests/support/build.ts'
import { t } from '../../../tests/support/content.ts'
import { signIn } from '../../../tests/support/people.ts'
import { freePort } from '../../../tests/support/played/small-server.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'

let web: TestWeb
let browser: Browser
let url: string
let feed: number
let otherFeed: number
let eventId: number
let tagId: number

beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  web = await startTestWeb({ BASE_URL: url })
  const { database } = web
  feed = await seedFeed(database, { title: 'Äppelposten' })
  const other = await seedFeed(database, { title: 'Bitar' })
  otherFeed = other
  tagId = await seedTag(database, 'Provtagg')
  const at = {
    language: 'sv',
    published_at: new Date('2026-11-21T09:00:00Z'),
    sort_at: new Date('2026-11-21T09:00:00Z'),
    tag_ids: [tagId],
  }
  const event = await seedEvent(database, [
    { feed_id: feed, title: 'Hörlurar i ny färg', ...at },
    { feed_id: other, title: 'Färgade hörlurar', ...at },
  ])
  eventId = event.eventId
  await seedEvent(database, [{ feed_id: other, title: 'Musk om priser', language: 'sv' }])
  await web.app.listen({ port, host: '127.0.0.1' })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await web?.close()
})

async function signedIn(email: string, options: BrowserContextOptions = {}): Promise<[BrowserContext, Page, number]> {
  const { context, page, userId } = await openSignedIn(web, browser, email, options)
  return [context, page, userId]
}

const profile = async (userId: number) => {
  const { follows, mutes } = await getProfile(web.ctx.database, userId)
  return [...follows, ...mutes].map(({ kind, key }) => `${kind}:${key}`)
}

describe('with an account', () => {
  it('follows and saves without script by one form, and comes back to where one was', async () => {
    const [context, page, userId] = await signedIn('utan@exempel.se', { javaScriptEnabled: false })
    for (const path of ['/tags/provtagg', `/feeds/${feed}`, `/handelser/${eventId}`, '/sok?q=priser']) {
      await page.goto(url + path)
      const before = page.url()
      await page.getByRole('button', { name: t('mine.follow'), exact: true }).click()
      expect(page.url()).toBe(before)
    }
    await page.goto(`${url}/handelser/${eventId}`)
    await page.getByRole('button', { name: t('mine.save'), exact: true }).click()
    expect((await profile(userId)).sort()).toEqual(
      [`tag:${tagId}`, `source:${feed}`, `event:${eventId}`, 'search:priser'].sort(),
    )
    await page.goto(`${url}/konto`)
    await page.getByText(t('mine.because', { names: 'händelsen, Provtagg, Äppelposten' })).waitFor()
    await page.getByRole('link', { name: t('mine.saved'), exact: true }).click()
    expect(await page.getByRole('link', { name: 'Hörlurar i ny färg' }).count()).toBe(1)
    await page.getByRole('button', { name: t('mine.unsave') }).click()
    await page.getByText(t('mine.saved_none')).waitFor()
    await context.close()
  })

  it('mutes a word beside what is followed', async () => {
    const [context, page, userId] = await signedIn('fil@exempel.se')
    await page.goto(`${url}/konto/profile`)
    await page.getByLabel(t('mine.mute_word_label')).fill('MUSK')
    await page
      .getByRole('button', { name: t('mine.mute'), exact: true })
      .first()
      .click()
    await page.locator('.wishes > li', { hasText: 'musk' }).waitFor()
    expect(await profile(userId)).toEqual(['word:musk'])
    expect(await violationsOn(page)).toEqual([])
    await context.close()
  })

  it('shows an app password once, and ends it and other sessions', async () => {
    const [context, page, userId] = await signedIn('appar@exempel.se')
    const [other] = await signedIn('appar@exempel.se')
    await page.goto(`${url}/konto/apps`)
    await page.getByLabel(t('mine.app_name')).fill('NetNewsWire')
    await page.getByRole('button', { name: t('mine.app_make') }).click()
    const password = (await page.locator('code').last().textContent()) ?? ''
    expect((await userOfAppPassword(web.ctx.database, password, web.ctx.clock.now()))?.id).toBe(userId)
    expect(await violationsOn(page)).toEqual([])
    await page.goto(`${url}/konto/apps`)
    expect(await page.content()).not.toContain(password)
    await page.getByRole('button', { name: t('mine.revoke') }).click()
    expect(await userOfAppPassword(web.ctx.database, password, web.ctx.clock.now())).toBeNull()
    const rows = page.locator('li', { hasText: t('mine.session') })
    await rows
      .first()
      .getByRole('button', { name: t('mine.session_end') })
      .click()
    expect(await rows.count()).toBe(0)
    await page.getByText(t('mine.session_here')).waitFor()
    await other.close()
    await context.close()
  })

  it('asks before it does what a form says that does not come from a page of ours', async () => {
    const [context, page, userId] = await signedIn('frammande@exempel.se')
    const token = (await context.cookies(`${url}/konto`)).find(({ name }) => name === 'konto')?.value
    const form = { do: 'follow', kind: 'tag', what: String(tagId), next: '//evil.example/' }
    const post = (headers: Record<string, string>) =>
      web.app.inject({
        method: 'POST',
        url: '/konto/choice',
        payload: new URLSearchParams(form).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: `konto=${token}`, ...headers },
      })
    for (const headers of [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'none' },
    ] as Record<string, string>[]) {
      const answer = await post(headers)
      expect([answer.statusCode, answer.headers.location]).toEqual([
        303,
        expect.stringMatching(/^\/konto\/choice\?do=follow/),
      ])
    }
    expect(await profile(userId)).toEqual([])
    expect((await post({ 'sec-fetch-site': 'same-origin' })).headers.location).toBe('/konto')
    expect(await profile(userId)).toEqual([`tag:${tagId}`])
    await page.goto(`${url}/konto/choice?do=stop&kind=tag&what=${tagId}&next=/tags/provtagg`)
    await page.getByRole('button', { name: t('mine.confirm_unfollow', { title: 'Provtagg' }) }).click()
    await page.getByRole('link', { name: t('mine.back'), exact: true }).click()
    await page.waitForURL(`${url}/tags/provtagg`)
    expect(await profile(userId)).toEqual([])
    await context.close()
  })

  it('does not say that it follows where the session has ended meanwhile: it asks to sign in, and then follows', async () => {
    const [context, page, userId] = await signedIn('slut@exempel.se')
    for (const path of ['alerts', 'letters', 'own-feed', `follow/${feed}`]) {
      await page.evaluate('localStorage.clear()').catch(() => {})
      await page.goto(`${url}/konto/${path}`, { waitUntil: 'networkidle' })
      expect([path, JSON.parse(await page.evaluate("localStorage.getItem('mine')"))]).toMatchObject([
        path,
        { account: true },
      ])
    }
    await page.goto(`${url}/tags/provtagg`, { waitUntil: 'networkidle' })
    for (const { id } of await listSessions(web.ctx.database, userId, web.ctx.clock.now()))
      await revokeSession(web.ctx.database, userId, id)
    await page.getByRole('button', { name: t('mine.follow'), exact: true }).click()
    await page.getByLabel(t('account.email')).waitFor()
    expect(await page.locator('input[name=next]').inputValue()).toBe(
      `/konto/choice?do=follow&kind=tag&what=${tagId}&next=%2Ftags%2Fprovtagg`,
    )
    expect(await profile(userId)).toEqual([])
    await context.close()
  })

  it('knows with script what is followed already, and says what is new since the last visit', async () => {
    const [context, page, userId] = await signedIn('skript@exempel.se')
    await page.goto(`${url}/konto`)
    await page.goto(`${url}/tags/provtagg`)
    const button = page.getByRole('button', { name: t('mine.follow'), exact: true })
    await button.click()
    await page.getByRole('button', { name: t('mine.follow_done') }).waitFor()
    expect(await profile(userId)).toEqual([`tag:${tagId}`])
    await page.reload()
    await page.getByRole('button', { name: t('mine.follow_done'), pressed: true }).click()
    await button.waitFor()
    expect(await profile(userId)).toEqual([])
    await context.close()
  })
})

describe('what a device held before its reader signed in', () => {
  async function offered(email: string) {
    const [context, page, userId] = await signedIn(email)
    await page.goto(`${url}/tags/provtagg`)
    await page.getByRole('button', { name: t('mine.follow'), exact: true }).click()
    await page.goto(`${url}/handelser/${eventId}`)
    await page.getByRole('button', { name: t('mine.save'), exact: true }).click()
    await page.getByRole('button', { name: t('mine.save_done') }).waitFor()
    await page.getByRole('button', { name: t('mine.read') }).click()
    const sent: (string | null)[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.postData()))
    await page.goto(`${url}/konto`)
    await page.getByRole('heading', { name: t('take.title') }).waitFor()
    return { context, page, userId, sent, offer: page.locator('.take') }
  }

  it('is taken into the account where the reader says yes, but for what was unticked', async () => {
    const { context, page, userId, offer } = await offered('med@exempel.se')
    expect(await violationsOn(page)).toEqual([])
    await offer.getByLabel(/Hörlurar i ny färg/).uncheck()
    await offer.getByRole('button', { name: t('take.yes') }).click()
    await page.locator('[aria-labelledby=read] .line-source', { hasText: 'Provtagg' }).waitFor()
    expect(await profile(userId)).toEqual([`tag:${tagId}`])
    expect(await savedEvents(web.ctx.database, userId)).toEqual([])
    expect(await listRead(web.ctx.database, userId)).toEqual([eventId])
    expect(await offer.isVisible()).toBe(false)
    expect(JSON.parse(await page.evaluate("localStorage.getItem('mine')"))).toMatchObject({
      follow: {},
      read: {},
      save: { [`event:${eventId}`]: {} },
    })
    await context.close()
  })

  it('stays where it is, and is not asked of again, where the reader says no', async () => {
    const { context, page, userId, sent, offer } = await offered('lat@exempel.se')
    await offer.getByRole('button', { name: t('take.no') }).click()
    await page.reload({ waitUntil: 'networkidle' })
    expect([await offer.isVisible(), sent, await profile(userId)]).toEqual([false, [], []])
    await context.close()
  })

  it('stays where it is as far as the account has no room, and all of it where the session has ended', async () => {
    const { context, page, userId, offer } = await offered('full@exempel.se')
    await web.database.db
      .insertInto('follows')
      .values(
        Array.from({ length: 500 }, (_, n) => ({
          user_id: userId,
          kind: 'search',
          key: `w${n}`,
          created_at: new Date(),
        })),
      )
      .execute()
    const here = async () => JSON.parse(await page.evaluate("localStorage.getItem('mine')"))
    const cookies = await context.cookies(`${url}/konto`)
    await context.clearCookies({ name: 'konto' })
    await offer.getByRole('button', { name: t('take.yes') }).click()
    await offer.getByRole('status').getByText(t('take.fault')).waitFor()
    expect(await here()).toMatchObject({ follow: { [`tag:${tagId}`]: {} }, save: { [`event:${eventId}`]: {} } })
    await context.addCookies(cookies)
    await offer.getByRole('button', { name: t('take.yes') }).click()
    await offer.waitFor({ state: 'hidden' })
    expect(await here()).toMatchObject({ follow: { [`tag:${tagId}`]: {} }, save: {}, read: {} })
    expect((await savedEvents(web.ctx.database, userId)).map(({ eventId }) => eventId)).toEqual([eventId])
    await context.close()
  })

  it('is taken by nobody’s form but ours, and what is not there is left out', async () => {
    const { token, userId } = await signIn(web, 'delvis@exempel.se')
    const post = (fields: string, form: string) =>
      web.app.inject({
        method: 'POST',
        url: '/konto/bring',
        payload: `form=${form}&${fields}`,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          cookie: `konto=${token}; konto_form=${'x'.repeat(32)}`,
        },
      })
    expect((await post(`follow=tag:${tagId}`, 'y')).statusCode).toBe(403)
    const fields = `follow=tag:${tagId}&follow=tag:999999&follow=x&follow=person:1&mute=word:musk&save=event:${eventId}&save=event:999999`
    expect((await post(fields, 'x'.repeat(32))).statusCode).toBe(303)
    expect(await profile(userId)).toEqual([`tag:${tagId}`, 'word:musk'])
    expect((await savedEvents(web.ctx.database, userId)).map(({ eventId }) => eventId)).toEqual([eventId])
  })
})

describe('without an account', () => {
  it('keeps it all on the device, sends nothing, and makes a front page of it', { tags: ['twelve'] }, async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET' || request.url().includes('/konto')) sent.push(request.url())
    })
    const faults: string[] = []
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    await page.goto(`${url}/tags/provtagg`)
    await page.getByRole('button', { name: t('mine.follow'), exact: true }).click()
    await page.getByRole('button', { name: t('mine.follow_done') }).waitFor()
    await page.goto(`${url}/handelser/${eventId}`)
    await page.getByRole('button', { name: t('mine.save'), exact: true }).click()
    await page.goto(`${url}/mitt`)
    await page.getByText(t('mine.because', { names: 'Provtagg' })).waitFor()
    expect(await page.locator('.item-row .meta .why').count()).toBe(1)
    await page.getByRole('button', { name: t('mine.read_above') }).click()
    await page.getByRole('heading', { name: `Hörlurar i ny färg ${t('mine.read_done')}` }).waitFor()
    await page.reload()
    const read = page.locator('section').filter({ hasText: t('mine.read_heading') })
    await read.getByRole('heading', { name: `Hörlurar i ny färg ${t('mine.read_done')}` }).waitFor()
    expect(await violationsOn(page)).toEqual([])
    await page
      .getByRole('button', { name: t('mine.here_remove') })
      .first()
      .click()
    await page.reload()
    await page.getByText(t('mine.follows_none')).waitFor()
    expect(await page.locator('[data-mine-front] .item').count()).toBe(0)
    expect([sent, faults, await context.cookies()]).toEqual([[], [], []])
    await context.close()
  })

  it('shows as read what was marked, keeps no more of it than that, forgets it after ninety days and sends nothing', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET' || request.url().includes('/konto')) sent.push(request.url())
    })
    await page.goto(`${url}/handelser/${eventId}`)
    await page.getByRole('button', { name: t('mine.read'), exact: true }).click()
    await page.getByRole('button', { name: t('mine.read_done'), pressed: true }).waitFor()
    await page.goto(`${url}/handelser`)
    await page.getByRole('heading', { name: `Hörlurar i ny färg ${t('mine.read_done')}` }).waitFor()
    expect(await page.locator('.is-read').count()).toBe(1)
    expect(await violationsOn(page)).toEqual([])
    const kept = await page.evaluate("localStorage.getItem('mine')")
    expect(JSON.parse(kept as string).read).toEqual({ [`event:${eventId}`]: { at: expect.any(Number) } })
    const old = { visited: Date.now(), read: { [`event:${eventId}`]: { at: Date.now() - 91 * 86_400_000 } } }
    await page.evaluate((mine) => localStorage.setItem('mine', mine), JSON.stringify(old))
    await page.reload({ waitUntil: 'networkidle' })
    expect([await page.locator('.is-read').count(), sent]).toEqual([0, []])
    await context.close()
  })

  it('marks what is opened only where the reader has asked for it', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const isRead = async () => {
      await page.goto(`${url}/handelser/${eventId}`, { waitUntil: 'networkidle' })
      return page.getByRole('button', { name: t('mine.read_done'), exact: true, pressed: true }).count()
    }
    expect(await isRead()).toBe(0)
    await page.goto(`${url}/mitt`)
    await page.locator('summary', { hasText: t('mine.how') }).click()
    await page.getByLabel(t('mine.opened')).check()
    expect(await violationsOn(page)).toEqual([])
    expect(await isRead()).toBe(1)
    await context.close()
  })

  it('mutes words, sources and sorts, in lists and on the own front page, until it is heard again', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET' || request.url().includes('/konto')) sent.push(request.url())
    })
    const shown = async (path: string) => {
      await page.goto(url + path, { waitUntil: 'networkidle' })
      const titles = await page.locator('.headline:visible').allInnerTexts()
      return titles.map((title) => title.replace(/ EN$/, ''))
    }
    const openMutes = async () => {
      await page.goto(`${url}/mitt`)
      await page.locator('summary', { hasText: t('mine.mutes') }).click()
    }
    const mute = async (label: string, word: string) => {
      await openMutes()
      await page.getByLabel(label).fill(word)
      await page
        .getByRole('button', { name: t('mine.mute'), exact: true })
        .first()
        .click()
      await page.locator('[data-mutes] li', { hasText: word.toLowerCase() }).waitFor()
    }
    await page.goto(`${url}/tags/provtagg`)
    await page.getByRole('button', { name: t('mine.follow'), exact: true }).click()
    expect(await shown('/mitt')).toEqual(['Hörlurar i ny färg'])
    await mute(t('mine.mute_word_label'), 'HÖR')
    expect(await shown('/handelser')).toEqual(['Hörlurar i ny färg', 'Musk om priser'])
    await mute(t('mine.mute_word_label'), 'hörlur')
    expect(await page.getByText(t('mine.here_none')).count()).toBe(1)
    expect([await shown('/mitt'), await shown('/handelser')]).toEqual([[], ['Musk om priser']])
    expect(await violationsOn(page)).toEqual([])
    expect(await shown('/sok?q=hörlurar')).toHaveLength(1)
    await page.goto(`${url}/handelser/${eventId}`, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { name: 'Hörlurar i ny färg', level: 1 }).waitFor()
    await page.goto(`${url}/mitt?hidden=yes`)
    await page.locator('#hidden .headline', { hasText: 'Hörlurar' }).waitFor()
    await openMutes()
    const heard = page.locator('[data-mutes] li', { hasText: 'hörlur' }).getByRole('button', { name: t('mine.unmute') })
    await heard.click()
    await page.getByText(t('mine.because', { names: 'Provtagg' })).waitFor()
    expect(await violationsOn(page)).toEqual([])

    await page.goto(`${url}/feeds/${otherFeed}`)
    await page.getByRole('button', { name: t('mine.mute'), exact: true }).click()
    expect(await shown(`/feeds/${otherFeed}`)).toHaveLength(2)
    expect(await shown('/handelser')).toEqual(['Hörlurar i ny färg'])
    await openMutes()
    const muteKind = () =>
      page
        .getByRole('button', { name: t('mine.mute'), exact: true })
        .last()
        .click()
    const mutes = async () =>
      Object.keys(JSON.parse((await page.evaluate("localStorage.getItem('mine')")) as string).mute)
    const before = await mutes()
    await muteKind()
    expect(await mutes()).toEqual(before)
    for (const undone of [true, false]) {
      await page.getByLabel(t('mine.mute_kind_label')).selectOption('news')
      await muteKind()
      expect(await mutes()).toEqual([...before, 'kind:news'])
      if (undone) await page.getByRole('button', { name: t('mine.undo') }).click()
      if (undone) expect(await mutes()).toEqual(before)
    }
    expect([await shown('/mitt'), await shown('/handelser')]).toEqual([[], []])
    expect([sent, await context.cookies()]).toEqual([[], []])
    await context.close()
  })

  it('marks in lists what is new since the visit before', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${url}/handelser`)
    expect(await page.getByText(t('mine.since')).count()).toBe(0)
    const visited = Date.parse('2026-11-21T01:00:00Z')
    await page.evaluate((at) => localStorage.setItem('mine', JSON.stringify({ visited: at })), visited)
    await page.reload()
    await page.getByText(t('mine.since')).waitFor()
    expect(await page.locator('.since-border').textContent()).toContain('Musk om priser')
    const held = {
      visited: Date.now(),
      seen: visited,
      follow: { [`tag:${tagId}`]: { title: 'Provtagg', path: '/tags/provtagg' } },
    }
    const followed = { ...held.follow, [`source:${otherFeed}`]: { title: 'Bitar', path: `/feeds/${otherFeed}` } }
    await page.evaluate((mine) => localStorage.setItem('mine', mine), JSON.stringify({ ...held, follow: followed }))
    await page.goto(`${url}/mitt`)
    await page.getByRole('heading', { name: t('front.earlier') }).waitFor()
    expect(await page.locator('[data-mine-front] :is(.box-title, .headline)').allInnerTexts()).toEqual([
      t('mine.since'),
      'Hörlurar i ny färg',
      t('front.earlier'),
      'Musk om priser',
    ])
    expect(await violationsOn(page)).toEqual([])
    await context.close()
  })

  it('has under their new names the choices from before 1.0.0', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${url}/tags/provtagg`)
    const tag = { [`tag:${tagId}`]: { title: 'Provtagg', path: '/tags/provtagg' } }
    const held = { folj: tag, tysta: { 'word:x': { title: 'x' } }, spara: {}, follow: { 'source:1': { title: 'Ett' } } }
    await page.evaluate((mine) => localStorage.setItem('mine', mine), JSON.stringify(held))
    await page.reload()
    await page.getByRole('button', { name: t('mine.follow_done'), exact: true }).waitFor()
    const { visited: _visited, ...mine } = JSON.parse(await page.evaluate("localStorage.getItem('mine')"))
    expect(mine).toEqual({ follow: { ...tag, ...held.follow }, mute: held.tysta, save: {} })
    await context.close()
  })

  it('gets the same pages as everybody, without a cookie and from the cache', async () => {
    for (const path of ['/', '/tags/provtagg', `/handelser/${eventId}`, '/mitt']) {
      const headers = { cookie: 'konto=x; konto_form=y' }
      const [one, other] = [await web.app.inject(path), await web.app.inject({ url: path, headers })]
      expect([path, one.headers['set-cookie'], other.headers.etag]).toEqual([path, undefined, one.headers.etag])
      expect(one.headers['cache-control']).toMatch(/^public/)
    }
  })
})

/** The site hears of a change a moment after it; until then an event's page comes from the cache. */
const showsOn = (eventId: number, title: string) =>
  expect.poll(async () => (await fetch(`${url}/handelser/${eventId}`)).text()).toContain(title)

describe('new since one read', () => {
  it('marks what came to an event after its page was last opened here, and nothing the first time', async () => {
    const { database } = web
    const at = new Date('2026-11-21T09:00:00Z')
    const times = { published_at: at, sort_at: at, discovered_at: at }
    const { eventId } = await seedEvent(database, [
      { feed_id: feed, title: 'Bron öppnar', ...times },
      { feed_id: otherFeed, title: 'Öppen bro', ...times },
    ])
    const context = await browser.newContext()
    const page = await context.newPage()
    const marked = () => page.locator('.timeline .is-new').allInnerTexts()
    const open = async () => {
      await page.goto(`${url}/handelser/${eventId}`)
      await page.waitForFunction((id) => JSON.parse(localStorage.getItem('mine') ?? '{}').came?.[id], eventId)
    }
    await open()
    expect(await marked()).toEqual([])
    const later = new Date('2026-11-21T10:00:00Z')
    await growEvent(database, eventId, [
      { feed_id: feed, title: 'Bron invigd', published_at: later, sort_at: later, discovered_at: later },
    ])
    await showsOn(eventId, 'Bron invigd')
    const leaveAnHourAgo = (id: number) => {
      const state = JSON.parse(localStorage.getItem('mine') ?? '{}')
      state.came[id].at -= 3_600_000
      localStorage.setItem('mine', JSON.stringify(state))
    }
    await page.evaluate(leaveAnHourAgo, eventId)
    for (const again of ['comes back', 'loads again']) {
      await open()
      const words = (await marked()).join('\n')
      expect(words, again).toContain('Bron invigd')
      expect(words, again).toContain(t('events.new_since'))
      expect(words, again).not.toContain('Öppen bro')
    }
    expect(await violationsOn(page)).toEqual([])
    await page.evaluate(leaveAnHourAgo, eventId)
    await open()
    expect(await marked()).toEqual([])
    await context.close()
  })
})

it('marks what comes during the visit in which its page was first opened', async () => {
  const { database } = web
  const time = (hour: number) => {
    const at = new Date(Date.UTC(2026, 10, 21, hour))
    return { published_at: at, sort_at: at, discovered_at: at }
  }
  const { eventId } = await seedEvent(database, [
    { feed_id: feed, title: 'Tåget stannar', ...time(8) },
    { feed_id: otherFeed, title: 'Stopp på banan', ...time(8) },
  ])
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/handelser/${eventId}`)
  const marked = async () => {
    await page.reload({ waitUntil: 'networkidle' })
    return (await page.locator('.timeline .is-new').allInnerTexts()).join('\n')
  }
  expect(await marked()).toBe('')
  await growEvent(database, eventId, [{ feed_id: feed, title: 'Tåget rullar', ...time(9) }])
  await showsOn(eventId, 'Tåget rullar')
  for (const _ of ['loads again', 'and again']) expect(await marked()).toContain('Tåget rullar')
  await growEvent(database, eventId, [{ feed_id: otherFeed, title: 'Banan är fri', ...time(10) }])
  await showsOn(eventId, 'Banan är fri')
  const both = await marked()
  for (const title of ['Tåget rullar', 'Banan är fri']) expect(both).toContain(title)
  expect(both).not.toContain('Stopp på banan')
  await context.close()
})

it('keeps what two tabs, and a page that one goes back to, choose on a device', async () => {
  const context = await browser.newContext()
  const [one, other] = [await context.newPage(), await context.newPage()]
  const names = () =>
    one.evaluate(() => {
      const { follow = {}, save = {} } = JSON.parse(localStorage.getItem('mine') ?? '{}')
      return [...Object.keys(follow), ...Object.keys(save)].sort()
    })
  const choose = async (page: Page, action: 'follow' | 'save') => {
    await page.getByRole('button', { name: t(`mine.${action}`), exact: true }).click()
    await page.getByRole('button', { name: t(`mine.${action}_done`), exact: true }).waitFor()
  }
  await one.goto(`${url}/tags/provtagg`, { waitUntil: 'networkidle' })
  await other.goto(`${url}/handelser/${eventId}`, { waitUntil: 'networkidle' })
  await choose(other, 'save')
  await choose(one, 'follow')
  await choose(other, 'follow')
  expect(await names()).toEqual([`event:${eventId}`, `event:${eventId}`, `tag:${tagId}`])
  await other.goto(`${url}/tags/provtagg`)
  await other.getByRole('button', { name: t('mine.follow_done'), exact: true }).waitFor()
  await other.getByRole('button', { name: t('mine.follow_done'), exact: true }).click()
  await one.getByRole('button', { name: t('mine.follow'), exact: true }).waitFor()
  await one.goto(`${url}/feeds/${feed}`, { waitUntil: 'networkidle' })
  await choose(one, 'follow')
  await one.goBack({ waitUntil: 'networkidle' })
  await choose(one, 'follow')
  expect(await names()).toEqual([`event:${eventId}`, `event:${eventId}`, `source:${feed}`, `tag:${tagId}`])
  await context.close()
})

describe('with script', () => {
  it('says where it went when something is followed, until it is followed no more', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${url}/handelser/${eventId}`)
    const went = page.getByRole('status').getByRole('link', { name: t('mine.here') })
    expect(await went.isVisible()).toBe(false)
    const follow = page.getByRole('button', { name: t('mine.follow'), exact: true })
    await follow.click()
    await went.waitFor()
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('button', { name: t('mine.follow_done'), exact: true }).click()
    await went.waitFor({ state: 'hidden' })
    await follow.click()
    await went.click()
    await page.getByText('Hörlurar i ny färg').first().waitFor()
    await context.close()
  })

  it('has one’s news under one name: with an account those of the account', async () => {
    const [context, page] = await signedIn('samma@exempel.se')
    await page.goto(`${url}/konto`)
    await page
      .getByRole('navigation', { name: t('layout.menu') })
      .getByRole('link', { name: t('nav.mine') })
      .click()
    await page.waitForURL(`${url}/konto`)
    await page.getByRole('heading', { level: 1, name: t('mine.here') }).waitFor()
    await context.close()
  })

  it('reads the minute aloud where the browser has voices, and shows no button where it has none', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const button = page.getByRole('button', { name: t('front.listen') })
    const voices = (names: string[]) => `
      globalThis.said = []
      const voice = {
        getVoices: () => ${JSON.stringify(names)},
        speak: ({ text, lang }) => said.push([lang, text]),
        cancel: () => said.push('cancel'),
      }
      Object.defineProperty(globalThis, 'speechSynthesis', { value: voice })`
    await page.addInitScript(voices([]))
    await page.goto(url)
    expect(await button.isVisible()).toBe(false)
    await page.addInitScript(`globalThis.speechSynthesis.getVoices = () => ['Alva']`)
    await page.goto(url)
    await button.click()
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
    const said = (await page.evaluate('said')) as [language: string, text: string][]
    expect(said).toContainEqual(['sv', 'Hörlurar i ny färg'])
    expect(said.map(([, text]) => text)).toEqual([...new Set(said.map(([, text]) => text))])
    expect(JSON.stringify(said)).toContain('Musk om priser')
    await button.click()
    expect(await page.evaluate('said.at(-1)')).toBe('cancel')
    expect(await button.getAttribute('aria-pressed')).toBe('false')
    await page.evaluate(() =>
      localStorage.setItem('mine', JSON.stringify({ mute: { 'word:musk': { title: 'musk' } } })),
    )
    await page.goto(url, { waitUntil: 'networkidle' })
    await button.click()
    await expect.poll(() => page.evaluate('said.length')).toBeGreaterThan(1)
    expect(JSON.stringify(await page.evaluate('said'))).not.toContain('Musk om priser')
    await context.close()
  })
})
