import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { databaseOn, testServer, urlOf } from '../../tests/support/database.ts'

it('ends where it was asked to before it began', { tags: 'slow' }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-serve-'))
  const { address } = await testServer()
  const url = urlOf(databaseOn(address, 'postgres'))
  const settings = { DATA_DIR: folder, DATABASE_URL: url, PORT: '0', SOURCES: 'none' }
  const script = `
    import { parseConfig } from ${JSON.stringify(import.meta.resolve('../config.ts'))}
    import { serve } from ${JSON.stringify(import.meta.resolve('./serve.ts'))}
    const env = ${JSON.stringify(settings)}
    const code = await serve(parseConfig(env), { env, requested: Promise.resolve(null) })
    console.log('ended with', code)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  expect(stdout).toContain('ended with 0')
  rmSync(folder, { recursive: true })
})
