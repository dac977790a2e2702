/** Corrections by the editors, shown to readers while they are in force: on a page of their own and above the text. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { actionsOf } from '../../../tests/support/actions.ts'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { t } from '../../../tests/support/content.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { correctArticle, withdrawCorrection } from '../../news/articles/writes/operator-articles.ts'
import { undoOperatorAction } from '../../news/operator/writes/undo.ts'

let web: TestWeb
let id: number
const get = async (url: string): Promise<string> => {
  const { headers, body } = await web.app.inject({ url })
  return typeof headers.location === 'string' ? get(headers.location) : body
}
const correct = (title: string, summary: string) =>
  correctArticle(web.database, id, { title, summary }, web.ctx.clock.now())

beforeAll(async () => {
  web = await startTestWeb({}, undefined, { alone: true })
  const feed_id = await seedFeed(web.database, { title: 'Äppelposten' })
  const ids = await seedArticles(web.database, [
    { feed_id, title: 'Priset höjs', excerpt: 'Priset höjs med <b>30</b> procent.', language: 'sv' },
  ])
  id = ids[0] as number
})
afterAll(() => web.close())

it('says that nothing was corrected while that is so', async () => {
  expect(await get('/rattelser')).toContain(t('corrections.none'))
  expect(await get(`/entries/${id}`)).not.toContain('Texten rättades')
})

it('lists what stood and what stands, newest first, and shows it above the article', async () => {
  await correct('Priset höjs', 'Priset höjs med 13 procent.')
  web.clock.set(new Date(web.clock.now().getTime() + 86_400_000))
  await correct('Priset höjs i maj', 'Priset höjs med 13 procent.')
  const page = await get('/rattelser')
  expect(page).toMatch(/<dd>Priset höjs<\/dd>.*<dd>Priset höjs<ins> i maj<\/ins><\/dd>/s)
  expect(page).toMatch(/<dd>Priset höjs med<del> &lt;b&gt;30&lt;\/b&gt;<\/del> procent\.<\/dd>/)
  expect(page).toContain('<dd>Priset höjs med<ins> 13</ins> procent.</dd>')
  expect(page).toMatch(/<time datetime="2026-11-22T12:00:00.000Z"[^>]*>22 november 2026/)
  const article = await get(`/entries/${id}`)
  expect(article.indexOf('Texten rättades 22 november 2026')).toBeLessThan(article.indexOf('class="prose"'))
  const json = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(article)?.[1] ?? '')
  expect(json.correction).toHaveLength(2)
  expect(json.correction[0]).toMatchObject({ '@type': 'CorrectionComment', text: 'Priset höjs → Priset höjs i maj' })
})

it('shows it above the event too', async () => {
  const { event_id } = await web.database.db.selectFrom('articles').select('event_id').executeTakeFirstOrThrow()
  expect(await get(`/handelser/${event_id}`)).toContain('Texten rättades 22 november 2026')
})

it('drops a correction that was undone or taken back', async () => {
  const [last] = await web.database.db
    .selectFrom('operator_actions')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  await undoOperatorAction(web.database, last?.id ?? 0, web.ctx.clock.now())
  expect(await get('/rattelser')).not.toContain('i maj</ins>')
  await withdrawCorrection(web.database, id, web.ctx.config.AI_PROVIDER !== 'none', web.ctx.clock.now())
  expect(await get('/rattelser')).toContain(t('corrections.none'))
})

it('an event is corrected by its operator: readers see it there and among the corrections, until it is undone', async () => {
  const { event_id } = await web.database.db.selectFrom('articles').select('event_id').executeTakeFirstOrThrow()
  const text = {
    title: 'Bron öppnar på söndag',
    summary: 'Bron öppnar <i>söndag</i>, inte lördag.',
    retainPoints: false,
  }
  const operator = actionsOf(web)
  expect(await operator.correctEvent(event_id as number, text)).toBe('done')
  expect(await operator.correctEvent(event_id as number, text)).toBe('unchanged')
  const page = await get(`/handelser/${event_id}`)
  expect(page).toContain('<h1>Bron öppnar på söndag</h1>')
  expect(page).toContain('Bron öppnar &lt;i&gt;söndag')
  expect(page).toContain('Texten rättades')
  expect(await get('/rattelser')).toMatch(
    /href="\/handelser\/\d+-[^"]*">Bron öppnar på söndag<[\s\S]*<ins>Bron öppnar på söndag/,
  )
  const { data } = JSON.parse(await get(`/api/v1/events/${event_id}`))
  expect(data).toMatchObject({
    title: text.title,
    by: 'operator',
    revisions: [{ reason: 'corrected', by: 'operator' }],
  })
  const { id } = await web.database.db
    .selectFrom('operator_actions')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await undoOperatorAction(web.database, id, web.ctx.clock.now())
  expect(await get(`/handelser/${event_id}`)).not.toContain('söndag')
  expect(await get('/rattelser')).toContain(t('corrections.none'))
  await expect(operator.correctEvent(99_999, text)).rejects.toThrow('There is no event')
})

it('leaves corrected texts without a note where the feature is off', { tags: 'slow' }, async () => {
  await correct('Priset höjs i juni', 'Priset höjs med 12 procent.')
  const [{ event_id } = { event_id: 0 }] = await web.database.db.selectFrom('articles').select('event_id').execute()
  const off = await startTestWeb({ FEATURES: '-corrections' }, { ...web.database, close: async () => {} })
  for (const path of [`/entries/${id}-priset-hojs-i-juni`, `/handelser/${event_id}-priset-hojs-i-juni`]) {
    const [noted, bare] = [await get(path), (await off.app.inject(path)).body]
    expect(bare).toContain('<h1>Priset höjs i juni')
    for (const word of ['class="corrected"', 'CorrectionComment']) {
      expect(noted).toContain(word)
      expect(bare).not.toContain(word)
    }
  }
  await off.close()
})
