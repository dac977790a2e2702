/** Rumors from the content folder to readers, and an operator's verdict back into it. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedFeed } from '../../../tests/support/build.ts'
import { operatorAt } from '../../../tests/support/people.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { syncContentGuides } from './sync.ts'

const TOKEN = 'a-token-of-the-console-0123456789'
const content = mkdtempSync(join(tmpdir(), 'karnhuset-rumors-'))
const file = join(content, 'guides/rykten-om-en-bil.md')
const words = Array.from({ length: 210 }, () => 'ord').join(' ')
const GUIDE = `---
title: Ryktena om en bil
slug: rykten-om-en-bil
page_type: rumor
family: iphone
tags: [iphone]
updated: 2026-11-20
summary: Vad som sades om bilen, och hur det gick.
rumors:
  - id: visas
    on: 2026-01-02
    claim: Bilen visas i <b>mars</b>
    by: { name: Bladet, domain: bladet.example }
    verdict: wrong
    settled: { on: 2026-04-01, outcome: Ingen bil visades, url: "https://bladet.example/nej" }
  - id: pris
    on: 2026-02-03
    claim: Bilen kostar en krona
    by: { name: Posten, domain: posten.example }
    about: iphone-17
    verdict: open
---
${words} [iPhone](/iphone)
`
let web: TestWeb
let feed: number
const get = async (url: string) => (await web.app.inject({ url })).body

beforeAll(async () => {
  cpSync('content', content, { recursive: true })
  writeFileSync(file, GUIDE)
  web = await startTestWeb({ CONTENT_DIR: content, ADMIN_TOKEN: TOKEN })
  feed = await seedFeed(web.database, { title: 'Bladet', publisher: 'bladet.example' })
  await syncContentGuides(web.services)
})
afterAll(async () => {
  await web.close()
  rmSync(content, { recursive: true })
})

it('shows readers each rumor with its verdict, and how often each publisher was right', async () => {
  const page = await get('/rykten-om-en-bil')
  expect(page).toContain('Bilen visas i &lt;b&gt;mars')
  expect(page).toMatch(/rumor-open">Obekräftat<.*rumor-wrong">Fel<.*Ingen bil visades/s)
  expect(page).toMatch(/<th scope="row">Bladet<\/th><td>0<\/td><td>1<\/td><td>0<\/td>/)
  expect(await get(`/feeds/${feed}`)).toContain('0 av 1 rykten stämde')
  expect(await get('/rykten-om-en-bil.md')).toContain('2026-02-03, Posten: Bilen kostar en krona. Obekräftat')
})

it('shows an open rumor beside the product that it is about', async () => {
  expect(await get('/iphone-17')).toMatch(/id="buying".*Obekräftade rykten.*Bilen kostar en krona/s)
  expect(await get('/kop-nu-eller-vanta')).toMatch(/href="\/iphone-17".*Bilen kostar en krona/s)
})

it("writes an operator's verdict into the content folder, where readers see it", { tags: 'slow' }, async () => {
  const operator = await operatorAt(web, TOKEN)
  expect((await operator.get('/admin/rumors')).body).toContain('Bilen kostar en krona')
  const form = {
    verdict: 'true',
    day: '2026-11-21',
    outcome: 'Den kostar "en" krona',
    address: 'https://posten.example/pris',
  }
  const path = '/admin/rumors/rykten-om-en-bil/pris'
  expect((await operator.post(path, form)).headers.location).toContain('said=rumor_settled')
  expect((await operator.post(path, form)).headers.location).toContain('said=unchanged')
  expect(readFileSync(file, 'utf8')).toContain('settled: { on: 2026-11-21, outcome: "Den kostar \\"en\\" krona"')
  expect(await get('/rykten-om-en-bil')).toContain('Den kostar &quot;en&quot; krona')
  expect(await get('/iphone-17')).not.toContain('Bilen kostar en krona')
  expect((await operator.get('/admin/log')).body).toContain('Avgjorde ryktet')
  expect((await operator.post(path, { verdict: 'open' })).headers.location).toContain('said=rumor_settled')
  expect(readFileSync(file, 'utf8')).not.toContain('settled: { on: 2026-11-21')
})

it.each([
  ['no outcome', { verdict: 'wrong', day: '2026-11-21', outcome: '' }, 'said=unchanged'],
  ['no day', { verdict: 'wrong', day: 'i dag', outcome: 'Så blev det' }, 'said=unchanged'],
  ['no verdict', { verdict: 'maybe', day: '2026-11-21', outcome: 'Så blev det' }, 'said=unchanged'],
])('changes nothing for a form with %s', async (_, form, expected) => {
  const operator = await operatorAt(web, TOKEN)
  const before = readFileSync(file, 'utf8')
  const answer = await operator.post('/admin/rumors/rykten-om-en-bil/visas', { address: '', ...form })
  expect(answer.headers.location).toContain(expected)
  expect(readFileSync(file, 'utf8')).toBe(before)
})

it.each([
  ['a day before the rumor was published', { day: '2025-12-31' }, 'is settled before it was published'],
  ['a day that does not exist', { day: '2026-13-45' }, 'YYYY-MM-DD'],
  ['an address that is none', { address: 'bladet' }, 'must be a full http address'],
])('keeps the file as it is for a verdict with %s, and says why', async (_, wrong, reason) => {
  const operator = await operatorAt(web, TOKEN)
  const before = readFileSync(file, 'utf8')
  const form = { verdict: 'true', day: '2026-11-21', outcome: 'Så blev det', address: '', ...wrong }
  const answer = await operator.post('/admin/rumors/rykten-om-en-bil/visas', form)
  expect(answer.statusCode).toBe(422)
  expect(answer.body).toContain(reason)
  expect(readFileSync(file, 'utf8')).toBe(before)
  expect((await syncContentGuides(web.services)).refused).toEqual([])
})
