/** Tools of what may be empty are offered once there is anything. */
// @module-tag slow
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedGuide } from '../../../tests/support/build.ts'
import { ifThere } from '../../../tests/support/features.ts'
import { signIn } from '../../../tests/support/people.ts'
import { callMcp, startTestWeb, type TestWeb } from '../../../tests/support/web.ts'

let web: TestWeb
let token: string
beforeAll(async () => {
  web = await startTestWeb({ CONTENT_DIR: 'demo/bicycles/content' })
  token = (await signIn(web, 'ann@site.example')).token
})
afterAll(() => web.close())

async function toolsOf(pattern: RegExp): Promise<string[]> {
  const { tools } = await callMcp(web, token, 'tools/list', {})
  return tools.map(({ name }: { name: string }) => name).filter((name: string) => pattern.test(name))
}

it('offers tools of the podcast and of guides only where there are any', async () => {
  expect(await toolsOf(/podd|guide/)).toEqual([])
  expect(await toolsOf(/latest_news|latest_stories|my_edition/)).toHaveLength(3)
  await seedGuide(web.database, 'penna')
  web.ctx.cache.raise('content')
  expect(await toolsOf(/podd|guide/)).toEqual(ifThere('guides', 'list_product_guides', 'get_product_guide'))
  const at = new Date('2026-11-20')
  await web.database.db
    .insertInto('episodes')
    .values({
      episode_id: 'a',
      title: 'A',
      published_on: at,
      origin: 'import',
      duration_seconds: 1,
      created_at: at,
      audio_path: 'a/a.mp3',
      audio_type: 'audio/mpeg',
      audio_bytes: 1,
      updated_at: at,
    })
    .execute()
  web.ctx.cache.raise('content')
  expect(await toolsOf(/podd/)).toEqual(ifThere('podcast', 'list_podd_episodes', 'get_podd_episode'))
})

it('llms.txt says what an account adds', async () => {
  expect((await web.app.inject('/llms.txt')).body).toMatch(/\/mcp\): .*token/i)
})
