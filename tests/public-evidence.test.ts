/** EVIDENCE_PUBLIC=short: over all surfaces that show evidence, readers see a small part of each article. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NewClaim } from '../src/news/claims/writes/claims.ts'
import { said, saveClaims, seedEvent, seedEventText, seedFeed, seedStoryText, storedPoint } from './support/build.ts'
import { ifThere } from './support/features.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

const MAX_SHARE = 0.15
/** Sentences of the articles. */
const LENGTHS = [4, 8, 20, 60, 200]
const PASSAGE_WORDS = 14

interface Article {
  id: number
  sentences: string[]
}
let web: TestWeb
let articles: Article[]
let surfaces: Map<string, string>

/** Every word of all articles is another one, so that each is found wherever it is shown. */
const sentencesOf = (article: number, count: number) =>
  Array.from({ length: count }, (_, at) =>
    Array.from({ length: PASSAGE_WORDS }, (_, word) => `q${article}x${at}x${word}q`).join(' '),
  )

const rests = (part: NewClaim['part'], text: string, passages: [Article, at: number][], more = {}): NewClaim => ({
  ...said(part, text, more),
  evidence: passages.map(([{ id, sentences }, at]) => ({ start: 0, end: 9, text: sentences[at] ?? '', articleId: id })),
})

/** A sentence on each passage; on the last of each article rests the headline, and one that was dropped. */
const claimsOn = (cited: readonly Article[], part: 'sentence' | 'body', name: string): NewClaim[] => [
  rests(
    'title',
    `${name} rubrik`,
    cited.flatMap((one) => one.sentences.map((_, at): [Article, number] => [one, at])),
  ),
  ...(part === 'body' ? [rests('lead', `${name} ingress.`, [])] : []),
  ...cited.flatMap((one) =>
    one.sentences
      .slice(0, -1)
      .map((_, at) => ({ ...rests(part, `${name} ${one.id} ${at}.`, [[one, at]]), section: 1 })),
  ),
  rests(
    part,
    `${name} ströks.`,
    cited.map((one) => [one, one.sentences.length - 1]),
    { dropped: 'judge', section: 1 },
  ),
]
const textOf = (claims: readonly NewClaim[]) =>
  claims
    .flatMap(({ part, verdict, sentence }) => (part === 'sentence' && verdict === 'stands' ? sentence : []))
    .join(' ')

beforeAll(async () => {
  web = await startTestWeb({ EVIDENCE_PUBLIC: 'short' })
  const { database } = web
  const { db } = database
  const feed = await seedFeed(database, { title: 'Posten', publisher: 'posten.example' })
  const seeds = LENGTHS.map((_, at) => ({
    feed_id: feed,
    title: `Original ${at}`,
    excerpt: 'Kort.',
    language: 'en',
    content_hash: `e${at}`,
    translated_title: `Artikel ${at} rubrik`,
    translated_summary: 'x',
    translated_by: 'ai' as const,
  }))
  const { eventId, articleIds } = await seedEvent(database, seeds)
  articles = articleIds.map((id, at) => ({ id, sentences: sentencesOf(at, LENGTHS[at] ?? 0) }))
  for (const one of articles) {
    const text = `${one.sentences.join('. ')}.`
    await db
      .insertInto('article_texts')
      .values({ article_id: one.id, origin: 'page', text, stored_at: web.clock.now() })
      .execute()
    const claims = claimsOn([one], 'sentence', 'Artikel').map(({ evidence, ...claim }) => ({
      ...claim,
      evidence: evidence.map(({ articleId: _, ...passage }) => passage),
    }))
    await saveClaims(database, { article_id: one.id }, claims)
    await db
      .updateTable('articles')
      .set({ translated_summary: textOf(claims) })
      .where('id', '=', one.id)
      .execute()
  }
  const quotes = articles.slice(2).map(({ id, sentences }) => ({ article: id, text: sentences[1] ?? '' }))
  const [one = 0, two = 0] = articleIds
  const points = [storedPoint('disputed', ['Ja.', [one, ...articleIds.slice(2)], quotes], ['Nej.', [two]])]
  await seedEventText(database, { eventId, claims: claimsOn(articles, 'sentence', 'Händelsen'), points })
  const story = await seedStoryText(database, eventId, claimsOn(articles, 'body', 'Följetongen'))
  surfaces = await readSurfaces(eventId, story)
}, 60_000)
afterAll(() => web.close())

async function readSurfaces(event: number, story: number): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const api = [
    ['entries', articles.map(({ id }) => id)],
    ['events', [event]],
    ['stories', [story]],
  ] as const
  for (const [kind, ids] of api)
    for (const id of ids) {
      const { headers } = await web.app.inject(`/${kind}/${id}`)
      const page = String(headers.location ?? `/${kind}/${id}`).replace('https://site.example', '')
      for (const url of [`/api/v1/${kind}/${id}`, `/api/v1/${kind}/${id}/checks`, page, `${page}.md`])
        found.set(url, (await web.app.inject({ url })).body)
    }
  for (const tool of [
    { name: 'get_event', arguments: { id: event } },
    { name: 'latest_disputes', arguments: {} },
  ])
    found.set(tool.name, await callMcp(tool))
  return found
}

async function callMcp(params: object): Promise<string> {
  const headers = { host: 'site.example', accept: 'application/json, text/event-stream' }
  const payload = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  return (await web.app.inject({ method: 'POST', url: '/mcp', headers, payload })).body
}

const shownOf = (one: Article, text: string) =>
  one.sentences.flatMap((sentence) => sentence.split(' ')).filter((word) => text.includes(word))

describe.each(LENGTHS.map((sentences, at) => [sentences, at]))('of an article of %i sentences', (_, at) => {
  const seen = () => [...surfaces.values()].join('\n')

  it('all surfaces together show at most 15 %', () => {
    const one = articles[at] as Article
    const length = one.sentences.join('. ').length + 1
    expect(shownOf(one, seen()).join(' ').length).toBeLessThanOrEqual(MAX_SHARE * length)
  })

  it('nothing is shown on which a dropped sentence rests', () => {
    const dropped = (articles[at] as Article).sentences.at(-1) ?? ''
    expect(dropped.split(' ').filter((word) => seen().includes(word))).toEqual([])
  })
})

it('each kind of page with evidence shows some, and disputes are quoted', () => {
  const shows = (url: string) => articles.some((one) => shownOf(one, surfaces.get(url) ?? '').length > 0)
  const showing = [...surfaces.keys()].filter(shows)
  for (const form of [
    ...ifThere('quality', /^\/api\/v1\/entries\/\d+\/checks/),
    /^\/(?!api)[^.]*$/,
    /^\/api\/v1\/events\/\d+$/,
    /^get_event$/,
  ])
    expect(
      showing.filter((url) => form.test(url)),
      String(form),
    ).not.toEqual([])
})
