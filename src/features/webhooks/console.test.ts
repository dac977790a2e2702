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

it('webhooks are added with a secret that is shown once, tried, paused, resumed and removed', async () => {
  const receiver = await startReceiver()
  onTestFinished(receiver.close)
  const { url, received, statuses } = receiver
  const visitor = await operatorAt(web, token)
  const made = await visitor.post('/admin/webhooks', {
    adress: `${url}?key=0123`,
    typer: 'entry',
    minst: '2',
    tagg: '',
    kalla: '',
  })
  const secret = /<code>(whsec_[\w+/=]+)<\/code>/.exec(made.body)?.[1] ?? ''
  expect(made.body).toContain('entry.created')
  const { body } = await visitor.get('/admin/webhooks')
  expect([body.includes(`${url}?key=0123`), body.includes('whsec_')]).toEqual([true, false])
  const id = /\/admin\/webhooks\/(\d+)\/prova/.exec(body.slice(body.indexOf(url)))?.[1]
  expect((await visitor.post(`/admin/webhooks/${id}/prova`, {})).headers.location).toBe(
    '/admin/webhooks?sagt=webhook_taken',
  )
  const [trial] = received
  expect(trial?.headers['webhook-signature']).toBe(trial && signatureOf(trial, secret))
  expect(JSON.parse(String(trial?.body))).toMatchObject({ type: 'test', data: {} })
  statuses.push(500)
  const refused = await visitor.post(`/admin/webhooks/${id}/prova`, {})
  expect([refused.statusCode, refused.body.includes('Det gick inte: HTTP 500')]).toEqual([502, true])
  const actions = async () => {
    for (const name of ['pausa', 'pausa', 'ateruppta', 'ta-bort'])
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
  const log = (await visitor.get('/admin/logg?q=127.0.0.1+hook')).body
  const labels = [...log.matchAll(/<p><strong>([^<]+)<\/strong>/g)].map(([, words]) => words)
  expect(labels.slice(0, 6)).toEqual([
    ...['Tog bort webhooken', 'Återupptog webhooken', 'Pausade webhooken', 'Provade webhooken', 'Provade webhooken'],
    'Lade till webhooken',
  ])
})

it('webhooks can be alerted of happenings, with quiet hours', async () => {
  const visitor = await operatorAt(web, token)
  const adress = 'https://larm.example/hook'
  const given = { adress, vad: 'larm', typer: '', minst: '4', tagg: '', kalla: '', tyst: '22:00-07:00' }
  const { body } = await visitor.post('/admin/webhooks', given)
  expect(body).toContain('notiser · 4 källor · Tyst tid: 22:00–07:00')
})

it('webhooks that are none are refused beside what was given', async () => {
  const visitor = await operatorAt(web, token)
  for (const [fields, why] of [
    [{ adress: 'ftp://a.example' }, 'Adressen måste börja med http:// eller https://.'],
    [{ adress: 'https://a.example', typer: 'weather' }, 'ingen typ av ändringar som heter ”weather”'],
    [{ adress: 'https://a.example', minst: 'tre' }, '”tre” är inget antal källor'],
    [{ adress: 'https://a.example', tyst: '22:00-07:00' }, 'gäller bara notiser'],
    [{ adress: 'https://a.example', vad: 'larm', typer: 'event' }, 'Notiser har inga typer'],
    [{ adress: 'https://a.example', vad: 'larm', tagg: 'felstavad' }, 'inget ämne som heter ”felstavad”'],
    [{ adress: 'https://a.example', vad: 'larm', kalla: '999999' }, 'ingen källa ”999999”'],
    [{ adress: 'https://a.example', kalla: 'Bladet' }, 'ingen källa ”Bladet”'],
    [{ adress: 'https://a.example', vad: 'larm', minst: '21' }, 'mellan 1 och 20'],
    [{ adress: 'https://a.example', vad: 'larm', tyst: 'natten' }, '”natten” är inga klockslag'],
  ] as const) {
    const { statusCode, body } = await visitor.post('/admin/webhooks', fields)
    const lost = Object.entries(fields).filter(([name, value]) =>
      name === 'vad' ? !body.includes(`value="${value}" selected`) : !body.includes(`value="${value}"`),
    )
    expect([statusCode, body.includes(why), lost]).toEqual([422, true, []])
  }
  expect((await visitor.post('/admin/webhooks/999999/prova', {})).statusCode).toBe(404)
})
