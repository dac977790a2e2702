/** `serve` with `PROCESSES=one`: web and worker in one process, on the embedded database, killed in the middle of a visit. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isRunning, partsOf, serverProcesses } from '../../../tests/support/machine.ts'
import { type Publisher, rssDocument, startPublisher } from '../../../tests/support/played/publisher.ts'
import { freePort } from '../../../tests/support/played/small-server.ts'
import { type Service, startService, until } from '../../../tests/support/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-one-'))
const dataDir = join(folder, 'data')
const email = 'lena@exempel.se'
let env: Record<string, string>
let service: Service
let publisher: Publisher

const documentOf = (name: string) =>
  rssDocument(name, [{ title: `${name} nyhet`, link: `https://${name}.example/1`, description: 'Apple visar något.' }])

beforeAll(async () => {
  publisher = await startPublisher()
  publisher.serve('/ett', { body: documentOf('ett') })
  publisher.misbehave('/hejdad', { kind: 'silence' })
  const sources = join(folder, 'sources.opml')
  const outlines = ['ett', 'hejdad'].map(
    (name) => `<outline type="rss" text="${name}" xmlUrl="${publisher.at(`/${name}`)}"/>`,
  )
  writeFileSync(sources, `<opml version="2.0"><body>${outlines.join('')}</body></opml>`)
  env = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    PROCESSES: 'one',
    SOURCES: sources,
    FETCH_ALLOW: '127.0.0.1/32',
    RELEVANCE: 'all',
  }
  service = await startService('serve', env)
})
afterAll(async () => {
  await service?.stop()
  await publisher?.close()
  rmSync(folder, { recursive: true, force: true })
})

const part = () => partsOf(service.pid, 'web-and-worker')
const read = (path: string, init?: RequestInit) => fetch(`${service.url}${path}`, init).catch(() => null)
const isReady = async () => (await read('/readyz'))?.ok === true
const titles = async () => {
  const answer = await read('/api/v1/entries')
  return answer?.ok
    ? ((await answer.json()) as { data: { content: { original: { title: string } } }[] }).data
        .map(({ content }) => content.original.title)
        .sort()
    : []
}
const untilShown = (names: string[]) =>
  until(titles, (now) => now.join() === names.map((name) => `${name} nyhet`).join())

const api = (method: string, path: string, body: object, token?: string) => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  return read(`/api/v1${path}`, { method, headers, body: JSON.stringify(body) })
}

async function signIn(): Promise<string> {
  const login = { provider: 'email', email }
  expect((await api('POST', '/auth/login', login))?.status).toBe(202)
  const outbox = join(dataDir, 'outbox')
  const mail = readdirSync(outbox)
    .map((name) => readFileSync(join(outbox, name), 'utf8'))
    .join('\n')
  const code = /\b\d{6}\b/.exec(mail.slice(mail.search(/\r?\n\r?\n/)))?.[0] ?? ''
  const answer = await api('POST', '/auth/login', { ...login, code })
  return (((await answer?.json()) ?? {}) as { data: { token: string } }).data.token
}

it('answers and reads sources in one process', async () => {
  await until(isReady, Boolean)
  expect([part().length, partsOf(service.pid, 'web').length, partsOf(service.pid, 'worker').length]).toEqual([1, 0, 0])
  await untilShown(['ett'])
})

it('killed, it is started again: what was acknowledged is there, and what was under way is repeated', async () => {
  const token = await signIn()
  expect((await api('POST', '/me/mutes', { kind: 'word', key: 'hockey' }, token))?.status).toBeLessThan(300)
  await until(
    async () => publisher.counts('/hejdad').requests,
    (count) => count === 1,
  )
  const [killed = 0] = part()
  process.kill(killed, 'SIGKILL')
  publisher.serve('/hejdad', { body: documentOf('hejdad') })
  await until(isReady, (ready) => ready && !part().includes(killed))
  await untilShown(['ett', 'hejdad'])
  const mutes = await read('/api/v1/me/mutes', { headers: { authorization: `Bearer ${token}` } })
  expect(await mutes?.text()).toContain('hockey')
  expect(service.output()).toContain('web-and-worker has ended; it is started again')
})

it('ends on SIGTERM, with code 0 and nothing left', async () => {
  const left = part()
  expect(await service.stop()).toBe(0)
  expect([...left.filter(isRunning), ...serverProcesses(dataDir)]).toEqual([])
  expect(service.output()).not.toMatch(/did not end in time/)
})
