/** The search of an exported site, as a browser runs it, beside the server's. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportSite } from '../../src/features/export/export-site.ts'
import { connectDatabase, type Database } from '../../src/platform/database/database.ts'
import { startTestWeb } from '../../tests/support/web.ts'

/** Ids of the documents, best first. */
export type BrowserSearch = (query: string) => number[]

/** Share of the cases that the server answers in its first five. */
export const MIN_AGREEMENT = 0.9
const FIRST = 5

interface OpenSearch {
  openSearch(index: unknown): (query: string, now: Date) => { id: number }[]
}

export async function openExportedSearch(database: Database, now: Date): Promise<BrowserSearch> {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-search-'))
  const web = await startTestWeb({}, await connectDatabase(database.address, 5))
  try {
    web.clock.set(now)
    await exportSite(web.services, folder, '')
    const { openSearch } = (await import(join(folder, 'assets/search/open-search.js'))) as OpenSearch
    const search = openSearch(JSON.parse(readFileSync(join(folder, 'search-index.json'), 'utf8')))
    return (query) => search(query, now).map(({ id }) => id)
  } finally {
    await web.close()
    rmSync(folder, { recursive: true })
  }
}

interface Case {
  question: string
  about: string
  half: string
  ranks: { ours: number | null }
  browser?: { right: number | null; same: number | null }
}

const isFirst = (rank: number | null | undefined) => rank !== null && rank !== undefined && rank <= FIRST

/** The share of cases which the server answers in its first five and the browser too; with lines that say so. */
export function agreement(cases: Case[]): { share: number; lines: string[] } {
  const compared = cases.filter(({ browser }) => browser)
  if (compared.length === 0) return { share: 1, lines: [] }
  const answered = compared.filter(({ ranks }) => isFirst(ranks.ours))
  const agreeing = answered.filter(({ browser }) => isFirst(browser?.right))
  const same = compared.filter(({ browser, ranks }) => ranks.ours === null || isFirst(browser?.same))
  const percent = (part: Case[], of: Case[]) =>
    `${part.length} of ${of.length} (${((100 * part.length) / of.length).toFixed(1)} %)`
  const missed = answered.filter((one) => one.half === 'tuning' && !agreeing.includes(one))
  return {
    share: agreeing.length / answered.length,
    lines: [
      `exported site: the right answer in the first five, of those that the server has there: ${percent(agreeing, answered)}`,
      `exported site: the server's first answer in the first five: ${percent(same, compared)}`,
      ...missed.map(
        ({ question, about, browser }) => `  not there: "${question}" (${about}, ${browser?.right ?? 'not found'})`,
      ),
    ],
  }
}
