/** `/konto/alerts` without script, and the same by /api/v1/me/alerts. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { alertsAt } from '../../../tests/support/alerts.ts'
import { t } from '../../../tests/support/content.ts'
import { emptyTables } from '../../../tests/support/neighbour.ts'
import { readMail } from '../../../tests/support/played/mail.ts'
import { type AlertSite, startAlertSite } from '../../../tests/support/worlds/alerts.ts'
import { follow } from '../../news/accounts/writes/follows.ts'
import { stopMail } from '../../news/editions/writes/mail-subscriptions.ts'
import { ALERT_KINDS } from './rule.ts'

let site: AlertSite
let reader: Awaited<ReturnType<AlertSite['signIn']>>

beforeAll(async () => {
  site = await startAlertSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  await emptyTables(site.web.database, 'users', 'events', 'articles', 'rate_hits')
  site.at('2026-11-23T12:00:00Z')
  reader = await site.signIn('ann@example.se')
})

const open = (url: string) => site.web.app.inject({ url, headers: { cookie: reader.cookie } })

async function post(url: string, fields: Record<string, string>) {
  const form = (await open('/konto/alerts')).cookies.find(({ name }) => name === 'konto_form')?.value ?? ''
  const payload = new URLSearchParams({ ...fields, form }).toString()
  const headers = {
    cookie: `${reader.cookie}; konto_form=${form}`,
    'content-type': 'application/x-www-form-urlencoded',
  }
  return site.web.app.inject({ method: 'POST', url, headers, payload })
}

async function api(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) {
  const headers = { authorization: `Bearer ${reader.token}`, 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/150.0' }
  const answer = await site.web.app.inject({
    method,
    url: `/api/v1/me/${path}`,
    headers,
    ...(body && { payload: body }),
  })
  return { status: answer.statusCode, data: answer.json().data, error: answer.json().error?.message }
}

describe('the page of alerts', () => {
  it('is reached from what is read, makes a rule, changes it and takes it away, without script', {
    tags: 'slow',
  }, async () => {
    const tagPage = (await site.web.app.inject('/tags/krokar')).body
    const link = /href="(\/konto\/alerts\?[^"]+)"/.exec(tagPage)?.[1]?.replace('&amp;', '&') ?? ''
    const signInUrl = String((await site.web.app.inject(link)).headers.location)
    expect(signInUrl).toBe(`/konto?${new URLSearchParams({ next: link })}`)
    const field = `name="next" value="${link.replace('&', '&amp;')}"`
    expect((await site.web.app.inject(signInUrl)).body).toContain(field)
    expect((await open(link)).body).toContain(`<option value="tag:${site.tag}" selected>Ämnet Krokar</option>`)
    const rule = { about: `tag:${site.tag}`, count: '3', mail: 'yes' }
    expect((await post('/konto/alerts', rule)).headers.location).toBe('/konto/alerts')
    const page = (await open('/konto/alerts')).body
    expect(page).toContain('Ämnet Krokar')
    expect(page).toContain('När minst 3 oberoende källor rapporterar')
    expect(page).toContain('Vi har skickat ett mejl till ann@example.se')
    await post('/konto/alerts', { ...rule, count: '2', always: 'yes' })
    expect((await open('/konto/alerts')).body).toContain('När minst 2 oberoende källor rapporterar')
    const { rules } = await alertsAt(site.web.ctx).alertsOf(reader.id)
    expect(rules).toMatchObject([{ minSources: 2, mail: true, push: false, heedsQuiet: false }])
    await post('/konto/alerts/remove', { alerts: String(rules[0]?.id) })
    expect((await open('/konto/alerts')).body).toContain('Du har inga notiser än')
  })

  it('sends the letter that asks again, as often as codes, until the address has answered', async () => {
    site.mail.mails.length = 0
    await post('/konto/alerts', { about: `tag:${site.tag}`, count: '3', mail: 'yes' })
    expect((await open('/konto/alerts')).body).toContain(t('alerts.ask_again'))
    expect((await post('/konto/alerts/request', {})).headers.location).toBe('/konto/alerts')
    expect(site.mail.mails).toHaveLength(2)
    const [first, again] = site.mail.mails.map((raw) => /\/utskick\/alerts\/[\w-]{32}/.exec(readMail(raw).text)?.[0])
    expect(again).toBe(first)
    await site.web.app.inject({ method: 'POST', url: `${first}/yes` })
    expect((await open('/konto/alerts')).body).not.toContain(t('alerts.ask_again'))
    await post('/konto/alerts/request', {})
    expect(site.mail.mails).toHaveLength(2)
  })

  it.each([
    ['by the reader', null, 'alerts.mail_stopped', 'editions.stopped'],
    ['by the mailbox', '550 5.1.1 no such user', 'alerts.mail_refused', 'editions.refused'],
  ])('says that mail was stopped %s, as does the page of editions', async (_whom, reason, alerts, editions) => {
    const { web, tag } = site
    const words = { email: 'ann@example.se', reason: reason ?? '' }
    await post('/konto/alerts', { about: `tag:${tag}`, count: '3', mail: 'yes' })
    await post('/konto/letters', { morning: 'yes', morning_at: '07:00', zone: 'UTC', day: '1' })
    expect((await open('/konto/letters')).body).toContain(t('editions.unconfirmed', words))
    for (const list of ['alerts', 'edition'] as const)
      await stopMail(web.database, list, { userId: reader.id }, web.clock.now(), reason)
    const pages = [(await open('/konto/alerts')).body, (await open('/konto/letters')).body]
    expect(pages).toEqual([alerts, editions].map((key) => expect.stringContaining(t(key, words))))
    for (const form of ['/konto/alerts/request', '/konto/letters/stop']) expect(pages.join()).not.toContain(form)
  })

  it('says that there is no room for more', async () => {
    for (let n = 0; n < 20; n++)
      await follow(site.web.ctx.database, reader.id, { kind: 'search', key: `krok ${n}` }, site.web.ctx.clock.now())
    const full = await post('/konto/choice', { do: 'follow', kind: 'search', what: 'en till', next: '/' })
    expect([full.statusCode, full.body]).toEqual([422, expect.stringContaining(t('broken.full_title'))])
  })

  it('keeps a quiet time, and says what was told', async () => {
    await post('/konto/alerts/quiet', { quiet: 'yes', from: '21:30', to: '06:00', zone: 'Europe/Stockholm' })
    expect((await open('/konto/alerts')).body).toMatch(/name="from" value="21:30"/)
    await post('/konto/alerts/quiet', { from: '21:30', to: '06:00', zone: 'Europe/Stockholm' })
    expect((await alertsAt(site.web.ctx).alertsOf(reader.id)).quiet).toBeNull()
    await site.alert(reader.id, { minSources: 1 })
    await site.report('Krokarna & <öglorna>')
    await site.run()
    expect((await open('/konto/alerts')).body).toContain('Krokarna &amp; &lt;öglorna&gt;</a>')
  })

  describe('in this browser, with one tap', () => {
    const device = (name: string) => {
      const { endpoint, ...keys } = site.push.subscribe(name)
      return { endpoint, ...keys }
    }
    const aboutOf = async (kind: string): Promise<string> => {
      const event = await site.report('Krokarna är här')
      const keys = { tag: site.tag, source: site.feeds[0], event, story: await site.inStory([event]) }
      return kind === 'followed' ? kind : `${kind}:${{ ...keys, search: 'vikbar krok' }[kind]}`
    }

    it.each(ALERT_KINDS)('is subscribed to with its rule: %s', async (kind) => {
      const om = await aboutOf(kind)
      const [typ = '', vad = ''] = [kind, om.slice(kind.length + 1)]
      const page = (
        await open(`/konto/alerts?${new URLSearchParams(kind === 'followed' ? {} : { kind: typ, what: vad })}`)
      ).body
      expect(page).toContain(`name="about" value="${om}"`)
      expect(
        (await post('/konto/alerts/device', { ...device(`d-${kind}`), about: om, count: '2' })).headers.location,
      ).toBe('/konto/alerts')
      const { rules, devices } = await alertsAt(site.web.ctx).alertsOf(reader.id)
      expect([rules, devices.length]).toMatchObject([
        [{ kind, key: vad, push: true, mail: false, webhook: false, minSources: 2, heedsQuiet: true }],
        1,
      ])
    })

    it('keeps what the rule had', async () => {
      const om = `tag:${site.tag}`
      await post('/konto/alerts', { om, count: '5', mail: 'yes', always: 'yes' })
      await post('/konto/alerts/device', { ...device('d'), about: om, count: '3' })
      const { rules } = await alertsAt(site.web.ctx).alertsOf(reader.id)
      expect(rules).toMatchObject([{ push: true, mail: true, minSources: 5, heedsQuiet: false }])
    })

    it.each([
      ['no such kind', { about: 'person:1' }, 422],
      ['no number', { count: 'x' }, 422],
      ['no such topic', { about: 'tag:999999' }, 404],
    ])('makes no rule of %s', async (_what, wrong, status) => {
      const fields = { ...device('d'), about: `tag:${site.tag}`, count: '3', ...wrong }
      expect((await post('/konto/alerts/device', fields)).statusCode).toBe(status)
      expect((await alertsAt(site.web.ctx).alertsOf(reader.id)).rules).toEqual([])
    })

    it('says without script that mail does without it', async () => {
      for (const url of ['/konto/alerts', `/konto/alerts?kind=tag&what=${site.tag}`]) {
        const page = (await open(url)).body
        expect(page).toContain(`<noscript><p class="small">${t('alerts.here_script')}</p></noscript>`)
        expect(page).toContain('name="mail"')
      }
    })
  })

  it('refuses what is no rule, no night and not ours', async () => {
    const rule = { about: `tag:${site.tag}`, count: '3', mail: 'yes' }
    for (const wrong of [{ count: '0' }, { count: '21' }, { count: 'x' }, { mail: '' }, { about: 'person:1' }])
      expect((await post('/konto/alerts', { ...rule, ...wrong })).statusCode).toBe(422)
    site.mail.mails.length = 0
    expect((await post('/konto/alerts', { ...rule, about: 'tag:999999' })).statusCode).toBe(404)
    expect([site.mail.mails, (await alertsAt(site.web.ctx).alertsOf(reader.id)).mail]).toEqual([[], null])
    const night = { quiet: 'yes', from: '22:00', to: '22:00', zone: 'Europe/Stockholm' }
    expect((await post('/konto/alerts/quiet', night)).statusCode).toBe(422)
    expect((await post('/konto/alerts/remove', { alerts: 'x' })).statusCode).toBe(400)
    const forged = { method: 'POST' as const, url: '/konto/alerts', headers: { cookie: reader.cookie }, payload: {} }
    expect((await site.web.app.inject(forged)).statusCode).toBe(403)
  })
})

describe('the same by the API', () => {
  it('makes, changes and removes rules, in the form in which things are followed', async () => {
    const body = { kind: 'tag', key: 'krokar', ways: ['mail'] }
    const made = await api('POST', 'alerts', body)
    const rule = {
      kind: 'tag',
      key: 'krokar',
      title: 'Krokar',
      url: 'https://site.example/tags/krokar',
      ways: ['mail'],
    }
    expect(made.data).toMatchObject({ rules: [{ ...rule, min_sources: 3, always: false }], quiet: null, told: [] })
    expect(made.data.mail).toEqual({ email: 'ann@example.se', confirmed: false, stopped: false })
    await api('POST', 'alerts', { kind: 'followed', ways: ['push'], min_sources: 5, always: true })
    const changed = await api('POST', 'alerts', { ...body, min_sources: 1 })
    expect(changed.data.rules).toMatchObject([{ min_sources: 1 }, { kind: 'followed', key: '', title: null }])
    expect((await api('DELETE', 'alerts?kind=tag&key=krokar')).data.rules).toHaveLength(1)
    expect((await api('POST', 'alerts', { ...body, key: 'nej' })).status).toBe(404)
    expect((await api('POST', 'alerts', { ...body, kind: 'event', key: 'x' })).status).toBe(422)
    expect((await api('POST', 'alerts', { ...body, ways: [] })).status).toBeGreaterThanOrEqual(400)
  })

  it('sets the quiet time', async () => {
    const quiet = { timezone: 'Europe/Stockholm', from: '22:00', until: '07:00' }
    expect((await api('POST', 'alerts/quiet', quiet)).data.quiet).toEqual(quiet)
    expect((await api('POST', 'alerts/quiet', { ...quiet, timezone: 'Mars/Base' })).status).toBe(422)
    expect((await api('DELETE', 'alerts/quiet')).data.quiet).toBeNull()
  })

  it('takes a browser’s subscription, and tells its keys and address to nobody', async () => {
    const { endpoint, ...keys } = site.push.subscribe('telefon')
    const { data, status } = await api('POST', 'push-subscriptions', { endpoint, keys, expirationTime: null })
    expect([status, data.subscriptions]).toMatchObject([200, [{ device: 'Firefox, Linux', last_sent_at: null }]])
    expect(data.public_key).toBe(await alertsAt(site.web.ctx).pushKey())
    const page = (await open('/konto/alerts')).body
    const exported = (await open('/konto/export.json')).body
    expect(exported).toContain('Firefox, Linux')
    for (const shown of [JSON.stringify(data), page, exported])
      for (const secret of [endpoint, keys.auth, keys.p256dh]) expect(shown).not.toContain(secret)
    const { id } = data.subscriptions[0]
    expect((await api('DELETE', `push-subscriptions?id=${id}`)).data.subscriptions).toEqual([])
    expect((await api('POST', 'push-subscriptions', { endpoint: 'file:///etc/passwd', keys })).status).toBe(422)
  })

  it('asks an address no more than five times an hour', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 7; i++) {
      statuses.push((await api('POST', 'alerts', { kind: 'followed', ways: ['mail'] })).status)
      const key = /\/utskick\/alerts\/([\w-]{32})\/yes/.exec(readMail(site.mail.mails.at(-1) ?? '').text)?.[1]
      await site.web.app.inject({ method: 'POST', url: `/utskick/alerts/${key}` })
    }
    expect(statuses).toContain(429)
  })
})
