/** A small form of what `npm run suites -- changes` shows at length: one web in this process, a hundred changes. */
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, it } from 'vitest'
import { checkInStep, seedNews } from '../../../tests/support/changes/in-step.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'

let web: TestWeb
let ticking: NodeJS.Timeout
beforeAll(async () => {
  web = await startTestWeb({ FETCH_ALLOW: '127.0.0.1/32' })
  ticking = setInterval(() => web.clock.set(new Date()), 50)
  await seedNews(web.database)
  await web.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  clearInterval(ticking)
  await web.close()
})

it('keeps clients of all kinds in step, killed and resumed at random', { tags: 'slow' }, async () => {
  const { port } = web.app.server.address() as AddressInfo
  const anyWeb = () => `http://127.0.0.1:${port}`
  await checkInStep({ database: web.database, anyWeb, changes: 100, trouble: [] })
})
