/** The short form of `npm run survival`: a few kills of real processes, on the database that the tests run on. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, it } from 'vitest'
import { differences } from './compare.ts'
import { runJourney, type Work } from './journey.ts'

const url = process.env.TEST_DATABASE_URL

async function runAsAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

// A run that enriches ingests and clusters too.
it.each<Work>(['enrich', 'import'])(
  '%s, killed, ends as if nothing had happened',
  { timeout: 240_000 },
  async (work) => {
    const made: string[] = []
    const createDatabase = async () => {
      const name = `killed_${randomBytes(6).toString('hex')}`
      await runAsAdmin(`create database ${name}`)
      made.push(name)
      const own = new URL(String(url))
      own.pathname = `/${name}`
      return own.href
    }
    try {
      const outcome = await runJourney({ work, kills: 1, seed: 20_261_121, ...(url && { createDatabase }) })
      expect(outcome.kills).toBe(1)
      if (work !== 'import') expect(outcome.undisturbed.articles.length).toBeGreaterThan(100)
      expect(outcome.undisturbed.feeds).toHaveLength(10)
      expect(outcome.undisturbed.episodes).toHaveLength(work === 'import' ? 1 : 0)
      expect(differences(outcome.disturbed, outcome.undisturbed)).toEqual([])
    } finally {
      for (const name of made) await runAsAdmin(`drop database ${name} with (force)`)
    }
  },
)
