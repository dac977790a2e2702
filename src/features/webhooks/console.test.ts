/** Webhooks at the console: added, tried, paused, removed, and refused beside what was given. */
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { operatorAt } from '../../../tests/support/people.ts'
import { signatureOf, startReceiver } from '../../../tests/support/played/receiver.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'

const token = 'en-nyckel-som-bara-redaktionen-har'
let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb({ ADMIN_TOKEN: token, FETCH_ALLOW: '127.0.0.1/32' })
})
afterAll(() => web.close())

it('webhooks are added with a secret that is shown once, tried, paused, resumed and removed', {
  tags: 'slow',
}, async () => {
  const receiver = await startReceiver()
  onTestFinished(receiver.close)
  const { url, received, statuses } = receiver
  const visitor = await operatorAt(web, token)
  const made = await visitor.post('/admin/webhooks', {
    address: `${url}?key=0123`,
    types: 'entry',
    least: '2',
    tag: '',
    source: '',
  })
  const secret = /<code>(whsec_[\w+/=]+)<\/code>/.exec(made.body)?.[1] ?? ''
  expect(made.body).toContain('entry.created')
  const { body } = await visitor.get('/admin/webhooks')
  expect([body.includes(`${url}?key=0123`), body.includes('whsec_')]).toEqual([true, false])
  const id = /\/admin\/webhooks\/(\d+)\/try/.exec(body.slice(body.indexOf(url)))?.[1]
  expect((await visitor.post(`/admin/webhooks/${id}/try`, {})).headers.location).toBe(
    '/admin/webhooks?said=webhook_taken',
  )
  const [trial] = received
  expect(trial?.headers['webhook-signature']).toBe(trial && signatureOf(trial, secret))
  expect(JSON.parse(String(trial?.body))).toMatchObject({ type: 'test', data: {} })
  statuses.push(500)
  const refused = await visitor.post(`/admin/webhooks/${id}/try`, {})
  expect([refused.statusCode, refused.body.includes('Det gick inte: HTTP 500')]).toEqual([502, true])
  const actions = async () => {
    for (const name of ['pause', 'pause', 'resume', 'remove'])
      expect((await visitor.post(`/admin/webhooks/${id}/${name}`, {})).statusCode).toBe(303)
  }
  await actions()
  expect((await visitor.get('/admin/webhooks')).body).not.toContain(url)
  const rows = await web.database.db
    .selectFrom('operator_actions')
    .select('subject')
    .distinct()
    .where('action', 'like', 'webhook%')
    .execute()
  // An address may carry a token of the receiver's.
  expect(rows).toEqual([{ subject: new URL(url).origin }])
  const log = (await visitor.get('/admin/log?q=127.0.0.1+hook')).body
  const labels = [...log.matchAll(/<p><strong>([^<]+)<\/strong>/g)].map(([, words]) => words)
  expect(labels.slice(0, 6)).toEqual([
    ...['Tog bort webhooken', 'Återupptog webhooken', 'Pausade webhooken', 'Provade webhooken', 'Provade webhooken'],
    'Lade till webhooken',
  ])
})

it('webhooks can be alerted of happenings, with quiet hours', async () => {
  const visitor = await operatorAt(web, token)
  const address = 'https://larm.example/hook'
  const given = { address, what: 'alerts', types: '', least: '4', tag: '', source: '', quiet: '22:00-07:00' }
  const { body } = await visitor.post('/admin/webhooks', given)
  expect(body).toContain('notiser · 4 källor · Tyst tid: 22:00–07:00')
})

it('webhooks that are none are refused beside what was given', async () => {
  const visitor = await operatorAt(web, token)
  for (const [fields, why] of [
    [{ address: 'ftp://a.example' }, 'Adressen måste börja med http:// eller https://.'],
    [{ address: 'https://a.example', types: 'weather' }, 'ingen typ av ändringar som heter ”weather”'],
    [{ address: 'https://a.example', least: 'tre' }, '”tre” är inget antal källor'],
    [{ address: 'https://a.example', quiet: '22:00-07:00' }, 'gäller bara notiser'],
    [{ address: 'https://a.example', what: 'alerts', types: 'event' }, 'Notiser har inga typer'],
    [{ address: 'https://a.example', what: 'alerts', tag: 'felstavad' }, 'inget ämne som heter ”felstavad”'],
    [{ address: 'https://a.example', what: 'alerts', source: '999999' }, 'ingen källa ”999999”'],
    [{ address: 'https://a.example', source: 'Bladet' }, 'ingen källa ”Bladet”'],
    [{ address: 'https://a.example', what: 'alerts', least: '21' }, 'mellan 1 och 20'],
    [{ address: 'https://a.example', what: 'alerts', quiet: 'natten' }, '”natten” är inga klockslag'],
  ] as const) {
    const { statusCode, body } = await visitor.post('/admin/webhooks', fields)
    const lost = Object.entries(fields).filter(([name, value]) =>
      name === 'what' ? !body.includes(`value="${value}" selected`) : !body.includes(`value="${value}"`),
    )
    expect([statusCode, body.includes(why), lost]).toEqual([422, true, []])
  }
  expect((await visitor.post('/admin/webhooks/999999/try', {})).statusCode).toBe(404)
})
