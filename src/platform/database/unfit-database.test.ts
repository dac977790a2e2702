/** A database that is not right is told before it is used: start, doctor and `/readyz` say the same, with the cure. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { databaseOn, onServer, testServer } from '../../../tests/support/database.ts'
import { openBase } from '../../app/base.ts'
import { type Config, parseConfig } from '../../config.ts'
import { checkReadiness, runChecks } from '../../news/health/health-check.ts'
import { healthChecks } from '../../news/health/registry.ts'
import { connectDatabase, type Database } from './database.ts'
import { unfitnessOf } from './fitness.ts'

const healthOf = (config: Config, database: Database) =>
  healthChecks({ config, database, now: new Date(), timeZone: 'UTC' })
const fitnessOf = (config: Config, database: Database) =>
  healthOf(config, database).filter(({ name }) => name === 'fitness')

const role = `unfit_${randomBytes(6).toString('hex')}`
const folder = mkdtempSync(join(tmpdir(), 'karnhuset-unfit-'))
let run: (statement: string) => Promise<void>

beforeAll(async () => {
  const { address } = await testServer()
  run = (statement) => onServer(address, statement)
  await run(`create role ${role} login`)
})
afterAll(async () => {
  await run(`drop role ${role}`)
  rmSync(folder, { recursive: true, force: true })
})

let made = 0

/** A new database, and the address that its user would write. */
async function databaseWith(options: string, after: (name: string) => string[] = () => []) {
  const { address } = await testServer()
  const name = `${role}_${++made}`
  await run(`create database ${name} template template0 ${options}`)
  onTestFinished(() => run(`drop database ${name} with (force)`))
  for (const statement of after(name)) await onServer(databaseOn(address, name), statement)
  const { host = '', port = 5432, user = '' } = databaseOn(address, name)
  const url = (as = user) => `postgres://${as}@socket/${name}?host=${encodeURIComponent(host)}&port=${port}`
  return { name, url }
}

const latin = "encoding 'LATIN1' locale_provider libc locale 'C'"
const ascii = "encoding 'SQL_ASCII' locale_provider libc locale 'C'"
const utf8 = "encoding 'UTF8' locale_provider builtin locale 'C.UTF-8'"

it.each([
  ['SQL_ASCII', ascii, false, () => [], /is in SQL_ASCII, not in UTF-8.*createdb --template=template0 --encoding=UTF8/],
  ['LATIN1', latin, false, () => [], /is in LATIN1, not in UTF-8.*createdb/],
  [
    'no right to create tables',
    utf8,
    true,
    (name: string) => [`grant create on database ${name} to ${role}`],
    /may not create tables in the schema public.*"grant create on schema public to/,
  ],
  [
    'no right to create the queue',
    utf8,
    true,
    () => [`grant create on schema public to ${role}`],
    /may not create the queue's schema.*"grant create on database .* to unfit_/,
  ],
  [
    'nothing but reading',
    utf8,
    false,
    (name: string) => [`alter database ${name} set default_transaction_read_only = on`],
    /is read-only for .*reset default_transaction_read_only/,
  ],
])(
  'with %s: the start is refused, doctor and /readyz say why',
  { tags: 'slow' },
  async (_, options, asRole, after, reason) => {
    const { url } = await databaseWith(options, after)
    const DATABASE_URL = url(asRole ? role : undefined)
    const config = parseConfig({ DATABASE_URL, DATA_DIR: folder, SOURCES: 'none' })
    await expect(openBase(config, pino({ level: 'silent' }))).rejects.toThrow(reason)
    const database = await connectDatabase({ connectionString: DATABASE_URL }, 2)
    try {
      const findings = await runChecks(fitnessOf(config, database), () => {})
      expect(findings).toContainEqual({ check: 'fitness', level: 'fault', text: expect.stringMatching(reason) })
      expect(await checkReadiness(healthOf(config, database))).toMatchObject({
        ready: false,
        reason: expect.stringMatching(reason),
      })
    } finally {
      await database.close()
    }
  },
)

it('with a ctype that knows no letters beyond ASCII works, and start and doctor warn', { tags: 'slow' }, async () => {
  const { url } = await databaseWith("encoding 'UTF8' locale_provider libc locale 'C'")
  const config = parseConfig({ DATABASE_URL: url(), DATA_DIR: folder, SOURCES: 'none' })
  const lines: string[] = []
  const base = await openBase(config, pino({}, { write: (line) => void lines.push(line) }))
  try {
    expect(lines.join('')).toMatch(/has the ctype C, which knows no letters.*createdb/)
    const findings = await runChecks(fitnessOf(config, base.database), () => {})
    expect(findings).toContainEqual({ check: 'fitness', level: 'warning', text: expect.stringMatching(/ctype C/) })
    expect(await checkReadiness(healthOf(config, base.database))).toMatchObject({ ready: true })
  } finally {
    await base.close()
  }
})

it('as it should be has nothing said of it', { tags: 'slow' }, async () => {
  const { url } = await databaseWith(utf8)
  const database = await connectDatabase({ connectionString: url() }, 1)
  expect(await unfitnessOf(database)).toEqual([])
  await database.close()
})
