/** Addresses that take more than 64 KB answer a stranger before they read anything of it. */

import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ifThere } from './support/features.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

let web: TestWeb

beforeAll(async () => {
  web = await startTestWeb({ ADMIN_TOKEN: 'en hemlighet som ingen vet', FEDIVERSE: 'on' })
  await web.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => web.close())

/** The status that comes while the body is still to come. */
function statusOf(path: string): Promise<number> {
  const { port } = web.app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.setTimeout(10_000, () => socket.destroy(new Error(`${path} waits for the body`)))
    socket.on('error', reject)
    socket.on('data', (answer) => {
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer.toString())?.[1]))
      socket.destroy()
    })
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: site.example\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 900000\r\n\r\nx=`,
    )
  })
}

const ofReader = (path: string): [string, number] => [`/reader/api/0/${path}`, 401]

it.each<[path: string, status: number]>([
  ['/admin/sources.opml', 303],
  ['/admin/sources/several', 303],
  ...ifThere<[string, number]>(
    'google-reader',
    ...['edit-tag', 'mark-all-as-read', 'subscription/edit', 'subscription/quickadd'].map(ofReader),
    ...['rename-tag', 'disable-tag', 'stream/items/contents'].map(ofReader),
  ),
  ...ifThere<[string, number]>('websub', ['/websub/nobody', 410], ['/websub', 413]),
  ...ifThere<[string, number]>('fediverse', ['/fediverse/inbox', 413], ['/fediverse/actors/site/inbox', 413]),
  ['/mcp', 413],
  ['/mcp/me', 413],
  ...ifThere<[string, number]>(
    'oauth',
    ['/oauth/register', 400],
    ['/oauth/token', 413],
    ['/oauth/revoke', 413],
    ['/konto/connect', 413],
  ),
])('%s answers %i', async (path, status) => {
  expect(await statusOf(path)).toBe(status)
})
