/** Every form of the console: the message that it leads to, its refusals, and the database afterwards. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { actionsOf } from '../../../tests/support/actions.ts'
import { routeTable } from '../../../tests/support/addresses.ts'
import {
  type ArticleSeed,
  said,
  seedArticles,
  seedEpisodeText,
  seedEventText,
  seedFeed,
  seedWebhook,
} from '../../../tests/support/build.ts'
import { t } from '../../../tests/support/content.ts'
import { ifThere } from '../../../tests/support/features.ts'
import { NEIGHBOUR } from '../../../tests/support/neighbour.ts'
import { type Form, operatorAt, type Visitor } from '../../../tests/support/people.ts'
import { type Publisher, rssDocument, startPublisher } from '../../../tests/support/played/publisher.ts'
import { type AdminWorld, adminToken, startAdminWorld } from '../../../tests/support/worlds/admin.ts'
import { startStages } from '../../app/stages.ts'
import { featureNames } from '../../features.ts'
import {
  correctArticle,
  removeArticle,
  reprocessArticle,
  restoreArticle,
} from '../../news/articles/writes/operator-articles.ts'
import { mergeEvents } from '../../news/events/writes/operator-events.ts'
import { stopModels } from '../../news/models/writes/model-stop.ts'
import { mergeStories } from '../../news/stories/writes/operator-stories.ts'

let world: AdminWorld
let operator: Visitor
let publisher: Publisher
const folder = mkdtempSync(join(tmpdir(), 'karnhuset-actions-'))
const list = join(folder, 'sources.opml')
const opml = (...lines: string[]) =>
  writeFileSync(list, `<opml version="2.0"><body>${lines.map((line) => `<outline ${line}/>`).join('\n')}</body></opml>`)

beforeAll(async () => {
  publisher = await startPublisher()
  const link = (path: string) => `<link rel="alternate" type="application/rss+xml" href="${path}">`
  publisher.serve('/', { body: `<html><head>${link('/ett.xml')}${link('/tva.xml')}</head></html>`, type: 'text/html' })
  publisher.serve('/tom', { body: '<html><head></head></html>', type: 'text/html' })
  const items = Array.from({ length: 31 }, (_, n) => ({ title: `Nyhet ${n}.`, link: `https://bladet.example/${n}` }))
  for (const name of ['ett', 'tva', 'tre', 'fyra'])
    publisher.serve(`/${name}.xml`, { body: rssDocument(`Nyheter ${name}`, items) })
  opml()
  world = await startAdminWorld('', { SOURCES: list })
  operator = await operatorAt(world.web, adminToken)
})
afterAll(async () => {
  await world.web.close()
  await publisher.close()
  rmSync(folder, { recursive: true })
})

const database = () => world.web.database
const byOperator = () => actionsOf(world.web)
const page = async (path: string) => (await operator.get(path)).body
type Row = Record<string, unknown>
const rows = async (table: string, where = sql<boolean>`true`) =>
  (
    await sql<Row>`select * from ${sql.table(table)} t where ${where} and (to_jsonb(t) ->> 'id') is distinct from ${String(NEIGHBOUR)} order by 1`.execute(
      database().db,
    )
  ).rows
const row = async (table: string, id: number, key = 'id') => (await rows(table, sql`${sql.ref(key)} = ${id}`))[0]
const holds = async (table: string, id: number, values: Row) => expect(await row(table, id)).toMatchObject(values)
/** A column of several rows. */
const column = async (table: string, name: string, ids: number[]) =>
  Promise.all(ids.map(async (id) => (await row(table, id))?.[name]))
const lastAction = async () => Number((await rows('operator_actions')).at(-1)?.id)

type Several = [number, number, number]
const sources = (...values: Parameters<typeof seedFeed>[1][]) =>
  Promise.all(values.map((each) => seedFeed(database(), each))) as Promise<Several>
/** Articles, each in an event of its own, the oldest first. */
const articles = async (n: number, { feed_id, ...about }: Partial<ArticleSeed> = {}) =>
  seedArticles(database(), Array(n).fill({ ...about, feed_id: feed_id ?? (await sources({}))[0] })) as Promise<Several>
const article = async (about: Partial<ArticleSeed> = {}) => (await articles(1, about))[0]
const eventOf = async (id: number) => Number((await row('articles', id))?.event_id)

/** Stories of one event each. */
async function stories(n: number, values: Row = {}): Promise<Several> {
  const at = world.web.clock.now()
  const times = { created_at: at, updated_at: at, first_at: at, last_at: at }
  const text = { title: 'Striden', lead: 'Ingress.', body: 'Text.', text_by: 'ai' as const, entries_count: 1 }
  const made = Array(n).fill({ ...times, ...text, ...values })
  const ids = (await database().db.insertInto('stories').values(made).returning('id').execute()).map(({ id }) => id)
  const events = await Promise.all((await articles(n)).map(eventOf))
  const links = ids.map((story_id, i) => ({ story_id, event_id: events[i] ?? 0, at }))
  await database().db.insertInto('story_events').values(links).execute()
  return ids as Several
}

let hooks = 0
const webhook = (values = {}) => seedWebhook(database(), `https://hook${++hooks}.example/`, values)

/**
 * Sends each of the forms, or an empty one. A redirect to the page of the id is its message alone, another one its address.
 * Any other answer is its status, with the page where it is one of the console's own.
 */
type Send = (id?: number | string, ...forms: Form[]) => Promise<string[]>

const sendTo =
  (route: string): Send =>
  async (id = '', ...forms) => {
    const answers: string[] = []
    const home = `${route.replace(/\/[^/]*$/, '').replace(':id', `${id}`)}?said=`
    for (const form of forms.length > 0 ? forms : [{}]) {
      const { statusCode, headers, body } = await operator.post(route.replace(/:\w+/, String(id)), form)
      const withPage = statusCode === 200 || statusCode === 422 ? ` ${body}` : ''
      answers.push(statusCode === 303 ? String(headers.location).replace(home, '') : `${statusCode}${withPage}`)
    }
    return answers
  }

/** A form without fields changes a row the first time, and nothing the second time. */
const once = (table: string, message: string, values: Row, seed: () => Promise<number>) => async (send: Send) => {
  const id = await seed()
  expect(await send(id, {}, {})).toEqual([message, message.replace(/\w+$/, 'unchanged')])
  await holds(table, id, values)
}

const covered = (file: `${string}.test.ts`, routes: string[]) =>
  Object.fromEntries(routes.map((route) => [`/admin${route}`, file]))

/** Forms of a feature, which go with it. */
const coveredIn = (feature: string, file: `${string}.test.ts`, paths: string[]) =>
  featureNames.includes(feature) ? covered(`features/${feature}/${file}`, paths) : {}
const sentences = (of: string) => ['accept', 'drop', 'correct'].map((act) => `/${of}/:id/claims/:claim/${act}`)

const OF_WEBHOOKS: Record<string, (send: Send) => Promise<void>> = {
  '/admin/webhooks/:id/pause': once('webhooks', '/admin/webhooks?said=done', { state: 'paused' }, webhook),
  '/admin/webhooks/:id/resume': once('webhooks', '/admin/webhooks?said=done', { state: 'active' }, () =>
    webhook({ state: 'paused' }),
  ),
  '/admin/webhooks/:id/remove': async (send) => {
    const id = await webhook()
    expect(await send(id, {}, {})).toEqual(['/admin/webhooks?said=done', '404'])
    expect(await row('webhooks', id)).toBeUndefined()
  },
}

/** A route that another file covers names it, and that file names the route's last word. */
const ROWS: Record<string, `${string}.test.ts` | ((send: Send) => Promise<void>)> = {
  ...covered('surfaces/console/admin.test.ts', ['/sign-in', '/sign-out']),
  ...coveredIn('webhooks', 'console.test.ts', ['/webhooks', '/webhooks/:id/try']),
  ...covered('news/feeds/manage-sources.test.ts', ['/sources.opml']),
  ...covered('surfaces/console/console-models.test.ts', ['/models/find', '/models/choose']),
  ...coveredIn('exams', 'console.test.ts', ['/exams']),
  ...covered('news/events/settled-disputes.test.ts', ['/events/:id/dispute']),
  ...coveredIn('calibration', 'line.test.ts', ['/line', '/line/pairs', '/line/restore']),
  ...coveredIn('guides', 'rumors.test.ts', ['/rumors/:guide/:rumor']),
  ...coveredIn('publisher-record', 'surfaces.test.ts', ['/pairs']),
  ...covered('news/texts/model-stop.test.ts', sentences('articles')),
  ...covered('news/texts/sentence-rulings.test.ts', [...sentences('events'), ...sentences('stories')]),

  '/admin/reports/:id/handled': async (send) => {
    const id = Number((await rows('fault_reports'))[0]?.id)
    expect(await send(id, {}, {})).toEqual(['/admin?said=handled', '/admin?said=unchanged'])
    await holds('fault_reports', id, { handled_at: world.web.clock.now() })
    expect(await send(999_999)).toEqual(['404'])
  },
  '/admin/articles/:id/correct': async (send) => {
    const id = await article()
    const form = { title: 'Ny\nrubrik', summary: 'Ny text.' }
    expect(await send(id, { ...form, title: ' ' }, form, form)).toEqual(['unchanged', 'corrected', 'unchanged'])
    const corrected = { translated_title: 'Ny rubrik', translated_summary: 'Ny text.', translated_by: 'operator' }
    await holds('articles', id, corrected)
    await removeArticle(world.web.database, id, world.web.ctx.clock.now())
    expect(await send(id, { ...form, title: 'En till' })).toEqual(['overtaken'])
    await holds('articles', id, corrected)
  },
  '/admin/articles/:id/withdraw': once('articles', 'withdrawn', { translated_title: null }, async () => {
    const id = await article()
    await correctArticle(world.web.database, id, { title: 'Ny', summary: 'Ny text.' }, world.web.ctx.clock.now())
    return id
  }),
  '/admin/articles/:id/remove': once('articles', 'removed', { status: 'removed' }, article),
  '/admin/articles/:id/restore': async (send) => {
    const [feed_id] = await sources({})
    const [id, other] = await articles(2, { feed_id })
    await removeArticle(world.web.database, id, world.web.ctx.clock.now())
    expect(await send(id, {}, {})).toEqual(['restored', 'unchanged'])
    await holds('articles', id, { status: 'published', cluster_state: 'pending' })
    await byOperator().removeSource(feed_id, true)
    expect(await send(other)).toEqual(['no_source'])
    await holds('articles', other, { status: 'removed' })
  },
  '/admin/articles/:id/on-topic': once('articles', 'relevance_overridden', { relevant: true }, () =>
    article({ relevant: false }),
  ),
  '/admin/articles/:id/off-topic': once('articles', 'relevance_overridden', { relevant: false }, article),
  '/admin/articles/:id/rerun': once('articles', 'again', { cluster_state: 'pending' }, () =>
    article({ cluster_state: 'done' }),
  ),
  '/admin/models/stop': async (send) => {
    expect(await send('', {}, {})).toEqual(['/admin?said=models_stopped#models', '/admin?said=unchanged#models'])
    expect(await page('/admin')).toContain(t('admin.models.stopped'))
  },
  '/admin/models/release': async (send) => {
    await stopModels(world.web.database, world.web.ctx.clock.now())
    expect(await send('', {}, {})).toEqual(['/admin?said=models_released#models', '/admin?said=unchanged#models'])
    expect(await page('/admin')).not.toContain(t('admin.models.stopped'))
  },
  '/admin/summaries/retry': async (send) => {
    const ids = await articles(3, { enrich_state: 'refused' })
    const form = { article: `${ids[0]}` }
    expect(await send('', form, form)).toEqual(['retried', 'unchanged'])
    expect(await column('articles', 'enrich_state', ids)).toEqual(['pending', 'refused', 'refused'])
    expect(await send('', {}, {})).toEqual(['retried', 'unchanged'])
    expect(await column('articles', 'enrich_state', ids)).toEqual(['pending', 'pending', 'pending'])
  },
  '/admin/rerun': async (send) => {
    const [refused] = await send('', { stage: 'cluster', since: '2099-01-01' })
    expect(refused).toMatch(/^422.*&quot;2099-01-01&quot; is no day.*value="cluster" selected.*value="2099-01-01"/s)
    const [plan] = await send('', { stage: 'cluster' })
    expect(plan).toMatch(/^200.*name="stage" value="cluster".*name="what" value="run"/s)
    expect(await page('/admin/rerun')).not.toContain(t('admin.rerun.refresh'))
    const run = { stage: 'cluster', since: '2026-11-20', what: 'run' }
    expect(await send('', run, run)).toEqual(['/admin/rerun?said=running', '/admin/rerun?said=unchanged'])
    const after = { stages: 'cluster', since: '2026-11-19T23:00:00.000Z' }
    expect(await rows('operator_actions', sql`action = 'reprocessed'`)).toMatchObject([{ after }])
    const waiting = (await rows('articles', sql`cluster_state = 'pending' and status = 'published'`)).length
    await sql`insert into reprocess_runs (stages, again, started_at, after_call, articles)
      values ('{cluster}', false, now(), 0, ${waiting + 7})`.execute(database().db)
    const words = t('admin.rerun.running', { stage: t('admin.stage.cluster'), done: 7, total: waiting + 7 })
    expect(await page('/admin/rerun')).toContain(words)
  },
  '/admin/sources': async (send) => {
    const count = (await rows('feeds')).length
    const form = { address: publisher.at('/tre.xml'), name: 'Eget' }
    const [preview] = await send('', { ...form, what: 'view' })
    const size = t('admin.sources.preview_items', { n: 31 })
    for (const words of [`name="address" value="${form.address}"`, 'Nyheter tre', size])
      expect(preview).toContain(words)
    expect([preview?.includes('Nyhet 29.'), preview?.includes('Nyhet 30.')]).toEqual([true, false])
    const [choice] = await send('', { ...form, address: publisher.at('/') })
    expect(choice).toContain(t('admin.sources.several', { n: 2 }))
    for (const path of ['/ett.xml', '/tva.xml'])
      expect(choice).toMatch(RegExp(`name="address" value="${publisher.at(path)}">[^>]*name="name" value="Eget"`))
    const [none] = await send('', { address: publisher.at('/tom'), what: 'view' })
    expect(none).toMatch(RegExp(`^422.*No feed was found at.*value="${publisher.at('/tom')}"`, 's'))
    expect((await rows('feeds')).length).toBe(count)
    const [added, again] = await send('', form, form)
    const made = (await rows('feeds')).at(-1)
    expect([added, made?.url, made?.title]).toEqual([`/admin/sources/${made?.id}?said=added`, form.address, 'Eget'])
    expect(again).toMatch(/^422.*tre\.xml is a source already/s)
  },
  '/admin/sources/several': async (send) => {
    const ids = await sources({}, {}, {})
    const [one, two, three] = ids.map(String) as [string, string, string]
    const taken = await article({ feed_id: ids[2] })
    expect(await send('', { what: 'pause' }, { source: one, what: 'x' })).toEqual(['none_chosen', '400'])
    expect(await send('', { what: 'pause', source: [one, two, '999999', 'x'] })).toEqual(['changed_several'])
    expect(await column('feeds', 'status', ids)).toEqual(['paused', 'paused', 'active'])
    await send(
      '',
      { what: 'resume', source: two },
      { what: 'folder', folder: 'Norr', source: one, all: `${one} ${three}` },
    )
    expect(await column('feeds', 'status', ids)).toEqual(['paused', 'active', 'active'])
    expect(await column('feeds', 'folder', ids)).toEqual(['Norr', null, 'Norr'])
    await send('', { what: 'folder', folder: '', source: one }, { what: 'remove', all: one })
    expect(await column('feeds', 'folder', ids)).toEqual([null, null, 'Norr'])
    await send('', { what: 'remove-with-articles', all: three })
    expect(await column('feeds', 'status', ids)).toEqual(['removed', 'active', 'removed'])
    await holds('articles', taken, { status: 'removed' })
  },
  '/admin/sources/:id/change': async (send) => {
    const [id] = await sources({ url: 'https://bladet.example/a' }, { url: 'https://bladet.example/c' })
    const address = 'https://bladet.example/b'
    const names = { address, name: 'Bladet', publisher: 'Bladet.se', publisher_name: 'AB Bladet' }
    const form = { ...names, language: 'sv', folder: 'Norr', interval: '45', everything: 'yes', pages: 'yes' }
    const set = { url: address, title: 'Bladet', publisher: 'bladet.se', publisher_name: 'AB Bladet' }
    const more = { language: 'sv', folder: 'Norr', own_interval_minutes: 45, relevance: 'all', extract: true }
    expect(await send(id, form, form)).toEqual(['changed', 'unchanged'])
    await holds('feeds', id, { ...set, ...more })
    for (const [field, wrong, why] of [
      ['language', '???', 'is not a language tag'],
      ['interval', 'ofta', 'The interval is'],
      ['address', 'https://bladet.example/c', 'is a source already'],
    ] as const) {
      const [refused] = await send(id, { ...form, name: 'Ett annat', [field]: wrong })
      expect(refused).toMatch(RegExp(`^422.*role="alert".*${why}.*<details class="fold" open>`, 's'))
      for (const given of ['Ett annat', wrong]) expect(refused).toContain(`value="${given}"`)
    }
    await holds('feeds', id, { ...set, ...more })
    expect(await send(id, names)).toEqual(['changed'])
    const none = { language: null, folder: null, own_interval_minutes: null, relevance: 'model', extract: false }
    await holds('feeds', id, { ...set, ...none })
    expect(await send(999_999, names)).toEqual(['404'])
  },
  '/admin/sources/:id/login': async (send) => {
    const [id] = await sources({})
    for (const wrong of [{}, { password: 'hemligt' }, { headers: 'utan kolon' }, { headers: 'Host: a' }])
      expect((await send(id, wrong))[0]).toMatch(/^422.*role="alert"/s)
    expect(await byOperator().sourceLogin(id)).toBeNull()
    expect(await send(id, { user: 'anna', password: 'hemligt', headers: 'X-Key: nyckel' })).toEqual(['changed'])
    const authorization = `Basic ${Buffer.from('anna:hemligt').toString('base64')}`
    expect(await byOperator().sourceLogin(id)).toEqual({ authorization, 'x-key': 'nyckel' })
    expect(await page(`/admin/sources/${id}`)).toContain(t('admin.edit.has_login'))
    expect(await send(id, { what: 'remove' }, { what: 'remove' })).toEqual(['changed', 'unchanged'])
    expect(await byOperator().sourceLogin(id)).toBeNull()
  },
  '/admin/sources/:id/find-address': async (send) => {
    const gone = { url: publisher.at('/borta.xml'), site_url: publisher.at('/') }
    const [id, lost] = await sources(gone, { url: 'http://127.0.0.1:9/feed.xml', site_url: 'http://127.0.0.1:9/' })
    expect(await send(id)).toEqual([`/admin/sources/${id}`])
    await holds('feeds', id, { proposed_url: publisher.at('/ett.xml') })
    expect(await send(lost)).toEqual(['not_found_elsewhere'])
  },
  '/admin/sources/:id/take-address': async (send) => {
    const [id] = await sources({})
    expect(await send(id)).toEqual(['unchanged'])
    const proposed_url = 'https://bladet.example/ny'
    await database().db.updateTable('feeds').set({ proposed_url }).where('id', '=', id).execute()
    expect(await page(`/admin/sources/${id}`)).toContain(`<code>${proposed_url}</code>`)
    expect(await send(id)).toEqual(['changed'])
    await holds('feeds', id, { url: proposed_url, proposed_url: null })
  },
  '/admin/sources/:id/as-listed': async (send) => {
    const line = (name: string, more = '') => `type="rss" xmlUrl="https://${name}.example/feed" text="${name}" ${more}`
    opml(line('noll'), line('ett', 'extract="false"'), line('tva'), line('tre'))
    await page('/admin/sources')
    const added = (await rows('feeds')).slice(-4).map(({ id }) => Number(id))
    const [zero, one, two, three] = added as [number, ...Several]
    // The list leaves these open, so that they are no differences from it.
    await byOperator().editSource(one, { publisher: 'vart.se', publisherName: 'Vi', language: 'sv' })
    expect(await send(one)).toEqual(['unchanged'])
    await byOperator().editSource(one, { title: 'Vårt', folder: 'Vår', relevance: 'all', extract: true })
    await byOperator().editSource(zero, { title: 'Noll' })
    await byOperator().removeSource(two)
    const theirs = 'language="en" category="/Deras" publisher="deras.se" publisherName="De" extract="false"'
    opml(line('noll'), line('ett', theirs), line('tva'), 'text="Utan flöde"')
    const body = await page('/admin/sources')
    for (const [fact, there, here] of [
      ['name', 'ett', 'Vårt'],
      ['publisher', 'deras.se', 'vart.se'],
      ['publisherName', 'De', 'Vi'],
      ['language', 'en', 'sv'],
      ['relevance', t('admin.value.model'), t('admin.value.all')],
      ['extract', t('admin.no'), t('admin.yes')],
      ['folder', 'Deras', 'Vår'],
    ])
      expect(body).toContain(`<dt>${t(`admin.fact.${fact}`)}</dt><dd><del>${there}</del> <ins>${here}</ins></dd>`)
    const link = (id: number, name: string) => `<a href="/admin/sources/${id}">${name}</a>`
    const kinds = { edited: link(one, 'Vårt'), removed: 'tva', unlisted: link(three, 'tre') }
    for (const [kind, name] of Object.entries(kinds))
      expect(body).toContain(`<p>${name}: ${t(`admin.sources.diff.${kind}`)}</p>`)
    expect(body).toMatch(RegExp(`${t('admin.sources.diff.left_out')}: <code>.*Utan flöde`))
    const offered = (on: string) => on.match(/\d+(?=\/as-listed")/g)
    expect(offered(body)).toEqual([`${zero}`, `${one}`])
    expect(await send(one)).toEqual(['changed'])
    const set = { title: 'ett', publisher: 'deras.se', publisher_name: 'De', language: 'en', folder: 'Deras' }
    await holds('feeds', one, { ...set, relevance: 'model', extract: false })
    expect(offered(await page('/admin/sources'))).toEqual([`${zero}`])
  },
  '/admin/sources/:id/pause': async (send) => {
    const [id] = await sources({})
    expect(await send(id)).toEqual(['paused'])
    await holds('feeds', id, { status: 'paused', status_reason: 'Paused by the operator.' })
    expect(await send(999_999)).toEqual(['404'])
  },
  '/admin/sources/:id/resume': async (send) => {
    const [paused, failing] = await sources({ status: 'paused' }, { errors_in_row: 9 })
    expect(await Promise.all([send(paused), send(failing)])).toEqual([['resumed'], ['resumed']])
    for (const id of [paused, failing])
      await holds('feeds', id, { status: 'active', errors_in_row: 0, next_fetch_at: world.web.clock.now() })
    const before = await lastAction()
    await send(failing)
    expect(await lastAction()).toBe(before)
  },
  '/admin/sources/:id/remove': async (send) => {
    const [kept, gone] = await sources({}, {})
    const [one, other] = [await article({ feed_id: kept }), await article({ feed_id: gone })]
    const home = '/admin/sources?said=removed'
    expect([...(await send(kept, {}, {})), ...(await send(gone, { articles: 'yes' }))]).toEqual([home, home, home])
    expect(await column('feeds', 'status', [kept, gone])).toEqual(['removed', 'removed'])
    expect(await column('articles', 'status', [one, other])).toEqual(['published', 'removed'])
  },
  '/admin/sources/:id/read': async (send) => {
    const worker = await startStages(world.web.services)
    onTestFinished(() => worker.close())
    const now = world.web.clock.now()
    const later = new Date(now.getTime() + 60_000)
    const at = (path: string) => ({ next_fetch_at: later, url: publisher.at(path) })
    const [id, failing, held] = await sources(at('/fyra.xml'), at('/fem.xml'), { ...at('/sex.xml'), hold_until: later })
    const visit = { feed_id: held, at: now, outcome: 'failed' as const, http_status: 429, bytes: 0, ms: 1 }
    await database().db.insertInto('fetches').values(visit).execute()
    expect([...(await send(id, {}, {})), ...(await send(failing))]).toEqual(['probed', 'just_asked', 'probe_failed'])
    expect(await send(held)).toEqual(['just_asked'])
    const visits = await Promise.all([id, failing].map((one) => row('fetches', one, 'feed_id')))
    expect(visits.map((visit) => [visit?.outcome, visit?.items_new])).toEqual([
      ['new', 31],
      ['failed', 0],
    ])
  },
  '/admin/events/:id/correct': async (send) => {
    const form = { title: 'Ny rubrik', summary: 'Ny text.' }
    const id = world.events.several
    const text = () => rows('event_texts', sql`event_id = ${id} and title like 'Ny%'`)
    const keep = { ...form, points: 'yes' }
    expect(await send(id, { ...form, title: '' }, keep, form)).toEqual(['unchanged', 'corrected', 'unchanged'])
    expect(await text()).toMatchObject([{ title: 'Ny rubrik', summary: 'Ny text.', text_by: 'operator', points: [{}] }])
    expect(await send(id, { ...form, title: 'Nyare' })).toEqual(['corrected'])
    expect((await text()).find(({ title }) => title === 'Nyare')).toMatchObject({ points: [] })
  },
  '/admin/events/:id/merge': async (send) => {
    const [one, other] = (await Promise.all((await articles(2)).map(eventOf))) as Several
    const home = `/admin/events/${one}`
    const wrong = ['', '999999', `${one}`].map((handelse) => ({ handelse }))
    expect(await send(one, ...wrong)).toEqual(['no_such', 'no_such', 'same'])
    const form = { event: `http://site.example/handelser/${one}-rubrik` }
    expect(await send(other, form, form)).toEqual([`${home}?said=merged`, `${home}?said=unchanged`])
    await holds('events', other, { merged_into: one })
    expect((await operator.get(`/admin/events/${other}`)).headers.location).toBe(home)
  },
  '/admin/events/:id/split': async (send) => {
    const [one, other] = await articles(2)
    const event = await eventOf(one)
    expect(await send(event, {}, { article: `${one}` }, { article: '999999' })).toEqual(['no_such', 'unchanged', '404'])
    await mergeEvents(world.web.database, event, await eventOf(other), world.web.ctx.clock.now())
    await sql`update event_decisions set decided_by = 'model' where article_a = ${one}`.execute(database().db)
    const decided = async (how: string, by: string) => {
      const words = `<strong>${t(`admin.event.${how}`)}</strong>.*</p><p class="small">${t(`admin.event.by_${by}`)}`
      expect(await page(`/admin/events/${event}`)).toMatch(RegExp(words))
    }
    await decided('same', 'model')
    expect(await send(event, { article: `${other}` }, { article: `${other}` })).toEqual(['split', 'unchanged'])
    expect([await eventOf(one), (await eventOf(other)) > event]).toEqual([event, true])
    await decided('apart', 'operator')
  },
  '/admin/stories/:id/change': async (send) => {
    const [id, other] = await stories(2)
    const form = { title: 'Min\nrubrik', lead: 'Min ingress.', text: 'Min text.' }
    expect(await send(id, { ...form, title: ' ' }, form, form)).toEqual(['unchanged', 'edited', 'unchanged'])
    await holds('stories', id, { title: 'Min rubrik', lead: form.lead, body: form.text, text_by: 'operator' })
    await mergeStories(world.web.database, id, other, world.web.ctx.clock.now())
    expect([(await send(other, form))[0]?.slice(0, 3), ...(await send(999_999, form))]).toEqual(['422', '404'])
    await holds('stories', other, { title: 'Striden' })
  },
  '/admin/stories/:id/release': once('stories', 'released', { text_by: 'excerpt', text_articles: 0 }, async () => {
    const [id] = await stories(1, { text_by: 'operator', text_articles: 3 })
    return id
  }),
  '/admin/stories/:id/merge': async (send) => {
    const [one, other, third] = await stories(3)
    const home = `/admin/stories/${one}`
    const wrong = ['', '999999', `${one}`].map((foljetong) => ({ foljetong }))
    expect(await send(one, ...wrong)).toEqual(['no_such', 'no_such', 'same'])
    const form = { story: `${one}` }
    expect(await send(other, form, form)).toEqual([`${home}?said=merged`, `${home}?said=unchanged`])
    expect((await operator.get(`/admin/stories/${other}`)).headers.location).toBe(home)
    expect(await send(other, { story: `${third}` })).toEqual(['overtaken'])
    expect(await column('stories', 'merged_into', [one, other, third])).toEqual([null, one, null])
  },
  '/admin/log/:id/undo': async (send) => {
    const id = await article()
    const at = (...messages: string[]) => messages.map((message) => `/admin/log?said=${message}`)
    await removeArticle(world.web.database, id, world.web.ctx.clock.now())
    const removal = await lastAction()
    await restoreArticle(world.web.database, id, world.web.ctx.clock.now())
    expect(await send(removal)).toEqual(at('overtaken'))
    expect(await send(await lastAction())).toEqual(at('undone'))
    expect(await send(removal, {}, {})).toEqual(at('undone', 'unchanged'))
    await holds('articles', id, { status: 'published' })
    await reprocessArticle(
      world.web.database,
      id,
      world.web.ctx.config.AI_PROVIDER !== 'none',
      world.web.ctx.clock.now(),
    )
    expect([...(await send(await lastAction())), ...(await send(999_999))]).toEqual([...at('not_undoable'), '404'])
  },
  ...Object.fromEntries(ifThere('webhooks', ...Object.entries(OF_WEBHOOKS))),
}

it('each form has a row, here or in the file that is named', () => {
  const forms = routeTable(world.web.app)
    .filter(({ methods }) => methods.includes('POST'))
    .map(({ path }) => path)
  expect(Object.keys(ROWS).sort()).toEqual(forms.filter((path) => path.startsWith('/admin')).sort())
  const elsewhere = Object.entries(ROWS).filter(([route, file]) => {
    const last = route.split('/').findLast((part) => !part.startsWith(':')) ?? ''
    return typeof file === 'string' && !readFileSync(join('src', file), 'utf8').includes(last)
  })
  expect(elsewhere).toEqual([])
})

const checkedRoutes = Object.entries(ROWS).flatMap(([route, run]) =>
  typeof run === 'string' ? [] : [[route, run] as const],
)

/** Decisions of operators, by table. */
const DECIDED = {
  feeds: 'id, url, title, status, language, relevance, folder, publisher',
  articles: 'id, status, relevant, kind, translated_title, translated_summary, translated_by, event_id',
  events: 'id, merged_into',
  event_texts: 'event_id as id, title, summary, text_by, revision',
  stories: 'id, title, lead, body, text_by, merged_into',
  webhooks: 'id, url, state',
}

/** Rows that no form names; a function that reads them again. */
async function makeBystanders(): Promise<() => Promise<Row[][]>> {
  const read = (table: string, columns: string) =>
    sql<Row>`select * from (select ${sql.raw(columns)} from ${sql.table(table)}) t order by id`.execute(database().db)
  const all = () =>
    Promise.all(Object.entries(DECIDED).map(async ([table, columns]) => (await read(table, columns)).rows))
  const before = await all()
  await stories(2)
  for (const id of await articles(2, { translated_title: 'Titel', translated_summary: 'Text.', translated_by: 'ai' }))
    await seedEventText(database(), { eventId: await eventOf(id), points: [], claims: [said('title', 'Titel')] })
  await webhook()
  const made = (await all()).map((rows, i) => rows.filter(({ id }) => !before[i]?.some((other) => other.id === id)))
  return async () => (await all()).map((rows, i) => rows.filter(({ id }) => made[i]?.some((other) => other.id === id)))
}

it.each(checkedRoutes)(
  '%s does what it says, once, to nothing else, and refuses what cannot be done',
  { tags: 'slow' },
  async (route, run) => {
    const bystanders = await makeBystanders()
    const before = await bystanders()
    expect(before.map((rows) => rows.length > 0)).toEqual(Array(6).fill(true))
    await run(sendTo(route))
    // All stages follow it: articles may be joined again.
    if (route !== '/admin/sources/:id/read') expect(await bystanders()).toEqual(before)
  },
)

/** A page in a state that the world of the console lacks, and words of it. */
const STATES: Record<string, () => Promise<[path: string, ...words: string[]]>> = {
  'an event whose article is removed': async () => {
    const [one, other] = await articles(2)
    const { eventId } = await mergeEvents(
      world.web.database,
      await eventOf(one),
      await eventOf(other),
      world.web.ctx.clock.now(),
    )
    await removeArticle(world.web.database, other, world.web.ctx.clock.now())
    return [`/admin/events/${eventId}`, `</time> · ${t('admin.value.removed')}</p>`]
  },
  'a story that continues another': async () => {
    const [one, other] = await stories(2)
    await database().db.updateTable('stories').set({ predecessor_id: one }).where('id', '=', other).execute()
    return [`/admin/stories/${other}`, `<dd><a href="/admin/stories/${one}">Striden</a></dd>`]
  },
  'a list of sources that a filter leaves empty': async () => {
    await sources({ folder: 'Norr' })
    const retained = ['value="ingen"', 'value="trouble" selected', 'value="Norr" selected', 'value="name" selected']
    const path = '/admin/sources?q=ingen&state=trouble&folder=Norr&order=name'
    return [path, t('admin.sources.none_match'), ...retained]
  },
}
const STATES_OF_WEBHOOKS: typeof STATES = {
  'a webhook for one tag and source': async () => {
    await webhook({ tag: 'konsolens-amne', feed_id: world.feeds.well })
    const scope = [`${t('admin.webhooks.tag')}: konsolens-amne`, `${t('admin.webhooks.source')}: ${world.feeds.well}`]
    return ['/admin/webhooks', `<span class="row-small">${scope.join(' · ')}</span>`]
  },
}
const STATES_OF_EPISODES: typeof STATES = {
  'an episode that no model wrote': async () => {
    await seedEpisodeText(database(), '2026-11-19', [])
    return ['/admin/episodes/2026-11-19', t('admin.episodes.unwritten')]
  },
}

it.each([
  ...Object.entries(STATES),
  ...ifThere('podcast', ...Object.entries(STATES_OF_EPISODES)),
  ...ifThere('webhooks', ...Object.entries(STATES_OF_WEBHOOKS)),
])('%s is shown as such', async (_, seed) => {
  const [path, ...words] = await seed()
  const body = await page(path)
  for (const each of words) expect(body).toContain(each)
})
