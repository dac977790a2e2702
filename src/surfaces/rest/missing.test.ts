/** A 404 names what is not there, what is like it, and where those that exist are listed. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApi, type TestApi } from '../../../tests/support/api.ts'
import { seedArticles, seedFeed, seedGuide, seedTag } from '../../../tests/support/build.ts'
import { ifThere } from '../../../tests/support/features.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
  const { database } = api.web
  const tags = [await seedTag(database, 'Bryggan', 'bryggan'), await seedTag(database, 'Tornet', 'tornet')]
  await seedArticles(database, [{ feed_id: await seedFeed(database), tag_ids: tags }])
  await seedGuide(database, 'airpods-pro')
})
afterAll(() => api.close())

it.each([
  ['/tags/brygagn', 'There is no tag "brygagn". Near it: bryggan. GET /api/v1/tags lists those that exist.'],
  ['/tags/brygagn/entries', 'There is no tag "brygagn". Near it: bryggan. GET /api/v1/tags lists those that exist.'],
  ['/tags/brygagn/events', 'There is no tag "brygagn". Near it: bryggan. GET /api/v1/tags lists those that exist.'],
  ['/tags/BRYGGAN', 'There is no tag "BRYGGAN". Near it: bryggan. GET /api/v1/tags lists those that exist.'],
  ['/tags/zzzzzz', 'There is no tag "zzzzzz". GET /api/v1/tags lists those that exist.'],
  ...ifThere('guides', [
    '/guides/airpods',
    'There is no guide "airpods". Near it: airpods-pro. GET /api/v1/guides lists those that exist.',
  ]),
  ['/feeds/99', 'There is no feed "99". GET /api/v1/feeds lists those that exist.'],
  ['/feeds/99/entries', 'There is no feed "99". GET /api/v1/feeds lists those that exist.'],
  ['/stories/99-x', 'There is no story "99". GET /api/v1/stories lists those that exist.'],
  ['/stories/99/entries', 'There is no story "99". GET /api/v1/stories lists those that exist.'],
  ['/events/99', 'There is no event "99". GET /api/v1/events lists those that exist.'],
  ['/events/99/entries', 'There is no event "99". GET /api/v1/events lists those that exist.'],
  ['/entries/99', 'There is no article "99". GET /api/v1/entries lists those that exist.'],
  ...ifThere('podcast', [
    '/podd_episodes/x',
    'There is no episode "x". GET /api/v1/podd_episodes lists those that exist.',
  ]),
  ['/tags/%22%3Czq%3E', 'There is no tag "zq". GET /api/v1/tags lists those that exist.'],
  ['/tags/%E2%80%A6', 'There is no such tag. GET /api/v1/tags lists those that exist.'],
])('%s', async (path, message) => {
  for (const _ of ['first', 'cached']) {
    const { status, body } = await api.call('GET', `/api/v1${path}`)
    expect([status, body.error]).toEqual([404, { type: 'not_found', message }])
  }
})

it('names a tag as soon as there is one', async () => {
  await seedTag(api.web.database, 'Brygagn', 'brygagn')
  api.web.ctx.cache.raise('content')
  expect((await api.call('GET', '/api/v1/tags/brygagn')).status).toBe(200)
})
