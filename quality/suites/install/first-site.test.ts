/** A new user, timed, without hands: the package in an empty folder, eight feeds in three languages, a right front page. */
import { writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeUser } from '../../../tests/support/packed.ts'
import { freePort } from '../../../tests/support/played/small-server.ts'
import { type Service, startProgram, until } from '../../../tests/support/service.ts'
import {
  expectFrontPage,
  type FirstSite,
  firstSiteArguments,
  isAsLabelled,
  listForeign,
  measureFirstSite,
  startFirstSite,
} from '../../../tests/support/worlds/first-site.ts'

const SECONDS = 60
/** Processes that want a core: on a machine that is busy with others, each waits for its turn. */
const crowding = () => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
const user = makeUser()
const place = user.newFolder('isvand')
let feeds: FirstSite
let service: Service | undefined

const timed = async <T>(work: () => Promise<T> | T) => {
  const began = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - began) / 1000 }
}

beforeAll(async () => {
  feeds = await startFirstSite()
  writeFileSync(join(place, 'judged.tsv'), feeds.answers)
})
afterAll(async () => {
  await service?.stop()
  await feeds.close()
  user.remove()
})

it('has a right front page within a minute of the first question', async () => {
  const { tarball } = user.pack()
  const installed = await timed(() => user.run(['npm', 'install', tarball], place))
  expect(installed.result).toMatchObject({ status: 0 })

  const port = String(await freePort())
  const environment = { FETCH_ALLOW: '127.0.0.1/32', PORT: port, BASE_URL: `http://127.0.0.1:${port}` }
  const command = ['npx', 'karnhuset', ...firstSiteArguments(feeds.sources, 'judged.tsv')]
  const made = await timed(() => user.runBeside(command, place, environment))
  expect(made.result).toMatchObject({ status: 0, output: expect.stringContaining('karnhuset serve starts it') })

  const read = await timed(async () => {
    const program = join(place, 'node_modules/karnhuset/bin/karnhuset')
    const settings = { ...environment, SOURCES: join(place, 'content/sources.opml'), HOME: user.home }
    service = await startProgram([program, 'serve'], settings, place)
    const { url } = service
    await until(() => measureFirstSite(url), isAsLabelled, SECONDS * crowding())
    await expectFrontPage(url)
  })
  console.log(
    `npm install ${installed.seconds.toFixed(1)} s, topic new ${made.seconds.toFixed(1)} s, start to front page ${read.seconds.toFixed(1)} s, ${crowding().toFixed(1)} processes a core`,
  )
  expect(made.seconds + read.seconds).toBeLessThan(SECONDS * crowding())
})

it('says nothing in Swedish and nothing about Apple, on any page, in any feed, address, tool or mail', async () => {
  const { pages, ...foreign } = await listForeign(String(service?.url), join(place, 'data/outbox'))
  expect(foreign).toEqual({ lines: [], paths: [], broken: [], languages: [] })
  expect(pages).toBeGreaterThan(100)
})
