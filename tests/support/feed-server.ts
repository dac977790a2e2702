/** Serves the real feeds of the test data over HTTP on loopback, with validators, as their publishers would. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startSmallServer } from './small-server.ts'

export const testData = resolve(process.env.KARNHUSET_TEST_DATA ?? '../shared/data')
export const hasTestData = existsSync(join(testData, 'feeds/real.jsonl'))

export interface RealFeed {
  path: string
  title: string
  items: number
}

export function readRealFeeds(): RealFeed[] {
  return readFileSync(join(testData, 'feeds/real.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

export interface FeedServer {
  urls: string[]
  /** Answers since the start, by status. */
  answers: Record<number, number>
  /** Changes a document before it is served, by path; null for as it is. */
  change: ((path: string, body: Buffer) => Buffer) | null
  close(): Promise<void>
}

export async function startFeedServer(): Promise<FeedServer> {
  const feeds = readRealFeeds()
  const bodies = new Map(feeds.map(({ path }) => [`/${path}`, readFileSync(join(testData, 'feeds', path))]))
  const server = await startSmallServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '').replace(/\?.*/, ''))
    const original = bodies.get(path)
    const body = original && (state.change ? state.change(path, original) : original)
    const etag = body && `"${createHash('md5').update(body).digest('hex')}"`
    const status = !body ? 404 : request.headers['if-none-match'] === etag ? 304 : 200
    state.answers[status] = (state.answers[status] ?? 0) + 1
    response.writeHead(status, etag ? { etag, 'content-type': 'application/xml' } : {})
    response.end(status === 200 ? body : undefined)
  })
  const state: FeedServer = {
    urls: feeds.map(({ path }) => `${server.url}/${path}`),
    answers: {},
    change: null,
    close: server.close,
  }
  return state
}
