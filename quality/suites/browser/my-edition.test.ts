/** All that a signed-in reader does with their edition, in a browser that runs script and in one that does not. */

import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getProfile } from '../../../src/news/accounts/writes/follows.ts'
import { listRead, markRead } from '../../../src/news/accounts/writes/read-markers.ts'
import { launchBrowser, violationsOn } from '../../../tests/support/browser.ts'
import { begin, t } from '../../../tests/support/content.ts'
import { havePrograms } from '../../../tests/support/machine.ts'
import { readMail } from '../../../tests/support/played/mail.ts'
import { freePort } from '../../../tests/support/played/small-server.ts'
import { runStage } from '../../../tests/support/run-stage.ts'
import { type AlertSite, startAlertSite } from '../../../tests/support/worlds/alerts.ts'

const hasVoice = havePrograms('ffmpeg', 'ffprobe', 'espeak-ng')
let site: AlertSite
let browser: Browser
let url: string

beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  site = await startAlertSite({ BASE_URL: url, ...(hasVoice && { TTS_PROVIDER: 'espeak' }) })
  await site.web.app.listen({ port, host: '127.0.0.1' })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

describe.each([true, false])('with script: %s', (javaScriptEnabled) => {
  let context: BrowserContext
  let page: Page
  let userId: number
  let [event, other, story] = [0, 0, 0]
  const email = `karin.${javaScriptEnabled}@exempel.se`

  beforeAll(async () => {
    for (const table of ['users', 'stories', 'events', 'articles'] as const)
      await site.web.database.db.deleteFrom(table).execute()
    site.at('2026-11-23T12:00:00Z')
    event = await site.report('Krokarna är här')
    story = await site.inStory([event])
    other = await site.report('Öglor till salu', undefined, { tag_ids: [], feed_id: site.feeds[3] })
    await site.settle()
    const { id, token } = await site.signIn(email)
    userId = id
    context = await browser.newContext({ javaScriptEnabled, acceptDownloads: true })
    await context.addCookies([{ name: 'konto', value: token, domain: '127.0.0.1', path: '/konto' }])
    page = await context.newPage()
    await page.goto(`${url}/konto`)
  })
  afterAll(() => context?.close())

  const names = async () => {
    const { follows, mutes } = await getProfile(site.web.ctx.database, userId)
    return [...follows, ...mutes].map(({ kind, key }) => `${kind}:${key}`).sort()
  }
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click()
  const mails = () => site.mail.mails.map(readMail)

  /** One button of a page that is the same for everybody: where script runs it turns, else one comes back. */
  async function choose(path: string, words: string, option: string): Promise<void> {
    await page.goto(url + path)
    const before = page.url()
    await press(words)
    // A mute is reported on a page of its own, with the way back.
    if (!javaScriptEnabled && words === t('mine.mute'))
      await page.getByRole('link', { name: t('mine.back'), exact: true }).click()
    if (javaScriptEnabled) await page.getByRole('button', { name: option, exact: true, pressed: true }).waitFor()
    expect(page.url()).toBe(before)
  }

  /** The address in the last letter that fits. */
  const addressIn = (pattern: RegExp) => pattern.exec(mails().at(-1)?.text ?? '')?.[0] ?? 'no address'

  /** What checks it is a script of the page. */
  async function isAccessible(): Promise<void> {
    if (javaScriptEnabled) expect(await violationsOn(page)).toEqual([])
  }

  async function save(link: string): Promise<string> {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: link }).click(),
    ])
    return readFileSync(await download.path(), 'utf8')
  }

  it('follows a tag, a story, an event, a source and a search, mutes a source, a word and a sort, and takes each back', async () => {
    const [feed, muted] = [site.feeds[0], site.feeds[3]]
    for (const path of [
      '/tags/krokar',
      `/stories/${story}`,
      `/handelser/${event}`,
      `/feeds/${feed}`,
      '/sok?q=krokarna',
    ])
      await choose(path, t('mine.follow'), t('mine.follow_done'))
    await choose(`/feeds/${muted}`, t('mine.mute'), t('mine.mute_done'))
    await page.goto(`${url}/konto/profile`)
    await page.getByLabel(t('mine.mute_word_label')).fill('Ögla')
    await page
      .getByRole('button', { name: t('mine.mute'), exact: true })
      .first()
      .click()
    await page.getByLabel(t('mine.mute_kind_label')).selectOption('opinion')
    await page
      .getByRole('button', { name: t('mine.mute'), exact: true })
      .last()
      .click()
    const all = [
      `event:${event}`,
      'kind:opinion',
      'search:krokarna',
      `source:${feed}`,
      `source:${muted}`,
      `story:${story}`,
      `tag:${site.tag}`,
      'word:ögla',
    ]
    await page.getByRole('listitem').filter({ hasText: 'ögla' }).waitFor()
    expect(await names()).toEqual(all.sort())
    await isAccessible()
    for (const [text, button] of [
      [t('mine.follow_story'), t('mine.unfollow')],
      [t('mine.follow_search'), t('mine.unfollow')],
      [t('mine.follow_event'), t('mine.unfollow')],
      [t('mine.mute_kind'), t('mine.unmute')],
    ] as const) {
      const row = page.locator('.wishes > li').filter({ has: page.getByText(text, { exact: true }) })
      await row.getByRole('button', { name: button }).click()
      await row.waitFor({ state: 'detached' })
    }
    expect(await names()).toEqual([`source:${feed}`, `source:${muted}`, `tag:${site.tag}`, 'word:ögla'].sort())
  })

  it('saves an event and forgets it again', async () => {
    await choose(`/handelser/${other}`, t('mine.save'), t('mine.save_done'))
    await page.goto(`${url}/konto/saved`)
    await page.getByRole('link', { name: 'Öglor till salu' }).waitFor()
    await press(t('mine.unsave'))
    await page.getByText(t('mine.saved_none')).waitFor()
  })

  it('marks an event as read where it is read, and on the own front page one by one and all at once', async () => {
    const third = await site.report('Krokarna putsas')
    await choose(`/handelser/${event}`, t('mine.read'), t('mine.read_done'))
    await page.goto(`${url}/konto`)
    const rows = async () => (await page.locator('.split .item .headline').allInnerTexts()).map((row) => row.trim())
    expect(await rows()).toEqual(['Krokarna putsas', 'Krokarna är här Läst'])
    await page.getByRole('heading', { name: t('mine.read_heading') }).waitFor()
    await isAccessible()
    await markRead(site.web.ctx.database, userId, [event], false, site.web.ctx.clock.now())
    expect(await listRead(site.web.ctx.database, userId)).toEqual([])
    await page.goto(`${url}/konto`)
    await press(t('mine.read_above'))
    await page.getByText(t('mine.read_all')).waitFor()
    expect((await listRead(site.web.ctx.database, userId)).sort()).toEqual([event, third].sort())
    await page.goto(`${url}/handelser`)
    if (javaScriptEnabled) await page.locator('.is-read').nth(1).waitFor()
    await markRead(site.web.ctx.database, userId, [event], false, site.web.ctx.clock.now())
    await site.web.database.db.deleteFrom('articles').where('event_id', '=', third).execute()
    await site.web.database.db.deleteFrom('events').where('id', '=', third).execute()
  })

  it('finds on the own front page what is new since the last visit, each row with why it is there, and nothing muted', async () => {
    await page.goto(`${url}/konto`)
    await page.getByText('Krokarna är här').first().waitFor()
    site.at('2026-11-23T13:30:00Z')
    const fresh = await site.report('Krokarna såldes slut')
    await site.report('Krokarna tog slut', fresh)
    await site.report('Krokar och ögla')
    await page.goto(`${url}/konto`)
    await page.getByRole('heading', { name: t('mine.since') }).waitFor()
    const rows = await page.locator('.split .item').allInnerTexts()
    expect(rows.map((row) => row.includes('Krokarna såldes slut'))).toEqual([true, false])
    for (const words of [t('mine.because', { names: 'Krokar, Bladet' }), t('sources.count', { n: 2 })])
      expect(rows[0]).toContain(words)
    expect(await page.getByText('Krokar och ögla').count()).toBe(0)
    await page.getByRole('heading', { name: t('front.earlier') }).waitFor()
    await page.getByRole('link', { name: t('mine.hidden_show'), exact: true }).click()
    await page.locator('[aria-labelledby=hidden] .headline', { hasText: 'Krokar och ögla' }).waitFor()
  })

  it('gets the edition by mail once the address has said yes, and no more when it has said no', async () => {
    site.mail.mails.length = 0
    await page.goto(`${url}/konto/letters`)
    await page.getByLabel(t('editions.evening'), { exact: true }).check()
    await press(t('editions.start'))
    await page.getByText(t('editions.unconfirmed', { email })).waitFor()
    await page.goto(addressIn(/http\S+\/utskick\/[\w-]{32}\/yes/))
    await press(t('editions.join_button'))
    await page.getByRole('heading', { name: t('editions.joined_title') }).waitFor()
    await page.goto(`${url}/konto/letters`)
    await page.getByText(begin('editions.next', { email })).waitFor()
    const send = async (time: string) => {
      site.at(time)
      await site.report(`Krokar ${time.slice(8, 16)}`)
      await runStage(site.web.services, 'editions')
      await runStage(site.web.services, 'letters')
    }
    await send('2026-11-23T17:00:00Z')
    expect(mails().at(-1)?.headers.subject).toContain(t('letters.evening'))
    expect(mails().at(-1)?.text).toContain(
      `${t('mine.because', { names: 'Krokar, Bladet' })} · ${t('sources.count', { n: 1 })}`,
    )
    await page.goto(addressIn(/http\S+\/utskick\/[\w-]{32}(?=\s|$)/))
    await press(t('editions.leave_button'))
    await page.getByRole('heading', { name: t('editions.left_title') }).waitFor()
    await page.goto(`${url}/konto/letters`)
    await page.getByText(t('editions.stopped')).waitFor()
    await send('2026-11-24T06:00:00Z')
    expect(mails()).toHaveLength(2)
    await press(t('editions.start'))
    await page.getByText(t('editions.unconfirmed', { email })).waitFor()
    expect(mails()).toHaveLength(3)
  })

  it('is alerted when enough publishers tell it, outside of the quiet time, until the alert is taken away', async () => {
    site.mail.mails.length = 0
    await page.goto(`${url}/tags/krokar`)
    await page.getByRole('link', { name: t('alerts.make') }).click()
    // This browser refuses notifications: the answer has the way to alerts by mail.
    if (javaScriptEnabled) await page.locator('[data-alerted=denied]').getByRole('link').click()
    expect(await page.getByLabel(t('alerts.about')).inputValue()).toBe(`tag:${site.tag}`)
    await page.getByLabel(t('alerts.when')).fill('2')
    await page.getByRole('button', { name: t('alerts.make'), exact: true }).click()
    await page.getByText(t('alerts.rule', { n: 2 })).waitFor()
    await page.goto(addressIn(/http\S+\/utskick\/alerts\/[\w-]{32}\/yes/))
    await press(t('alerts.join_button'))
    await page.getByRole('heading', { name: t('alerts.joined_title') }).waitFor()
    await page.goto(`${url}/konto/alerts`)
    await page.getByLabel(t('alerts.quiet_on')).check()
    await page.getByLabel(t('alerts.quiet_from'), { exact: true }).fill('22:00')
    await page.getByLabel(t('alerts.quiet_until'), { exact: true }).fill('07:00')
    await page
      .locator('#quiet')
      .locator('..')
      .getByRole('button', { name: t('alerts.save') })
      .click()
    expect(await page.getByLabel(t('alerts.quiet_on')).isChecked()).toBe(true)
    await isAccessible()
    const tell = async (title: string, time: string) => {
      site.at(time)
      await site.report(title, await site.report(title))
      await site.run()
    }
    site.mail.mails.length = 0
    await tell('Krokarna dras in', '2026-11-24T23:00:00Z')
    expect(mails()).toEqual([])
    site.at('2026-11-25T06:00:00Z')
    await site.run()
    expect(mails().map(({ headers }) => headers.subject)).toEqual([
      `Krokarna dras in · ${t('alerts.told_by', { n: 2 })}`,
    ])
    await page.goto(`${url}/konto/alerts`)
    await page.getByRole('link', { name: 'Krokarna dras in' }).waitFor()
    await page.locator('summary', { hasText: t('alerts.kind.tag', { name: 'Krokar' }) }).click()
    await press(t('alerts.remove'))
    await page.getByText(t('alerts.none')).waitFor()
    await tell('Krokarna är tillbaka', '2026-11-25T12:00:00Z')
    expect(mails()).toHaveLength(1)
  })

  it('has an address of the own feed, and of its sound, that ends when it is closed', async () => {
    await page.goto(`${url}/konto/own-feed`)
    await press(t('own_feed.make'))
    const address = await page.getByLabel('RSS').inputValue()
    const json = await page.getByLabel('JSON Feed').inputValue()
    await isAccessible()
    expect(await (await fetch(address)).text()).toContain('Krokarna är tillbaka')
    expect(await (await fetch(json)).text()).toContain(t('mine.because', { names: 'Krokar, Bladet' }))
    if (hasVoice) {
      const podcast = await page.getByLabel(t('own_feed.spoken')).inputValue()
      expect(await (await fetch(podcast)).text()).not.toContain('<item>')
    }
    // The same sound for both, and it takes its time.
    if (hasVoice && javaScriptEnabled) {
      const podcast = await page.getByLabel(t('own_feed.spoken')).inputValue()
      await site.web.services.pipeline.stages.find(({ stage }) => stage === 'spoken')?.handle('')
      const [, sound = ''] = /<enclosure url="([^"]+)"/.exec(await (await fetch(podcast)).text()) ?? []
      const answer = await fetch(sound)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
    }
    await page.goto(`${url}/konto/own-feed`)
    await page.getByText(t('own_feed.used')).waitFor()
    expect(await page.content()).not.toContain(address.slice(-36, -4))
    await press(t('own_feed.close'))
    await page.getByRole('button', { name: t('own_feed.make') }).waitFor()
    expect((await fetch(address)).status).toBe(404)
  })

  it('signs an app in and out again, and a browser that was left signed in elsewhere', async () => {
    await site.signIn(email)
    await page.goto(`${url}/konto/apps`)
    await page.getByLabel(t('mine.app_name')).fill('NetNewsWire')
    await press(t('mine.app_make'))
    const password = (await page.locator('dd code').last().textContent()) ?? ''
    const asks = { headers: { authorization: `GoogleLogin auth=${password}` } }
    expect((await fetch(`${url}/reader/api/0/user-info`, asks)).status).toBe(200)
    await page.goto(`${url}/konto/apps`)
    await page.getByText(t('mine.last_used')).first().waitFor()
    await press(t('mine.revoke'))
    await page.getByRole('button', { name: t('mine.revoke') }).waitFor({ state: 'detached' })
    expect((await fetch(`${url}/reader/api/0/user-info`, asks)).status).toBe(401)
    const elsewhere = page.locator('li', { hasText: t('mine.session') })
    await elsewhere.getByRole('button', { name: t('mine.session_end') }).click()
    await elsewhere.waitFor({ state: 'detached' })
    await page.getByText(t('mine.session_here')).waitFor()
  })

  it('gives the address of an event away', async () => {
    await page.goto(`${url}/handelser/${event}`)
    if (javaScriptEnabled)
      await page.getByRole('button', { name: new RegExp(`${t('share.share')}|${t('share.copy')}`) }).waitFor()
    else expect(await page.getByRole('link', { name: t('share.link') }).getAttribute('href')).toBe(page.url())
  })

  it('takes all of it along and leaves none of it behind', async () => {
    await choose(`/handelser/${event}`, t('mine.save'), t('mine.save_done'))
    await choose(`/handelser/${event}`, t('mine.read'), t('mine.read_done'))
    await page.goto(`${url}/konto/settings`)
    const all = JSON.parse(await save(t('account.export')))
    expect(all).toMatchObject({
      email,
      saved: [{}],
      read: [{ eventId: event, read: true }],
      mutes: [{}, {}],
      sessions: [{}],
    })
    expect(JSON.stringify(all)).toContain('Europe/Stockholm')
    await page.locator('summary', { hasText: t('account.delete') }).click()
    await page.getByLabel(t('account.delete_sure')).check()
    await press(t('account.delete'))
    await page.getByText(t('account.deleted')).waitFor()
    const { db } = site.web.database
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns where column_name = 'user_id' and table_schema = 'public'`.execute(
      db,
    )
    expect(rows.length).toBeGreaterThan(12)
    for (const { name } of rows)
      expect((await sql`select from ${sql.table(name)} where user_id = ${userId}`.execute(db)).rows, name).toEqual([])
  })
})
