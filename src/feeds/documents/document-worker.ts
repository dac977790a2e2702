/**
 * Worker thread in which strangers' feeds, pages and robots.txt are read and their articles judged by the rules; worker-thread.ts
 * kills it when a document takes more processor time or memory than it may.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { Rules } from '../../domain/articles/classify.ts'
import { type Candidate, candidatesOf } from '../../domain/articles/ingest.ts'
import type { Unjudged, Verdict } from '../../domain/articles/judge.ts'
import { messageOf } from '../../domain/errors.ts'
import type { ParsedFeed } from '../../domain/feeds/feed.ts'
import { decodeBytes } from '../decode/decode.ts'
import { robotsAllow } from '../fetch/robots-rules.ts'
import { type PageHead, slimPage } from '../pages/slim.ts'
import { type PageText, readPage } from '../pages/text.ts'
import { parseFeed } from '../parse.ts'
import type { FeedDocument } from './document.ts'
import type { ThreadMessage } from './worker-thread.ts'

export type Job =
  /** `address` stands for items that have none, where the feed does not name its site. */
  | { task: 'feed'; document: FeedDocument; address: string }
  /** For a reader that has the rules. */
  | { task: 'judge'; articles: Unjudged[] }
  | { task: 'article'; body: Uint8Array; contentType: string; url: string }
  | { task: 'head'; body: Uint8Array; contentType: string; url: string }
  | { task: 'robots'; text: string; url: string; agent: string }

export interface ReadFeed {
  parsed: ParsedFeed
  candidates: Candidate[]
}

export interface Results {
  feed: ReadFeed
  judge: Verdict[]
  article: PageText
  head: PageHead
  robots: boolean
}

export type Reply = { ok: true; result: Results[keyof Results] } | { ok: false; error: string }

type Result = Results[keyof Results]

/** What does the job, with everything loaded that it needs: start-up is no time of the document's. */
async function prepare(job: Job): Promise<() => Result> {
  if (job.task !== 'judge') return () => perform(job)
  // Loaded with the first articles, and only as long as the thread lives: the tables that tell languages apart take 90 MB.
  const { judgeArticle } = await import('../../domain/articles/judge.ts')
  return () => job.articles.map((article) => judgeArticle(workerData as Rules, article))
}

function perform(job: Exclude<Job, { task: 'judge' }>): Result {
  if (job.task === 'feed') return readFeed(job.document, job.address)
  if (job.task === 'robots') return robotsAllow(job.text, job.url, job.agent)
  const html = decodeBytes(job.body, withMetaCharset(job.contentType, job.body)).text
  return job.task === 'article' ? readPage(html, job.url) : slimPage(html, job.url).head
}

function readFeed(document: FeedDocument, address: string): ReadFeed {
  const parsed = parseFeed(document.bytes, document)
  return { parsed, candidates: candidatesOf(parsed.items, parsed.siteUrl ?? address) }
}

/** HTML names its charset in a `meta` of the first kilobyte where the server does not. */
function withMetaCharset(contentType: string, body: Uint8Array): string {
  if (/charset\s*=/i.test(contentType)) return contentType
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, 2048)).toString('latin1')
  const named = /<meta[^>]{0,300}?charset\s*=\s*["']?\s*([\w-]{2,40})/i.exec(start)?.[1]
  return named ? `text/html; charset=${named}` : contentType
}

function replyOf(work: () => Result): Reply {
  try {
    return { ok: true, result: work() }
  } catch (error) {
    return { ok: false, error: messageOf(error) }
  }
}

const post = (message: ThreadMessage<Reply>) => parentPort?.postMessage(message)

parentPort?.on('message', async (job: Job) => {
  const work = await prepare(job)
  post({ started: process.threadCpuUsage() })
  post({ reply: replyOf(work) })
})
