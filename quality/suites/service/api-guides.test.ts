/** The guides at /api/docs: their programs, as they stand there, with the packed client against a running service. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { typescriptOf } from '../../../src/surfaces/rest/reference-examples.ts'
import { startApi, type TestApi } from '../../../tests/support/api.ts'
import { growEvent, seedArticles, seedEvent, seedFeed } from '../../../tests/support/build.ts'
import { installPackedClient, type Project, programsOf } from '../../../tests/support/packed.ts'
import { lastCode } from '../../../tests/support/people.ts'

let api: TestApi
let project: Project
let SITE: string
let feeds: number[]
/** What a chat room or a model was sent; a model answers `answer`. */
const sent: string[] = []
let answer = ''
let outside: Server
let outsideUrl: string
beforeAll(async () => {
  api = await startApi()
  SITE = await api.web.app.listen({ port: 0, host: '127.0.0.1' })
  feeds = []
  for (const title of ['One', 'Two', 'Three']) feeds.push(await seedFeed(api.web.database, { title }))
  outside = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    sent.push(body)
    response.end(JSON.stringify({ choices: [{ message: { content: answer } }] }))
  })
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  outsideUrl = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
  project = installPackedClient()
})
afterAll(async () => {
  project?.remove()
  outside?.close()
  await api?.close()
})

const program = (guide: string, name: string) =>
  programsOf(`src/surfaces/rest/guides/${guide}.md`).get(name) ?? 'throw new Error("no such program")'
const reports = (title: string, of: number[]) => of.map((feed_id) => ({ feed_id, title }))

it('a bot posts each event with three sources once, also when it was stopped in between', async () => {
  const run = (until: string) =>
    project.run('bot.ts', program('bot', 'bot.ts'), { env: { SITE, ROOM: outsideUrl, EVERY_MS: '100' }, until })
  sent.length = 0
  await run('following from')
  await seedEvent(api.web.database, reports('Battery lasts longer', feeds))
  const { eventId } = await seedEvent(api.web.database, reports('Screen grows', feeds.slice(1)))
  await run('posted Battery lasts longer')
  await growEvent(api.web.database, eventId, reports('Screen grows', feeds.slice(0, 1)))
  await run('posted Screen grows')
  const texts = sent.map((body) => (JSON.parse(body) as { text: string }).text.split('\n'))
  expect(texts.map(([title]) => title)).toEqual(['Battery lasts longer', 'Screen grows'])
  expect(texts[0]?.[1]?.split(', ').sort()).toEqual(['One', 'Three', 'Two'])
  expect(texts[0]?.[2]).toMatch(/^https:\/\/site\.example\//)
})

it('a reader app signs in, has its own feed, marks, saves, and stays in step', async () => {
  const run = (name: string, args: string[] = [], TOKEN = '') =>
    project.run(name, program('reader-app', name), { args, env: { SITE, TOKEN } })
  await seedEvent(api.web.database, reports('New battery factory', feeds))
  expect(await run('sign-in.ts', ['me@example.com'])).toContain('a code was mailed')
  const token = (await run('sign-in.ts', ['me@example.com', lastCode(api.web, 'me@example.com')])).trim()
  const first = await run('my-feed.ts', ['battery'], token)
  expect(first).toMatch(/^\* .*attery.* \(battery\)$/m)
  const saved = /^saved: (.*)$/m.exec(first)?.[1]
  expect(await run('my-feed.ts', ['battery'], token)).toContain(`  ${saved} (`)

  const count = async () => Number(/^(\d+) articles/.exec(await run('sync.ts'))?.[1])
  const before = await count()
  await seedArticles(api.web.database, reports('Later', feeds))
  expect(await count()).toBe(before + 3)
})

it('an agent shows what names its reports, with their links, and drops what does not', async () => {
  await seedArticles(api.web.database, [
    { feed_id: feeds[0] ?? 0, title: 'Zinc cells ship', excerpt: 'They last long.' },
  ])
  answer = 'Zinc cells ship now [1].\nThey cost nothing [77].\nEverybody is happy.'
  sent.length = 0
  const env = { SITE, MODEL_URL: outsideUrl, MODEL: 'played' }
  const output = await project.run('agent.ts', program('agent', 'agent.ts'), {
    args: ['What ships?', 'zinc cells'],
    env,
  })
  expect(sent[0]).toContain('[1] One')
  expect(output).toMatch(/^Zinc cells ship now \[1\]\.\n\[1\] One: https:\/\/source\.example\/\S+\n$/)
})

it('holds every program, and every call of the reference, to the types of the client', async () => {
  const calls = Object.entries(api.document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const code = typescriptOf({ method: method.toUpperCase(), path, operation })
      return `export async function ${operation.operationId}() {\n${code}\n}`
    }),
  )
  const setUp = `import { createClient, followChanges } from 'karnhuset-client'
const client = createClient({ baseUrl: 'https://site.example' })`
  await project.run('calls.ts', [setUp, ...calls].join('\n'))
  project.checkTypes()
})
