/** What a worker had taken when it was killed is free when it starts again, and what others have taken is not. */
import { expect, it, onTestFinished } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { seedWaiting } from '../../../tests/support/people.ts'
import { freeLeases, leaseRows } from './rows.ts'

it('a worker frees its own leases, and no other’s', { tags: 'slow' }, async () => {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const now = new Date('2026-11-23T07:00:00Z')
  await seedWaiting(database, 6, now)
  const [one, other, third] = ['one', 'other', 'third'].map((holder) => ({ ...database, holder })) as [
    typeof database,
    typeof database,
    typeof database,
  ]
  for (const worker of [one, other]) {
    expect(await leaseRows(worker, 'edition', now, 3)).toHaveLength(3)
    expect(await leaseRows(worker, 'alert', now, 3)).toHaveLength(3)
  }
  const free = async () => [
    (await leaseRows(third, 'edition', now, 10)).length,
    (await leaseRows(third, 'alert', now, 10)).length,
  ]
  expect(await free()).toEqual([0, 0])
  await freeLeases(third)
  expect(await free()).toEqual([0, 0])
  await freeLeases(one)
  expect(await free()).toEqual([3, 3])
})
