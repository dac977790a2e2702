/** A reader's own edition as sound: asked for by an app, spoken by espeak-ng, joined of sounds that readers share. */

import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePersonalFeed } from '../../../src/features/editions/personal-feeds.ts'
import { soundsFolder } from '../../../src/features/editions/synthesize.ts'
import { follow } from '../../../src/news/accounts/writes/follows.ts'
import type { FeatureStage } from '../../../src/news/stages/context.ts'
import { seedArticles, seedFeed, seedTag } from '../../../tests/support/build.ts'
import { havePrograms } from '../../../tests/support/machine.ts'
import { signIn } from '../../../tests/support/people.ts'
import { probeSeconds } from '../../../tests/support/sound-probes.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'

const ready = havePrograms('ffmpeg', 'ffprobe', 'espeak-ng')
let web: TestWeb
let tag: number
const day = '2026-11-21'

beforeAll(async () => {
  web = await startTestWeb({ TTS_PROVIDER: 'espeak' })
  const feed = await seedFeed(web.database, { title: 'Bladet', language: 'sv' })
  tag = await seedTag(web.database, 'Krokar', 'krokar')
  const now = web.clock.now()
  const times = { published_at: now, discovered_at: now, sort_at: now, updated_at: now, language: 'sv' }
  await seedArticles(web.database, [
    { feed_id: feed, title: 'Kroken är här', excerpt: 'Den är gul.', tag_ids: [tag], ...times },
    {
      feed_id: feed,
      title: 'Förbehållen krok',
      excerpt: 'Den är hemlig.',
      tag_ids: [tag],
      reservation: 'nej',
      ...times,
    },
    { feed_id: feed, title: 'Något annat', ...times },
  ])
})
afterAll(() => web?.close())

/** A reader with an address of their own. */
async function reader(email: string) {
  const { userId } = await signIn(web, email)
  await follow(web.ctx.database, userId, { kind: 'tag', key: String(tag) }, web.ctx.clock.now())
  return { userId, key: await makePersonalFeed(web.database, userId, web.clock.now()) }
}

const get = (path: string, headers: Record<string, string> = {}) => web.app.inject({ url: path, headers })
const feedOf = async (key: string) => (await get(`/min/${key}/podcast.rss`)).body
const stage = () => web.services.pipeline.stages.find(({ stage }) => stage === 'spoken') as FeatureStage
const speak = () => stage().handle('')
const sounds = () => readdirSync(soundsFolder(web.config.DATA_DIR))

it.skipIf(!ready)(
  'is spoken when an app asks, once a day, of sounds that two readers share',
  async () => {
    const [ann, bo] = [await reader('ann@example.se'), await reader('bo@example.se')]
    expect(await feedOf(ann.key)).not.toContain('<item>')
    expect(await stage().due()).toEqual([''])
    await speak()
    const spoken = sounds()
    await feedOf(bo.key)
    await speak()
    expect(sounds()).toEqual(spoken)
    expect(await stage().due()).toEqual([])

    const feed = await feedOf(ann.key)
    expect(feed.match(/<item>/g)).toHaveLength(1)
    expect(feed).toContain('<itunes:block>Yes</itunes:block>')
    expect(feed).toContain('Kroken är här (Bladet)')
    expect(feed).not.toMatch(/Förbehållen|hemlig|Något annat/)
    const [, length, seconds] = /length="(\d+)"[\s\S]*<itunes:duration>(\d+)</.exec(feed) ?? []
    const { statusCode, rawPayload, headers } = await get(`/min/${ann.key}/${day}.mp3`)
    expect([statusCode, headers['content-type'], rawPayload.length]).toEqual([200, 'audio/mpeg', Number(length)])
    const file = join(web.config.DATA_DIR, 'heard.mp3')
    writeFileSync(file, rawPayload)
    expect(Math.abs(probeSeconds(file) - Number(seconds))).toBeLessThan(1)
    expect(Number(seconds)).toBeGreaterThan(8)
    // Players ask for parts, across the sounds that it is joined of.
    const half = Math.floor(rawPayload.length / 2)
    const part = await get(`/min/${ann.key}/${day}.mp3`, { range: `bytes=100-${half}` })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 100-${half}/${rawPayload.length}`])
    expect(part.rawPayload.equals(rawPayload.subarray(100, half + 1))).toBe(true)
    expect((await get(`/min/${ann.key}/${day}.mp3`, { range: `bytes=${length}-` })).statusCode).toBe(416)
  },
  120_000,
)

it.skipIf(!ready)(
  'goes with its address, with the account, and after a week; its sounds when nobody needs them',
  async () => {
    const eva = await reader('eva@example.se')
    await feedOf(eva.key)
    await speak()
    const next = await makePersonalFeed(web.database, eva.userId, web.clock.now())
    expect((await get(`/min/${eva.key}/podcast.rss`)).statusCode).toBe(404)
    expect((await get(`/min/${eva.key}/${day}.mp3`)).statusCode).toBe(404)
    expect((await get(`/min/${next}/${day}.mp3`)).statusCode).toBe(200)
    expect((await get(`/min/${next}/2026-11-20.mp3`)).statusCode).toBe(404)
    await web.ctx.accounts.deleteAccount(eva.userId)
    expect((await get(`/min/${next}/podcast.rss`)).statusCode).toBe(404)
    const rows = () => web.database.db.selectFrom('spoken_editions').select('user_id').execute()
    expect((await rows()).map((row) => row.user_id)).not.toContain(eva.userId)
    expect((await rows()).length).toBeGreaterThan(0)
    // The files bear the time of this machine.
    web.clock.set(new Date(Date.now() + 8 * 86_400_000))
    await web.services.pipeline.maintain()
    expect([await rows(), sounds()]).toEqual([[], []])
  },
  120_000,
)
