/** Planted errors are on no surface, in no feed, log of changes, export, backup or page of evidence. */
// @module-tag slow
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeBackup } from '../src/news/backup/backup.ts'
import { loadPrompt } from '../src/platform/models/prompts.ts'
import { routeTable } from './support/addresses.ts'
import { said, seedEvent, seedFeed, seedStoryText } from './support/build.ts'
import { ifThere, isThere, partOf } from './support/features.ts'
import { ARTICLE_TEXT, seedArticle } from './support/generation.ts'
import { operatorAt, visitorAt } from './support/people.ts'
import { claimsOf, isJudging } from './support/played/answers/judge.ts'
import { type ModelServer, playedSettings, startModelServer } from './support/played/model.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

const ADMIN_TOKEN = 'en nyckel som bara redaktionen har'
const ARTICLES = 8
const EPISODE = '2026-11-21'
let server: ModelServer
let web: TestWeb
/** Runs of words that only controls have, their evidence too. */
let planted: string[]
/** A sentence of each text. */
let real: string[]

beforeAll(async () => {
  server = await startModelServer()
  web = await startTestWeb({
    ...playedSettings(server),
    EMBEDDING_PROVIDER: 'none',
    ADMIN_TOKEN,
    EVIDENCE_PUBLIC: 'short',
    RELEVANCE: 'all',
  })
  const { database, services } = web
  const ids: number[] = []
  for (let n = 0; n < ARTICLES; n++)
    ids.push(await seedArticle(database, { text: `${ARTICLE_TEXT} It costs ${30 + n} dollars in Lisbon.` }))
  for (const id of ids) await services.pipeline.enrich(id)
  await services.pipeline.cluster()
  const at = web.clock.now()
  const report = async (title: string, excerpt: string) => ({
    feed_id: await seedFeed(database, { title, publisher: `${title.toLowerCase()}.example` }),
    title: `${title} on the labs in Porto`,
    excerpt,
    language: 'en',
    content_hash: title,
    published_at: at,
    sort_at: at,
    discovered_at: at,
  })
  const other = 'Readers were told this morning, by somebody else, that Lisbon has new labs for headsets as well.'
  await seedEvent(database, [await report('Echo', ARTICLE_TEXT), await report('Mail', other)])
  await services.pipeline.writeEventTexts()
  await writeStory(ids[0] ?? 0)
  if (isThere('podcast')) await writeEpisode()
  await collect()
}, 120_000)
afterAll(async () => {
  await web.close()
  await server.close()
})

const material = (articleId: number) => ({
  reported: { articleId, url: 'https://a.example/', reservation: null, language: 'en' },
  title: 'How Apple tests the Vision headset',
  summary: ARTICLE_TEXT,
  sources: ['Posten'],
})

async function writeStory(articleId: number): Promise<void> {
  const at = web.clock.now()
  const { event_id } = await web.database.db
    .selectFrom('articles')
    .select('event_id')
    .where('id', '=', articleId)
    .executeTakeFirstOrThrow()
  const storyId = await seedStoryText(web.database, event_id ?? 0, [
    said('title', 'Om provningen'),
    said('lead', 'Den pågår.'),
  ])
  await web.services.models.storyWriter?.({
    storyId,
    title: '',
    textBy: 'excerpt',
    written: { articles: 0, events: 0, newestAt: null },
    articles: 1,
    anchors: [],
    linked: { events: 1, newestAt: at },
    events: [{ ...material(articleId), at, inLanguage: true, isNews: true, articles: 1 }],
  })
}

async function writeEpisode(): Promise<void> {
  const { enrichment } = web.services.models
  if (!enrichment) throw new Error('there is no model')
  const { createScriptWriter } = await partOf('podcast/script-writer.ts')
  const write = createScriptWriter({
    ...enrichment,
    prompt: await loadPrompt('content', 'podcast', 'sv'),
    site: { topic: 'Apple', language: 'sv' },
    show: { title: 'Podden' },
  })
  const written = await write(EPISODE, [{ ...material(1), language: 'en', story: null, entryIds: [1] }])
  if (!written) throw new Error('the script was refused')
  const file = { audioFile: 'a/a.mp3', audioType: 'audio/mpeg', audioBytes: 1, durationSeconds: 60 }
  const none = { coverFile: null, coverThumbFile: null, transcriptVtt: null, chapters: [], sources: [] }
  const { title, description, segments } = written.script
  const text = { title, description, transcriptText: segments.map(({ text }: { text: string }) => text).join('\n') }
  const episode = {
    episodeId: EPISODE,
    publishedOn: web.clock.now(),
    ...text,
    ...file,
    ...none,
    origin: 'generate' as const,
    written,
  }
  const { saveEpisode } = await partOf('podcast/store.ts')
  await saveEpisode(web.database, episode, web.clock.now())
}

const RUN = 6
const runsOf = (text: string) => {
  const words = text.split(/\s+/)
  return words.slice(0, Math.max(1, words.length - RUN + 1)).map((_, at) => words.slice(at, at + RUN).join(' '))
}

async function collect(): Promise<void> {
  const claims = await web.database.db.selectFrom('claims').selectAll().execute()
  const originals = await web.database.db.selectFrom('article_texts').select('text').execute()
  const excerpts = await web.database.db.selectFrom('articles').select('excerpt as text').execute()
  const known = [
    ...claims.flatMap(({ sentence, evidence }) => [sentence, ...evidence.map(({ text }) => text)]),
    ...[...originals, ...excerpts].map(({ text }) => text),
    ARTICLE_TEXT,
  ].join('\n')
  const shown = server.calls.filter(({ prompt }) => isJudging(prompt)).flatMap(({ prompt }) => claimsOf(prompt))
  const passages = shown.flatMap(({ evidence }) => evidence.split('\n'))
  planted = [...new Set([...shown.map(({ sentence }) => sentence), ...passages].flatMap(runsOf))].filter(
    (run) => !known.includes(run),
  )
  const parts = ['sentence', 'lead', 'body', ...ifThere('podcast', 'description' as const)]
  real = parts.flatMap((part) => claims.find((claim) => claim.part === part)?.sentence ?? [])
}

const isWithout = (text: string) => planted.filter((run) => text.includes(run))

it('the judge was shown errors in all kinds of texts', async () => {
  const purposes = await web.database.db.selectFrom('ai_calls').select('purpose').distinct().execute()
  expect(purposes.map(({ purpose }) => purpose).sort()).toEqual([
    'event',
    'exam',
    'judge',
    ...ifThere('podcast', 'podcast'),
    'story',
    'summary',
  ])
  const { planted: count } = await web.database.db
    .selectFrom('judge_controls')
    .select(({ fn }) => fn.countAll<number>().as('planted'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBeGreaterThanOrEqual(ARTICLES + real.length - 1)
  expect(planted.length).toBeGreaterThan(50)
  expect(real).toHaveLength(isThere('podcast') ? 4 : 3)
})

it('no address answers with a word of them', async () => {
  const { db } = web.database
  const operator = await operatorAt(web, ADMIN_TOKEN)
  const reader = visitorAt(web)
  const stories = await db.selectFrom('stories').select('id').execute()
  const keys = [
    ...Array.from({ length: ARTICLES }, (_, at) => `${at + 1}`),
    ...stories.map(({ id }) => `${id}`),
    EPISODE,
  ]
  const paths = routeTable(web.app)
    .filter(({ methods }) => methods.includes('GET'))
    .map(({ path }) => path)
    .filter((path) => !/\/(stream|img|assets)\b|\*$/.test(path))
  const seen = new Map<string, number>()
  for (const path of paths) {
    const plain = path.replace(/\|.*?(?=\/|$)/, '').replace(/\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, '')
    for (const url of plain.includes(':') ? [...new Set(keys)].map((key) => plain.replace(/:\w+/g, key)) : [plain]) {
      const { statusCode, body } = await (url.startsWith('/admin') ? operator : reader).get(url)
      expect([url, isWithout(body)]).toEqual([url, []])
      for (const sentence of real)
        if (statusCode === 200 && body.includes(sentence)) seen.set(path, (seen.get(path) ?? 0) + 1)
    }
  }
  // It looked where the texts are.
  expect(seen.size).toBeGreaterThan(15)
})

it('no search finds them', async () => {
  for (const sentence of planted.slice(0, 40)) {
    const { body } = await web.app.inject({ url: `/api/v1/entries/search?q=${encodeURIComponent(sentence)}` })
    expect(isWithout(body.replaceAll(sentence, ''))).toEqual([])
  }
})

it('no row of the database holds one, so no backup and no surface to come does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-planted-'))
  const file = join(folder, 'all.gz')
  await writeBackup(web.database, file, web.clock.now())
  const lines = gunzipSync(readFileSync(file)).toString().split('\n')
  rmSync(folder, { recursive: true, force: true })
  const text = lines.map((line) => (line.startsWith('{') ? JSON.stringify(JSON.parse(line)) : line)).join('\n')
  expect(isWithout(text)).toEqual([])
  for (const sentence of real) expect(text).toContain(JSON.stringify(sentence).slice(1, -1))
})
