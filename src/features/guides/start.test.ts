/** A worker's start has the guides synced, and leaves that to the next start when it is asked to end before. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { startStages } from '../../app/stages.ts'

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.close())

const stored = () => web.database.db.selectFrom('guides').select('slug').execute()

it('ends without the guides where it is asked to end', async () => {
  await (await startStages(web.services, Promise.resolve('SIGTERM'))).close()
  expect(await stored()).toEqual([])
})

it('has the guides after a start that goes on', { tags: 'slow' }, async () => {
  const stages = await startStages(web.services)
  expect(await stored()).not.toEqual([])
  await stages.close()
})
