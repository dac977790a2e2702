/** A data directory with the seeded world in it, for processes that are started on it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openServices } from '../../../src/app/services.ts'
import { parseConfig } from '../../../src/config.ts'
import { seedWorld, type World } from '../worlds/agent.ts'

export interface DataDir {
  env: Record<string, string>
  world: World
  remove(): void
}

export async function seedDataDir(settings: Record<string, string> = {}): Promise<DataDir> {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-mcp-'))
  const env = { DATA_DIR: folder, SOURCES: 'none', BASE_URL: 'http://localhost:3000', LOG_LEVEL: 'warn', ...settings }
  const config = parseConfig(env)
  const services = await openServices(config, pino({ level: 'silent' }))
  const world = await seedWorld({ database: services.database, config })
  await services.close()
  return { env, world, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
