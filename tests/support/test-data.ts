/** The data of a test or a measurement: the project's own set, or the shared one, which no clone brings. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Publisher, startPublisher } from './played/publisher.ts'

/**
 * The folder of the shared data, or null for the project's own set. `flag` is `own`, `shared` or not given; then
 * KARNHUSET_TEST_DATA decides. Throws one sentence where what was asked for is not there: nothing measured is no pass.
 */
export function selectedData(flag: string | undefined, needed: string): string | null {
  const named = process.env.KARNHUSET_TEST_DATA
  if (flag !== undefined && flag !== 'own' && flag !== 'shared') throw new Error('--data is own or shared.')
  if (flag === 'own' || (flag === undefined && !named)) return null
  const folder = resolve(named ?? '../shared/data')
  if (existsSync(join(folder, needed))) return folder
  throw new Error(
    `No ${needed} in ${folder}: put the shared test data beside the checkout (../shared/data) or name their folder with ` +
      'KARNHUSET_TEST_DATA; --data own measures the set that comes with the project.',
  )
}

export const testData = resolve(process.env.KARNHUSET_TEST_DATA ?? '../shared/data')
export const hasTestData = existsSync(join(testData, 'feeds/real.jsonl'))

export interface RealFeeds extends Publisher {
  urls: string[]
  /** Serves each as `edit` returns it. */
  change(edit: (body: Buffer) => Buffer): void
}

/** A publisher of the real feeds of the shared data. */
export async function startRealFeeds(): Promise<RealFeeds> {
  const lines = readFileSync(join(testData, 'feeds/real.jsonl'), 'utf8').split('\n').filter(Boolean)
  const paths = lines.map((line) => (JSON.parse(line) as { path: string }).path)
  const publisher = await startPublisher({ anyQuery: true })
  const urls = paths.map((path) => `${publisher.url}/${path}`)
  const bodies = paths.map((path) => readFileSync(join(testData, 'feeds', path)))
  const change: RealFeeds['change'] = (edit) => {
    for (const [at, url] of urls.entries())
      publisher.serve(new URL(url).pathname, { body: edit(bodies[at] as Buffer), type: 'application/xml' })
  }
  change((body) => body)
  return { ...publisher, urls, change }
}
