/** The sound of a reader's own edition over HTTP: its parts one after the other, whole or a range of bytes. */

import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedArticles, seedFeed, seedTag } from '../../../tests/support/build.ts'
import { signIn } from '../../../tests/support/people.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { follow } from '../../news/accounts/writes/follows.ts'
import { listRequestedAudio, requestAudio, saveAudioEdition } from './audio-editions.ts'
import { makePersonalFeed } from './personal-feeds.ts'
import { soundFile } from './sounds.ts'
import { soundsFolder } from './synthesize.ts'

const day = '2026-11-21'
const sound = 'abcdefghij'
const parts = ['abc', 'd', 'efghij'].map((text, n) => ({ text, hash: `${n}`.repeat(40), bytes: text.length }))

let web: TestWeb
let feed_id: number
let tag: number
let userId: number
let key: string

beforeAll(async () => {
  web = await startTestWeb({ TTS_PROVIDER: 'espeak' })
  tag = await seedTag(web.database, 'Krokar')
  const now = web.clock.now()
  const times = { published_at: now, discovered_at: now, sort_at: now, updated_at: now }
  feed_id = await seedFeed(web.database)
  await seedArticles(web.database, [
    { feed_id, tag_ids: [tag], ...times },
    { feed_id, ...times },
  ])
  userId = (await signIn(web, 'ann@example.se')).userId
  await follow(web.ctx.database, userId, { kind: 'tag', key: `${tag}` }, web.ctx.clock.now())
  key = await makePersonalFeed(web.database, userId, web.clock.now())
  mkdirSync(soundsFolder(web.config.DATA_DIR), { recursive: true })
  for (const { hash, text } of parts) writeFileSync(fileOf(hash), text)
})
afterAll(() => web.close())

const fileOf = (hash: string | undefined) => soundFile(soundsFolder(web.config.DATA_DIR), `${hash}`)
const get = (name: string, headers: Record<string, string> = {}) =>
  web.app.inject({ url: `/min/${key}/${name}`, headers })

it('is requested by the feed, once a day, and listed there when it is made', async () => {
  for (const _ of ['first', 'again']) expect((await get('podcast.rss')).body).not.toContain('<item>')
  const [event] = await web.database.db.selectFrom('events').select('id').orderBy('id').execute()
  const requested = await listRequestedAudio(web.database, 9)
  expect(requested).toEqual([{ userId, day, eventIds: [event?.id] }])
  expect((await get(`${day}.mp3`)).statusCode).toBe(404)
  const made = { title: 'Lördag', description: 'Kroken', parts: parts.map(({ hash, bytes }) => ({ hash, bytes })) }
  await requestAudio(web.database, { userId, day: '2026-11-20', eventIds: [] }, web.clock.now())
  for (const edition of requested) await saveAudioEdition(web.database, edition, made, web.clock.now())
  const [yesterday] = await listRequestedAudio(web.database, 9)
  expect(yesterday?.day).toBe('2026-11-20')
  await web.database.db.deleteFrom('spoken_editions').where('day', '=', '2026-11-20').execute()
  expect(await listRequestedAudio(web.database, 9)).toEqual([])
  const { body } = await get('podcast.rss')
  expect(body).toContain(`url="https://site.example/min/${key}/${day}.mp3" length="10" type="audio/mpeg"`)
})

it.each<[range: string | null, status: number, body: string, contentRange?: string]>([
  [null, 200, sound],
  ['bytes=2-4', 206, 'cde', 'bytes 2-4/10'],
  ['bytes=3-3', 206, 'd', 'bytes 3-3/10'],
  ['bytes=4-', 206, 'efghij', 'bytes 4-9/10'],
  ['bytes=-7', 206, 'defghij', 'bytes 3-9/10'],
  ['bytes=10-', 416, '', 'bytes */10'],
])('answers the range %s with %i', async (range, status, body, contentRange) => {
  const answer = await get(`${day}.mp3`, range === null ? {} : { range })
  const { headers } = answer
  expect([answer.statusCode, answer.body, headers['content-range']]).toEqual([status, body, contentRange])
  expect(headers).toMatchObject({
    'content-type': 'audio/mpeg',
    'content-length': `${body.length}`,
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=86400',
    'x-robots-tag': 'noindex, nofollow',
  })
})

it('keeps the parts of an edition, and deletes others', async () => {
  const other = 'f'.repeat(40)
  writeFileSync(fileOf(other), 'x')
  for (const hash of [other, ...parts.map((part) => part.hash)])
    utimesSync(fileOf(hash), new Date('2026-11-18'), new Date('2026-11-18'))
  await web.services.pipeline.maintain()
  expect(existsSync(fileOf(other))).toBe(false)
  expect(parts.map(({ hash }) => existsSync(fileOf(hash)))).toEqual([true, true, true])
})

it('breaks off at a part that is missing, and is unavailable without its first', async () => {
  rmSync(fileOf(parts[2]?.hash))
  await expect(get(`${day}.mp3`)).rejects.toMatchObject({ code: 'LIGHT_ECONNRESET' })
  expect((await get(`${day}.mp3`, { range: 'bytes=0-3' })).body).toBe('abcd')
  rmSync(fileOf(parts[0]?.hash))
  expect((await get(`${day}.mp3`)).statusCode).toBe(500)
})

it('has what came since the episode before, once', async () => {
  const requestAt = async (time: string) => {
    web.clock.set(new Date(time))
    await get('podcast.rss')
    return (await listRequestedAudio(web.database, 9)).map(({ day, eventIds }) => [day, eventIds])
  }
  expect(await requestAt('2026-11-21T23:30:00Z')).toEqual([])
  const at = new Date('2026-11-22T06:00:00Z')
  const times = { published_at: at, discovered_at: at, sort_at: at, updated_at: at }
  const [id = 0] = await seedArticles(web.database, [{ feed_id, tag_ids: [tag], ...times }])
  const { event_id } = await web.database.db
    .selectFrom('articles')
    .select('event_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(await requestAt('2026-11-23T18:00:00Z')).toEqual([['2026-11-23', [event_id]]])
})
