/** `doctor`: checks what the service needs, one line each, and says what to do about what is wrong. */
import { sql } from 'kysely'
import { checkEmbedder, checkMail, checkModel } from '../app/check-servers.ts'
import { checkVoice } from '../app/podcast-studio.ts'
import type { Services } from '../app/services.ts'
import { messageOf } from '../domain/errors.ts'
import type { Io } from './io.ts'
import type { Host } from './program.ts'

/** Exit code 0 when nothing is wrong. */
export async function doctor(host: Host, io: Io): Promise<number> {
  let faults = 0
  const check = async (name: string, work: () => Promise<string>) => {
    try {
      io.line(`ok    ${name}: ${await work()}`)
    } catch (error) {
      faults++
      io.line(`FAULT ${name}: ${messageOf(error)}`)
    }
  }
  await check('settings', async () => `read; the site is at ${host.config().BASE_URL}`)
  if (faults > 0) return 1
  await host.withServices(io, async (services) => {
    for (const [name, work] of Object.entries(checks(services))) await check(name, work)
  })
  return faults === 0 ? 0 : 1
}

function checks(services: Services): Record<string, () => Promise<string>> {
  const { config, database } = services
  return {
    database: async () => {
      const { rows } = await sql<{ version: string }>`select version()`.execute(database.db)
      return `${config.embedded ? `embedded in ${config.DATA_DIR}` : 'PostgreSQL'}, ${rows[0]?.version.split(' ').slice(0, 2).join(' ')}`
    },
    vectors: async () => {
      const { rows } = await sql<{
        v: string
      }>`select default_version as v from pg_available_extensions where name = 'vector'`.execute(database.db)
      if (rows[0]) return `pgvector ${rows[0].v}`
      return 'pgvector is missing: search works by keywords. Install the package postgresql-NN-pgvector on the database server to search by meaning.'
    },
    model: () => checkModel(services),
    embeddings: () => checkEmbedder(services),
    mail: () => checkMail(services),
    podcast: () => checkVoice(services),
    content: async () => `${services.content.site.name}, ${services.content.rules.vocabulary.tags.size} tags`,
  }
}
