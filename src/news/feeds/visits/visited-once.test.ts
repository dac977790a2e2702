/** A worker visits what is due, or what an operator asks for, and never twice what was listed while it was visited. */
// @module-tag slow

import { afterAll, beforeAll, expect, it } from 'vitest'
import { actionsOf } from '../../../../tests/support/actions.ts'
import { seedFeed } from '../../../../tests/support/build.ts'
import { type Publisher, rssDocument, startPublisher } from '../../../../tests/support/played/publisher.ts'
import { until } from '../../../../tests/support/service.ts'
import { startTestWeb, type TestWeb } from '../../../../tests/support/web.ts'
import { startStages } from '../../../app/stages.ts'
import { getFeed } from '../writes/feeds.ts'

let web: TestWeb
let publisher: Publisher
let stages: Awaited<ReturnType<typeof startStages>>
beforeAll(async () => {
  publisher = await startPublisher()
  web = await startTestWeb({ FETCH_ALLOW: '127.0.0.1/32' })
  stages = await startStages(web.services)
})
afterAll(async () => {
  await stages.close()
  await web.close()
  await publisher.close()
})

/** A source whose next visit is in so many minutes. */
function seedSource(path: string, minutes: number): Promise<number> {
  publisher.serve(path, { body: rssDocument('Källa', [{ title: 'Bron', link: `https://s.example${path}` }]) })
  const next = new Date(web.clock.now().getTime() + minutes * 60_000)
  return seedFeed(web.database, { url: publisher.at(path), extract: false, next_fetch_at: next })
}
const visits = (path: string) => publisher.seen.filter((one) => one.path === path).length
const jobOf = async (id: number) => {
  const queue = await web.services.queue()
  await queue.add('fetch', [`${id}`])
  await queue.whenIdle('fetch', new Date(Date.now() - 60_000))
}

it('leaves a source alone that was visited after it was listed', async () => {
  const id = await seedSource('/visited', 30)
  await jobOf(id)
  expect(visits('/visited')).toBe(0)
  expect((await getFeed(web.database, id)).last_fetched_at).toBeNull()
})

it('visits what is due, and what was visited by a clock that was ahead', async () => {
  const [due, ahead] = [await seedSource('/due', -1), await seedSource('/ahead', 9_000)]
  const last = new Date(web.clock.now().getTime() + 86_400_000)
  await web.database.db.updateTable('feeds').set({ last_fetched_at: last }).where('id', '=', ahead).execute()
  await jobOf(due)
  await jobOf(ahead)
  expect([visits('/due'), visits('/ahead')]).toEqual([1, 1])
})

it('visits what an operator asks for, whenever it would be due', async () => {
  const id = await seedSource('/probed', 30)
  expect(await actionsOf(web).probeSource(id)).toMatchObject({ outcome: 'new', created: 1 })
})

it('visits what a pass is ordered for, beside another process that takes the jobs', async () => {
  const id = await seedSource('/ordered', 30)
  await actionsOf(web).ingest({ feedIds: [id] })
  await until(
    async () => visits('/ordered'),
    (count) => count === 1,
  )
})
