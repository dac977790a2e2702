/** The machine's clock runs ahead and is set back: pushes do not wait for a time that will not come. */
import { expect, it, onTestFinished } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { NEIGHBOUR } from '../../../tests/support/neighbour.ts'
import { leaseSubscriptions, saveSubscription } from './hub-subscriptions.ts'

const right = new Date('2026-11-21T12:00:00Z')
const ahead = new Date('2026-11-22T13:00:00Z')

it('pushes that were taken, or put off, while the clock was ahead are taken again', { tags: 'slow' }, async () => {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const topic = 'https://site.example/entries.rss'
  const wanted = {
    mode: 'subscribe',
    topic,
    callback: 'https://r.example/',
    secret: null,
    leaseSeconds: 864_000,
  } as const
  await saveSubscription(database, wanted, 'before', right)
  const taken = async (now: Date) => (await leaseSubscriptions(database, new Map([[topic, 'x']]), 10, now)).length
  expect(await taken(ahead)).toBe(1)
  expect(await taken(new Date(ahead.getTime() + 1000))).toBe(0)
  // The process that took them died; the clock is set back.
  expect(await taken(right)).toBe(1)
  const put = { try_at: new Date(ahead.getTime() + 7_200_000), leased_until: null }
  await database.db.updateTable('outbox').set(put).where('id', '<', NEIGHBOUR).execute()
  expect(await taken(ahead)).toBe(0)
  expect(await taken(right)).toBe(1)
})
