/** Episodes in the console's list of texts that a model wrote. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { said, seedEpisodeText } from '../../../tests/support/build.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import type { Database } from '../../platform/database/database.ts'
import { listClaimedEpisodes } from './queries.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

it('come newest first, as many as are asked for', async () => {
  for (const day of ['2026-11-18', '2026-11-20', '2026-11-19'])
    await seedEpisodeText(database, day, [said('body', 'En.'), said('body', 'Två.', { dropped: 'judge' })])
  const ids = async (limit: number) => (await listClaimedEpisodes(database.db, limit)).map(({ episodeId }) => episodeId)
  expect(await ids(2)).toEqual(['2026-11-20', '2026-11-19'])
  expect(await ids(9)).toEqual(['2026-11-20', '2026-11-19', '2026-11-18'])
  expect((await listClaimedEpisodes(database.db, 1))[0]).toMatchObject({ current: 1, dropped: 1 })
})
