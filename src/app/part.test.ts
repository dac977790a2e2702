/** A process of the service leaves nothing running that would keep it from ending. */
// @module-tag slow
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, urlOf } from '../../tests/support/database.ts'
import { startService } from '../../tests/support/service.ts'
import type { Database } from '../platform/database/database.ts'

/** Beyond what the supervisor gives it before it kills it. */
const HANGS_MS = 20_000

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-part-'))
let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

it.each(['web', 'worker', 'web-and-worker'] as const)('%s ends by itself once it is asked to', async (part) => {
  const service = await startService(part, { DATA_DIR: folder, DATABASE_URL: urlOf(database.address) })
  const outcome = await Promise.race([service.stop(), sleep(HANGS_MS, 'hangs', { ref: false })])
  if (outcome === 'hangs') await service.kill()
  expect(outcome).toBe(0)
})
