import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { databaseOn, testServer, urlOf } from '../../tests/support/database.ts'
import { parseConfig } from '../config.ts'
import { serve } from './serve.ts'

it('ends where it was asked to before it began', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-serve-'))
  const { address } = await testServer()
  const settings = {
    DATA_DIR: folder,
    DATABASE_URL: urlOf(databaseOn(address, 'postgres')),
    PORT: '0',
    SOURCES: 'none',
  }
  expect(await serve(parseConfig(settings), { env: settings, requested: Promise.resolve(null) })).toBe(0)
  rmSync(folder, { recursive: true })
})
