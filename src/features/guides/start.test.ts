/** A worker's start has the guides synced, and leaves that to the next start when it is asked to end before. */
import { expect, it } from 'vitest'
import { startTestWeb } from '../../../tests/support/web.ts'
import { startStages } from '../../app/stages.ts'

async function guidesAfterStart(ending?: Promise<unknown>): Promise<number> {
  const web = await startTestWeb()
  const stages = await startStages(web.services, ending)
  const { length } = await web.database.db.selectFrom('guides').select('slug').execute()
  await stages.close()
  await web.close()
  return length
}

it('syncs the guides', { tags: 'slow' }, async () => expect(await guidesAfterStart()).toBeGreaterThan(0))

it('ends without them where it is asked to end', async () =>
  expect(await guidesAfterStart(Promise.resolve('SIGTERM'))).toBe(0))
