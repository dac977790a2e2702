/** A listener that cannot be is told in one line, before anything is made. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer as createSite } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runChild } from '../../quality/survival/child.ts'
import { requirePort } from '../app/port.ts'
import { parseConfig } from '../config.ts'
import { listenError } from '../platform/http/listen-fault.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-port-'))
const other = createServer()
const ours = createSite((_request, response) => response.end('{"status":"ok"}'))
const portOf = (server: Server) => String((server.address() as AddressInfo).port)

beforeAll(async () => {
  for (const server of [other, ours]) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(() => {
  other.close()
  ours.close()
  rmSync(folder, { recursive: true, force: true })
})

const taken: [string, () => Record<string, string>, RegExp] = [
  'a taken port',
  () => ({ PORT: portOf(other) }),
  /^PORT: 127\.0\.0\.1:\d+ is taken by another program: choose another port\.\n$/,
]
const cases: (typeof taken)[] = [
  taken,
  ['one that several would share', () => ({ PORT: portOf(other), WEB_PROCESSES: '2' }), taken[2]],
]

it.each([
  ...cases.map((each) => ['serve', ...each] as const),
  ...['web', 'demo'].map((command) => [command, ...taken] as const),
])('%s: %s', { tags: 'slow' }, async (command, name, env, says) => {
  const dataDir = join(folder, `${command} ${name}`)
  const ended = await runChild([command], { DATA_DIR: dataDir, SOURCES: 'none', LOG_LEVEL: 'info', ...env() })
  expect(ended).toMatchObject({ code: 1, output: expect.stringMatching(says) })
  expect(existsSync(dataDir)).toBe(false)
})

it.each<[name: string, env: () => Record<string, string>, says: RegExp]>([
  [
    'a port of our own',
    () => ({ PORT: portOf(ours) }),
    /^PORT: a service answers at 127\.0\.0\.1:\d+ already: stop it, or choose another port\.$/,
  ],
  [
    'an address of another machine',
    () => ({ HOST: '192.0.2.7', PORT: '0' }),
    /^HOST: 192\.0\.2\.7 is not an address of this machine\.$/,
  ],
  [
    'a name of no machine',
    () => ({ HOST: 'nowhere.invalid', PORT: '0' }),
    /^HOST: nowhere\.invalid is not an address of this machine\.$/,
  ],
])('%s is told before anything is opened', async (_name, env, says) => {
  await expect(requirePort(parseConfig(env()))).rejects.toThrow(says)
})

it.each([
  ['EACCES', 'PORT: 80 needs rights that this user has not; take one above 1023.'],
  ['EADDRINUSE', 'PORT: ::1:80 is taken by another program: choose another port.'],
  ['EADDRNOTAVAIL', 'HOST: ::1 is not an address of this machine.'],
  ['EAFNOSUPPORT', 'HOST: ::1 is not an address of this machine.'],
  ['EAI_AGAIN', 'HOST: ::1 is not an address of this machine.'],
  ['EINVAL', 'HOST: odd'],
])('%s has its cure', (code, says) => {
  expect(listenError(Object.assign(new Error('odd'), { code }), { HOST: '::1', PORT: 80 })).toBe(says)
})
