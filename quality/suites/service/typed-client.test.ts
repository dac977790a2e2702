/** The typed client as a package: what npm packs, plain Node imports, and a running service answers. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { installPackedClient, type Project, programsOf } from '../../../tests/support/packed.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'

let web: TestWeb
let project: Project
let site: string
beforeAll(async () => {
  web = await startTestWeb()
  site = await web.app.listen({ port: 0, host: '127.0.0.1' })
  project = installPackedClient()
})
afterAll(async () => {
  project?.remove()
  await web?.close()
})

it('is built code with its types, of the service’s version, and depends on nothing', () => {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  const installed = read(join(project.folder, 'node_modules/karnhuset-client/package.json'))
  expect(project.packed).toEqual([
    'CHANGELOG.md',
    'README.md',
    'dist/client.d.ts',
    'dist/client.js',
    'dist/schema.d.ts',
    'package.json',
  ])
  expect(installed).not.toHaveProperty('dependencies')
  expect(installed.version).toBe(read(join(import.meta.dirname, '../../../package.json')).version)
})

it('lists articles and follows changes as its readme says', async () => {
  const feed = await seedFeed(web.database)
  await seedArticles(web.database, [{ feed_id: feed, title: 'Read before' }])
  const code = programsOf('clients/typescript/README.md').get('example.ts') ?? ''
  const leaving = new AbortController()
  const publishing = publishUntil(leaving.signal, feed)
  const output = await project.run('example.ts', code, { env: { SITE: site } })
  leaving.abort()
  await publishing
  expect(output).toMatch(/^Read before https:\/\/site\.example\/entries\/\d+/)
  expect(output).toMatch(/^entry\.created \d+ \S+-\d+$/m)
})

async function publishUntil(signal: AbortSignal, feed: number): Promise<void> {
  while (!signal.aborted) {
    await sleep(300)
    await seedArticles(web.database, [{ feed_id: feed, sort_at: new Date('2026-11-19T08:00:00Z') }])
  }
}

it('throws what the service says as an error that tells its status', async () => {
  const code = `import { ApiError, createClient } from 'karnhuset-client'
const client = createClient({ baseUrl: process.env.SITE ?? '' })
await client.get('/api/v1/entries/{id}', { path: { id: 999999 } }).catch((error: unknown) => {
  if (error instanceof ApiError) console.log(error.status, error.type)
})`
  expect(await project.run('missing.ts', code, { env: { SITE: site } })).toBe('404 not_found\n')
})

it('has types that the compiler holds programs to', async () => {
  project.checkTypes()
  const wrong = `import { createClient } from 'karnhuset-client'
export const ask = () => createClient({ baseUrl: '' }).get('/api/v1/entrys' as const)`
  await project.run('wrong.ts', wrong)
  expect(() => project.checkTypes()).toThrow(/wrong\.ts.*entrys/)
})
