/** Packages that each process loads at its start. All others are loaded when they are first needed. */
// @module-tag slow
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { openTestDatabase, urlOf } from '../../tests/support/database.ts'
import { ifThere } from '../../tests/support/features.ts'
import { startService } from '../../tests/support/service.ts'
import { featureNames } from '../features.ts'

const HELP = ['commander', 'zod']
const SUPERVISOR = [...HELP, 'pg', 'pino']
const SERVICES = [
  ...SUPERVISOR,
  ...['@orama/stemmers', 'entities', 'htmlparser2', 'ipaddr.js', 'js-yaml', 'kysely', 'lru-cache'],
  ...['p-queue', 'tldts', 'tough-cookie', 'undici'],
]
const SURFACES = [
  ...[
    '@fastify/cookie',
    '@fastify/formbody',
    'markdown-it',
    ...ifThere('podcast', '@fastify/static'),
    'fastify',
    'fastify-type-provider-zod',
    'feedsmith',
  ],
  ...['helmet', 'isbot', 'prom-client'],
]

const PROCESSES: [command: string, packages: string[]][] = [
  ['--help', HELP],
  ['serve', SUPERVISOR],
  ['web', [...SERVICES, ...SURFACES]],
  // The rows of the API that features have bring markdown and the searches' counter with them.
  ['worker', [...SERVICES, 'pg-boss', ...(featureNames.length > 0 ? ['markdown-it', 'prom-client'] : [])]],
]

const ADVICE =
  'Load a package where it is used, with "await import()" or onDemand(). One that every start needs has its name in this file.'

const { dependencies, peerDependencies } = manifest
const direct = new Set(Object.keys({ ...dependencies, ...peerDependencies }))
const folder = mkdtempSync(join(tmpdir(), 'karnhuset-loaded-'))

/** Each with the time at which it was loaded. */
const linesOf = (command: string) =>
  readFileSync(join(folder, command), 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
/** One that is loaded by another is weighed with that. */
const loadedBy = (command: string) =>
  linesOf(command)
    .flatMap(([name = '']) => (direct.has(name) ? name : []))
    .sort()
let output = ''
let began = 0

beforeAll(async () => {
  const database = await openTestDatabase({ alone: true })
  const hook = pathToFileURL(join('tests/support/processes/loaded-packages.mjs')).href
  const env = {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: urlOf(database.address),
    DATA_DIR: folder,
    // From the sources: the bundle has packages within.
    NODE_ENV: 'development',
    NODE_OPTIONS: `--import ${hook}`,
    LOADED_FOLDER: folder,
  }
  await promisify(execFile)(process.execPath, ['bin/karnhuset', '--help'], { env })
  began = Date.now()
  const service = await startService('serve', { ...env, PORT: '0' })
  // It begins after the web process. One that is to end goes on with its start, so that its list is whole.
  await vi.waitUntil(() => existsSync(join(folder, 'worker')) && loadedBy('worker').includes('pg-boss'), {
    timeout: 60_000,
  })
  await service.stop()
  output = service.output()
  await database.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each(PROCESSES)('%s', (command, packages) => expect(loadedBy(command), ADVICE).toEqual([...packages].sort()))

it('a worker loads nothing before readers are answered', () => {
  const [, listening] = /"time":(\d+),"process":"web","msg":"Server listening/.exec(output) ?? []
  const [[, loading] = []] = linesOf('worker')
  // A web that is slow to answer is waited for ten seconds.
  expect(Number(loading)).toBeGreaterThan(Math.min(Number(listening), began + 9_000))
})
