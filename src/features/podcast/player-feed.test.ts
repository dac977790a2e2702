/** Answers to players: the feed, chapters, transcript, cover and files with byte ranges, over the real app. */

import { existsSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseRssFeed } from 'feedsmith'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { validateRss } from '../../../tests/support/valid/rss.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { importEpisode } from './import.ts'
import { podcastGuid, presentPodcastRss } from './present-rss.ts'
import { parseChapters } from './transcripts/chapters.ts'
import type { EpisodeDetailView } from './views.ts'

const fixtures = join(import.meta.dirname, './fixtures')
const base = 'https://site.example'

let web: TestWeb
let root: string

const get = (url: string, headers: Record<string, string> = {}) => web.app.inject({ url, headers })
const feed = async () => parseRssFeed((await get('/podd.rss')).body)

async function importFolder(id: string, yaml: string, audio: string, more: Record<string, string | Uint8Array> = {}) {
  const dir = join(root, id)
  await mkdir(dir)
  await writeFile(join(dir, 'episode.yaml'), `${yaml}\nepisode_id: ${id}\n`)
  await copyFile(join(fixtures, audio), join(dir, audio))
  for (const [name, content] of Object.entries(more)) await writeFile(join(dir, name), content)
  return importEpisode(web.services, dir)
}

beforeAll(async () => {
  web = await startTestWeb({ MAIL_FROM: 'Podden <podd@site.example>' })
  root = await mkdtemp(join(tmpdir(), 'podcast-'))
  const cover = await sharp({ create: { width: 1400, height: 1400, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
  await importFolder(
    'forsta',
    `title: 'Hostile <script>alert(1) & "quotes" ]]> åäö 🎧'
description: "Rad ett <b>fet</b>\\n\\nRad två & ]]>"
published_on: 2026-11-19T06:00:00+01:00
chapters: [{start: 0, title: 'Inledning & <b>'}, {start: 1.25, title: Slut, url: 'https://a.example/?x=1&y=2', image: 'https://a.example/b.jpg'}]
sources: [{title: 'Rubrik "<i>"', url: 'https://a.example/?x=1&y=2', source: A & B}]`,
    'tone.mp3',
    { 'omslag.png': cover, 'text.vtt': 'WEBVTT\n\n00:00.000 --> 00:02.000\n<v Anna>Hej & hå.' },
  )
  await importFolder('andra', 'title: Andra\npublished_on: 2026-11-20', 'tone.m4a')
})
afterAll(async () => {
  await web.close()
  await rm(root, { recursive: true })
})

describe('/podd.rss', () => {
  it('breaks no rule of the W3C feed validator', async () => {
    const response = await get('/podd.rss')
    expect(response.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    expect(validateRss(response.body, `${base}/podd.rss`)).toEqual([])
  })

  it('says of the show what directories ask', async () => {
    expect(await feed()).toMatchObject({
      title: 'Kärnhuset',
      link: `${base}/podd`,
      language: 'sv',
      atom: { links: [{ href: `${base}/podd.rss`, rel: 'self' }] },
      itunes: {
        author: 'Kärnhuset',
        image: `${base}/podd/cover.jpg`,
        explicit: false,
        type: 'episodic',
        categories: [{ text: 'News', categories: [{ text: 'Tech News' }] }],
        owner: { email: 'podd@site.example' },
      },
      podcast: { guid: podcastGuid(`${base}/podd.rss`), medium: 'podcast' },
    })
  })

  it('gives back every word of the episodes, newest first', async () => {
    const { items = [] } = await feed()
    expect(items.map((item) => item.title)).toEqual(['Andra', 'Hostile <script>alert(1) & "quotes" ]]> åäö 🎧'])
    const first = items[1]
    expect(first).toMatchObject({
      link: `${base}/podd/forsta`,
      guid: { value: `${base}/podd/forsta`, isPermaLink: true },
      pubDate: 'Thu, 19 Nov 2026 05:00:00 GMT',
      itunes: { duration: 3, explicit: false, episodeType: 'full' },
      podcast: {
        chapters: { url: `${base}/podd/forsta/chapters.json`, type: 'application/json+chapters' },
        transcripts: [{ url: `${base}/podd/forsta/transcript.vtt`, type: 'text/vtt', language: 'sv', rel: 'captions' }],
      },
    })
    expect(first?.description).toBe(
      '<p>Rad ett &#60;b&#62;fet&#60;/b&#62;</p><p>Rad två &#38; ]]&#62;</p><p>Källor</p><ul><li><a href="https://a.example/?x=1&#38;y=2">Rubrik &#34;&#60;i&#62;&#34;</a> (A &#38; B)</li></ul>',
    )
    expect(items[0]?.podcast).toMatchObject({ chapters: {} })
    expect(items[0]?.podcast?.transcripts).toBeUndefined()
  })

  it('leads to files that are there, as long and of the type it says', async () => {
    for (const item of (await feed()).items ?? []) {
      const { url = '', length, type } = item.enclosures?.[0] ?? {}
      const file = await get(url.replace(base, ''))
      expect([file.statusCode, file.rawPayload.length, file.headers['content-type']]).toEqual([200, length, type])
      if (item.itunes?.image)
        expect((await get(item.itunes.image.replace(base, ''))).headers['content-type']).toBe('image/jpeg')
    }
    const cover = await get('/podd/cover.jpg')
    const { width, height, format } = await sharp(cover.rawPayload).metadata()
    expect([width, height, format]).toEqual([1400, 1400, 'jpeg'])
    const again = await get('/podd/cover.jpg', { 'if-none-match': String(cover.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('is a 304 until an episode comes', async () => {
    const etag = String((await get('/podd.rss')).headers.etag)
    expect((await get('/podd.rss', { 'if-none-match': etag })).statusCode).toBe(304)
    await importFolder('tredje', 'title: Tredje\npublished_on: 2026-11-18', 'tone.mp3')
    const after = await get('/podd.rss', { 'if-none-match': etag })
    expect(after.statusCode).toBe(200)
    expect(after.body).toContain('<title>Tredje</title>')
  })
})

describe('an episode', () => {
  it('has its chapters as Podcasting 2.0 JSON', async () => {
    const response = await get('/podd/forsta/chapters.json')
    expect(response.headers['content-type']).toBe('application/json+chapters')
    expect(response.headers['access-control-allow-origin']).toBe('*')
    expect(response.json()).toEqual({
      version: '1.2.0',
      title: 'Hostile <script>alert(1) & "quotes" ]]> åäö 🎧',
      podcastName: 'Kärnhuset',
      chapters: [
        { startTime: 0, title: 'Inledning & <b>' },
        { startTime: 1.25, title: 'Slut', url: 'https://a.example/?x=1&y=2', img: 'https://a.example/b.jpg' },
      ],
    })
  })

  it('has its transcript as WebVTT', async () => {
    const response = await get('/podd/forsta/transcript.vtt')
    expect(response.headers['content-type']).toBe('text/vtt; charset=utf-8')
    expect(response.body).toBe('WEBVTT\n\n00:00:00.000 --> 00:00:02.000\n<v Anna>Hej &amp; hå.\n')
  })

  it.each([
    '/podd/ingen/chapters.json',
    '/podd/ingen/transcript.vtt',
    '/podd/andra/transcript.vtt',
    '/media/podd/ingen/audio-0.mp3',
    '/media/podd/',
    '/media/podd/forsta/',
    '/media/podd/..%2f..%2fdatabase',
    '/media/podd/%2e%2e/%2e%2e/x',
  ])('%s is a 404 with the same page as every other', async (url) => {
    const [response, other] = [await get(url), await get('/finns/inte')]
    expect([response.statusCode, response.body]).toEqual([404, other.body])
  })
})

describe('audio', () => {
  const path = async () => String((await feed()).items?.[1]?.enclosures?.[0]?.url).replace(base, '')

  it('is served in ranges, with validators that hold', async () => {
    const url = await path()
    const complete = await get(url)
    const file = await readFile(join(fixtures, 'tone.mp3'))
    expect(complete.rawPayload).toEqual(file)
    expect(complete.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-type': 'audio/mpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
    })
    const part = await get(url, { range: 'bytes=100-199' })
    expect([part.statusCode, part.headers['content-range'], part.rawPayload]).toEqual([
      206,
      `bytes 100-199/${file.length}`,
      file.subarray(100, 200),
    ])
    const tail = await get(url, { range: 'bytes=-50' })
    expect(tail.rawPayload).toEqual(file.subarray(-50))
    const beyond = await get(url, { range: `bytes=${file.length}-` })
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${file.length}`])
    expect((await get(url, { 'if-none-match': String(complete.headers.etag) })).statusCode).toBe(304)
    const head = await web.app.inject({ url, method: 'HEAD' })
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, String(file.length), ''])
  })
})

// Computed with Python's uuid.uuid5.
it('has the podcast guid that the namespace defines', () => {
  expect(podcastGuid('https://podnews.net/rss')).toBe('9b024349-ccf0-5f69-a609-6b82873eab3c')
  expect(podcastGuid('http://podnews.net/rss/')).toBe('9b024349-ccf0-5f69-a609-6b82873eab3c')
})

const shared = join(process.env.KARNHUSET_TEST_DATA ?? '../shared/data', 'podcast')

describe.skipIf(!existsSync(shared))(`the Podcasting 2.0 example (skipped without ${shared})`, () => {
  const read = (name: string) => readFileSync(join(shared, name), 'utf8')

  it('survives being written as our feed', () => {
    const example = parseRssFeed(read('example.xml'))
    const episodes = (example.items ?? []).map(
      (item, i): EpisodeDetailView => ({
        episodeId: `ep${3 - i}`,
        title: item.title ?? '',
        description: item.description ?? '',
        publishedOn: new Date(item.pubDate ?? 0),
        durationSeconds: 61.4,
        audioPath: `ep${3 - i}/audio.mp3`,
        audioType: item.enclosures?.[0]?.type ?? '',
        audioBytes: item.enclosures?.[0]?.length ?? 0,
        coverPath: null,
        coverThumbPath: null,
        hasTranscript: (item.podcast?.transcripts ?? []).length > 0,
        updatedAt: new Date('2026-01-21T13:38:48Z'),
        chapters: parseChapters(read('chapters/example.json')),
        sources: [],
        transcriptText: null,
        transcriptVtt: null,
      }),
    )
    const show = {
      ...web.ctx.show,
      title: example.title ?? '',
      description: example.description ?? '',
      email: 'johndoe@example.com',
    }
    const xml = presentPodcastRss(episodes, {
      baseUrl: base,
      paths: web.ctx.site.paths,
      show,
      site: { language: 'en' },
    })
    expect(validateRss(xml, `${base}/podd.rss`)).toEqual([])
    const again = parseRssFeed(xml)
    expect(again.items).toHaveLength(3)
    for (const [i, item] of (again.items ?? []).entries()) {
      const original = example.items?.[i]
      expect(item.title).toBe(original?.title)
      expect(new Date(item.pubDate ?? 0)).toEqual(new Date(original?.pubDate ?? 1))
      expect(item.enclosures?.[0]).toMatchObject({
        type: original?.enclosures?.[0]?.type,
        length: original?.enclosures?.[0]?.length,
      })
    }
  })
})
