/** `doctor`: checks what the service needs, one line each, and says what to do about what is wrong. */
import { sql } from 'kysely'
import { checkEmbedder, checkMail, checkModel, checkVectors } from '../app/check-servers.ts'
import { checkVoice } from '../app/podcast-studio.ts'
import type { Services } from '../app/services.ts'
import { messageOf } from '../domain/errors.ts'
import { settings, withServices } from './host.ts'
import type { Io } from './io.ts'

/** Exit code 0 when nothing is wrong. */
export async function doctor(io: Io): Promise<number> {
  const read = async () => `read; the site is at ${settings().BASE_URL}`
  if (!(await check(io, 'settings', read))) return 1
  return withServices((services) => checkServices(services, io))
}

/** What the settings name, each tried as the service uses it; the exit code. */
export async function checkServices(services: Services, io: Io): Promise<number> {
  let faults = 0
  for (const [name, work] of Object.entries(checks(services))) if (!(await check(io, name, work))) faults++
  return faults === 0 ? 0 : 1
}

/** What works without being set, but should be. */
interface Wish {
  ask: string
}

async function check(io: Io, name: string, work: () => Promise<string | Wish>): Promise<boolean> {
  try {
    const found = await work()
    io.line(typeof found === 'string' ? `ok    ${name}: ${found}` : `ask   ${name}: ${found.ask}`)
    return true
  } catch (error) {
    io.line(`FAULT ${name}: ${messageOf(error)}`)
    return false
  }
}

function checks(services: Services): Record<string, () => Promise<string | Wish>> {
  const { config, database } = services
  return {
    database: async () => {
      const { rows } = await sql<{ version: string }>`select version()`.execute(database.db)
      return `${config.embedded ? `embedded in ${config.DATA_DIR}` : 'PostgreSQL'}, ${rows[0]?.version.split(' ').slice(0, 2).join(' ')}`
    },
    vectors: () => checkVectors(services),
    model: () => checkModel(services),
    embeddings: () => checkEmbedder(services),
    mail: () => checkMail(services),
    podcast: () => checkVoice(services),
    publisher: async () => publisherOf(config),
    content: async () => describeContent(services.content),
  }
}

function publisherOf({ PUBLISHER_NAME: name, PUBLISHER_CONTACT: contact }: Services['config']): string | Wish {
  if (name && contact) return `${name}, ${contact}`
  const missing = [name ? [] : 'PUBLISHER_NAME', contact ? [] : 'PUBLISHER_CONTACT'].flat().join(' and ')
  return { ask: `set ${missing}: /om tells readers who answers for the site and how to reach them` }
}

/** A site whose language lacks texts works, with those in English: worth saying, no fault. */
function describeContent({ site, rules, messages }: Services['content']): string {
  const { language, missing } = messages
  const said = `${site.name}, ${rules.vocabulary.tags.size} tags`
  if (missing.length === 0) return said
  return `${said}; WARNING: messages/${language}.yaml lacks ${missing.length} texts, said in English: ${listed(missing)}`
}

const SHOWN = 10
const listed = (keys: readonly string[]) =>
  keys.slice(0, SHOWN).join(', ') + (keys.length > SHOWN ? ` and ${keys.length - SHOWN} more` : '')
