/** Importing an episode's folder: what comes of it, and that a broken one changes nothing. */

import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { startTestWeb } from '../../../tests/support/web.ts'
import type { ActorDatabase } from '../../platform/database/database.ts'
import { readLanguages } from '../../platform/languages/language-files.ts'
import { importEpisode, poddMediaDir } from './import.ts'
import { findEpisode, listEpisodes, pageEpisodes } from './queries.ts'
import { speakDay } from './studio.ts'

const fixtures = join(import.meta.dirname, 'fixtures')
const now = new Date('2026-11-21T12:00:00Z')
const yaml = `title: 'Avsnitt 1: början'
description: |
  Om <allt> & inget.
published_on: 2026-11-20
sources:
  - { title: En artikel, url: https://example.com/a, source: Exempel }
`

let database: ActorDatabase
let root: string
let dir: string
let count = 0

const ctx = () => ({
  database,
  config: { DATA_DIR: join(root, 'data') },
  clock: { now: () => now },
  site: { language: 'sv' },
  languages: readLanguages('content'),
})
const put = (name: string, content: string | Uint8Array) => writeFile(join(dir, name), content)
const mediaFiles = async () => (await readdir(poddMediaDir(ctx().config), { recursive: true }).catch(() => [])).sort()

beforeAll(async () => {
  database = await openTestDatabase()
  root = await mkdtemp(join(tmpdir(), 'podcast-'))
})
afterAll(async () => {
  await database.close()
  await rm(root, { recursive: true })
})
beforeEach(async () => {
  dir = join(root, `avsnitt-${++count}`)
  await mkdir(dir)
  await put('episode.yaml', yaml)
  await copyFile(join(fixtures, 'tone.mp3'), join(dir, 'inspelning.mp3'))
})

describe('a whole folder', () => {
  it('becomes an episode with the chapters of its audio, images and transcript', { tags: 'slow' }, async () => {
    await sharp({ create: { width: 1400, height: 1400, channels: 3, background: '#a33' } })
      .png()
      .toFile(join(dir, 'omslag.png'))
    await put('text.srt', '1\n00:00:00,000 --> 00:00:02,000\nHej på er.')
    const saved = await importEpisode(ctx(), dir)
    expect(saved).toMatchObject({ episodeId: `avsnitt-${count}`, outcome: 'added', chapters: 2, hasTranscript: true })
    const episode = await findEpisode(database.readDb, saved.episodeId)
    expect(episode).toMatchObject({
      title: 'Avsnitt 1: början',
      description: 'Om <allt> & inget.',
      publishedOn: new Date('2026-11-20T00:00:00Z'),
      audioType: 'audio/mpeg',
      audioBytes: 12578,
      hasTranscript: true,
      chapters: [
        { startSeconds: 0, title: 'Första delen', url: null, imageUrl: null },
        { startSeconds: 1.5, title: 'Andra delen', url: null, imageUrl: null },
      ],
      sources: [{ title: 'En artikel', url: 'https://example.com/a', source: 'Exempel', entryId: null }],
      transcriptText: 'Hej på er.\n',
      transcriptVtt: 'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nHej på er.\n',
    })
    expect(Math.abs((episode?.durationSeconds ?? 0) - 3.056)).toBeLessThan(0.1)
    const served = (path: string | null | undefined) => readFile(join(poddMediaDir(ctx().config), path ?? ''))
    expect(await served(episode?.audioPath)).toEqual(await readFile(join(dir, 'inspelning.mp3')))
    expect(await sharp(await served(episode?.coverPath)).metadata()).toMatchObject({ format: 'jpeg', width: 1400 })
    expect(await sharp(await served(episode?.coverThumbPath)).metadata()).toMatchObject({ format: 'jpeg', width: 320 })
  })

  it('takes chapters from episode.yaml before those of the audio', async () => {
    await put(
      'episode.yaml',
      `${yaml}episode_id: egna-kapitel\nchapters: [{start: '0:02', title: B}, {start: 0.5, title: A, url: https://example.com/}]\n`,
    )
    await importEpisode(ctx(), dir)
    expect((await findEpisode(database.readDb, 'egna-kapitel'))?.chapters).toEqual([
      { startSeconds: 0.5, title: 'A', url: 'https://example.com/', imageUrl: null },
      { startSeconds: 2, title: 'B', url: null, imageUrl: null },
    ])
  })

  it('updates the episode of the same id, and keeps the replaced file up for a day', async () => {
    await put('episode.yaml', `${yaml}episode_id: om\n`)
    await importEpisode(ctx(), dir)
    const before = await findEpisode(database.readDb, 'om')
    await rm(join(dir, 'inspelning.mp3'))
    await copyFile(join(fixtures, 'tone.m4a'), join(dir, 'ny.m4a'))
    await put('episode.yaml', `${yaml.replace('början', 'omtag')}episode_id: om\n`)
    expect(await importEpisode(ctx(), dir)).toMatchObject({ outcome: 'updated', title: 'Avsnitt 1: omtag' })
    const after = await findEpisode(database.readDb, 'om')
    expect(after).toMatchObject({ title: 'Avsnitt 1: omtag', audioType: 'audio/mp4' })
    expect((await listEpisodes(database.readDb, 100)).filter((episode) => episode.episodeId === 'om')).toHaveLength(1)
    const files = () => readdir(join(poddMediaDir(ctx().config), 'om'))
    expect(await files()).toHaveLength(2)
    expect(await files()).toContain(before?.audioPath.split('/').at(-1))
    await importEpisode({ ...ctx(), clock: { now: () => new Date(now.getTime() + 25 * 3_600_000) } }, dir)
    expect(await files()).toEqual([after?.audioPath.split('/').at(-1)])
  })

  it('raises the version that caches follow', async () => {
    const version = () =>
      database.db.selectFrom('data_versions').select('version').where('name', '=', 'content').executeTakeFirstOrThrow()
    const before = await version()
    await importEpisode(ctx(), dir)
    expect((await version()).version).toBe(before.version + 1)
  })
})

it('is never replaced by an episode that is generated, which is of a day', async () => {
  await put('episode.yaml', `${yaml}episode_id: '2026-11-20'\naudio: inspelning.mp3\n`)
  await copyFile(join(fixtures, 'tone.m4a'), join(dir, 'annan.m4a'))
  await importEpisode(ctx(), dir)
  const web = await startTestWeb({ TTS_PROVIDER: 'espeak' }, { ...database, close: async () => {} })
  const state = () => database.db.selectFrom('episodes').selectAll().orderBy('episode_id').execute()
  const before = await state()
  expect(before.find((row) => row.episode_id === '2026-11-20')).toMatchObject({ audio_type: 'audio/mpeg' })
  for (const [day, code, message] of [
    ['2026-11-20', 'unprocessable', /^The episode 2026-11-20 was imported/],
    ['2026-02-30', 'bad_request', /^"2026-02-30" is not a date/],
    ['avsnitt', 'bad_request', /^"avsnitt" is not a date/],
  ] as const)
    await expect(speakDay(web.services, day)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
  expect(await state()).toEqual(before)
  await web.close()
})

it('lists episodes newest first, a page at a time', async () => {
  for (const day of ['2025-01-01', '2025-01-03', '2025-01-02']) {
    await put('episode.yaml', `title: ${day}\npublished_on: ${day}\nepisode_id: d-${day}\n`)
    await importEpisode(ctx(), dir)
  }
  const { total, items } = await pageEpisodes(database.readDb, { page: 1, perPage: 100 })
  expect(items).toHaveLength(total)
  expect(items.map((episode) => episode.episodeId).filter((id) => id.startsWith('d-2025'))).toEqual([
    'd-2025-01-03',
    'd-2025-01-02',
    'd-2025-01-01',
  ])
  expect((await pageEpisodes(database.readDb, { page: total, perPage: 1 })).items[0]?.episodeId).toBe('d-2025-01-01')
  expect((await pageEpisodes(database.readDb, { page: total + 1, perPage: 1 })).items).toEqual([])
})

describe('a broken folder changes nothing and says which file and why', () => {
  const spoilt: [name: string, spoil: () => Promise<unknown>, message: RegExp][] = [
    ['no notes', () => rm(join(dir, 'episode.yaml')), /^episode\.yaml: there is no such file/],
    ['empty notes', () => put('episode.yaml', ''), /^episode\.yaml:1: /],
    ['broken notes', () => put('episode.yaml', 'title: "x\npublished_on: 2026'), /^episode\.yaml:\d: /],
    ['no title', () => put('episode.yaml', 'published_on: 2026-11-20'), /^episode\.yaml:1: title: /],
    [
      'no date',
      () => put('episode.yaml', 'title: x\npublished_on: i morgon'),
      /^episode\.yaml:2: published_on: must be a date/,
    ],
    ['a misspelt key', () => put('episode.yaml', `${yaml}chapter: []`), /^episode\.yaml:.*chapter/],
    [
      'an id that leaves the folder',
      () => put('episode.yaml', `${yaml}episode_id: ../../x`),
      /^episode\.yaml:7: episode_id: must be/,
    ],
    [
      'a script as a source',
      () => put('episode.yaml', yaml.replace('https://example.com/a', 'javascript:alert(1)')),
      /^episode\.yaml:6: sources\.0\.url: must be an http/,
    ],
    [
      'a source that is no article',
      () => put('episode.yaml', yaml.replace('source: Exempel', 'source: Exempel, entry_id: 4711')),
      /^episode\.yaml: .*4711/,
    ],
    [
      'a chapter behind the end',
      () => put('episode.yaml', `${yaml}chapters: [{start: 1:00, title: Sent}]`),
      /^episode\.yaml: the chapter "Sent" begins at 60 s, but the audio ends at 3\.1 s/,
    ],
    [
      'a chapter at no time',
      () => put('episode.yaml', `${yaml}chapters: [{start: '1:75', title: Sent}]`),
      /^episode\.yaml:7: chapters\.0\.start: must be seconds or a time such as 1:02:03/,
    ],
    ['no audio', () => rm(join(dir, 'inspelning.mp3')), /there is no audio file/],
    [
      'an audio file that is named but missing',
      () => put('episode.yaml', `${yaml}audio: annan.mp3`),
      /^annan\.mp3: episode\.yaml names this file/,
    ],
    [
      'an audio file elsewhere',
      () => put('episode.yaml', `${yaml}audio: ../avsnitt-1/inspelning.mp3`),
      /^episode\.yaml:7: audio: must be the name/,
    ],
    ['empty audio', () => put('inspelning.mp3', ''), /^inspelning\.mp3: it is empty/],
    [
      'truncated audio',
      () => truncate(join(dir, 'inspelning.mp3'), 8000),
      /^inspelning\.mp3: it is cut off after 1\.\d seconds/,
    ],
    [
      'mislabelled audio',
      () => copyFile(join(fixtures, 'tone.ogg'), join(dir, 'inspelning.mp3')),
      /^inspelning\.mp3: its name ends in "\.mp3", but its content is audio\/ogg/,
    ],
    [
      'two audio files',
      () => copyFile(join(fixtures, 'tone.ogg'), join(dir, 'andra.ogg')),
      /^andra\.ogg, inspelning\.mp3: there is more than one/,
    ],
    ['an empty cover', () => put('omslag.jpg', ''), /^omslag\.jpg: it is empty/],
    ['a mislabelled cover', () => put('omslag.jpg', '<svg/>'), /^omslag\.jpg: it is not a whole image/],
    ['an empty transcript', () => put('text.vtt', ''), /^text\.vtt: it is empty/],
    [
      'a truncated transcript',
      () => put('text.vtt', 'WEBVTT\n\n00:01.000 --> 00:'),
      /^text\.vtt: this is no time span/,
    ],
    [
      'a mislabelled transcript',
      () => copyFile(join(fixtures, 'tone.mp3'), join(dir, 'text.srt')),
      /^text\.srt: it is not text/,
    ],
    ['broken chapters', () => put('chapters.json', '{"version":"1.2.0","chap'), /^chapters\.json: it is not a whole/],
  ]
  it.each(spoilt)('%s', async (_, spoil, message) => {
    await spoil()
    const state = async () => [
      await mediaFiles(),
      await database.db.selectFrom('episodes').selectAll().orderBy('episode_id').execute(),
    ]
    const before = await state()
    await expect(importEpisode(ctx(), dir)).rejects.toThrow(message)
    expect(await state()).toEqual(before)
  })

  it('a folder that is not there', async () => {
    await expect(importEpisode(ctx(), join(root, 'ingen'))).rejects.toThrow(/ingen: this folder cannot be read/)
  })

  it('takes the files away again when the row cannot be saved', { tags: 'slow' }, async () => {
    const before = await mediaFiles()
    const closed = await openTestDatabase()
    await closed.close()
    await expect(importEpisode({ ...ctx(), database: closed }, dir)).rejects.toThrow()
    expect(await mediaFiles()).toEqual(before)
  })
})

it('drops what no database or page can hold from titles', async () => {
  const title = '"a\\0b\\u202e  c"'
  await put('episode.yaml', `title: ${title}\npublished_on: 2026-11-20\nepisode_id: tecken\ndescription: "x\\0\\n\\ny"`)
  await importEpisode(ctx(), dir)
  expect(await findEpisode(database.readDb, 'tecken')).toMatchObject({ title: 'ab c', description: 'x\n\ny' })
})
