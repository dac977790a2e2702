/** Thread in which strangers' feeds, pages and robots.txt are read; the lane that owns it kills it when it takes too long. */
import { parentPort } from 'node:worker_threads'
import { messageOf } from '../domain/errors.ts'
import type { ParsedFeed } from '../domain/feed.ts'
import { decodeBytes } from './decode.ts'
import type { FeedDocument } from './document.ts'
import { type PageHead, slimPage } from './page-slim.ts'
import { type PageText, readPage } from './page-text.ts'
import { parseFeed } from './parse.ts'
import { robotsAllow } from './robots-rules.ts'

export type Job =
  | { task: 'feed'; document: FeedDocument }
  | { task: 'article'; body: Uint8Array; contentType: string; url: string }
  | { task: 'head'; body: Uint8Array; contentType: string; url: string }
  | { task: 'robots'; text: string; url: string; agent: string }

export interface Results {
  feed: ParsedFeed
  article: PageText
  head: PageHead
  robots: boolean
}

export type Reply = { ok: true; result: Results[keyof Results] } | { ok: false; error: string }

function perform(job: Job): Results[keyof Results] {
  if (job.task === 'feed') return parseFeed(job.document.bytes, job.document)
  if (job.task === 'robots') return robotsAllow(job.text, job.url, job.agent)
  const html = decodeBytes(job.body, withMetaCharset(job.contentType, job.body)).text
  return job.task === 'article' ? readPage(html, job.url) : slimPage(html, job.url).head
}

/** HTML names its charset in a `meta` of the first kilobyte where the server does not. */
function withMetaCharset(contentType: string, body: Uint8Array): string {
  if (/charset\s*=/i.test(contentType)) return contentType
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, 2048)).toString('latin1')
  const named = /<meta[^>]{0,300}?charset\s*=\s*["']?\s*([\w-]{2,40})/i.exec(start)?.[1]
  return named ? `text/html; charset=${named}` : contentType
}

parentPort?.on('message', (job: Job) => {
  let reply: Reply
  try {
    reply = { ok: true, result: perform(job) }
  } catch (error) {
    reply = { ok: false, error: messageOf(error) }
  }
  parentPort?.postMessage(reply)
})
