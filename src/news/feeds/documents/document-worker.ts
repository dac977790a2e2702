/**
 * Worker thread that reads untrusted feeds, pages and robots.txt, and classifies their articles by the rules. Its owner
 * kills it when a document takes more processor time or memory than it may.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../../../platform/errors.ts'
import type { RobotsVerdict } from '../../../platform/fetch/robots-rules.ts'
import type { PageJob } from '../../articles/extraction/extract.ts'
import type { PageHead } from '../../articles/extraction/slim.ts'
import type { PageText } from '../../articles/extraction/text.ts'
import type { FeedRules } from '../../articles/rules/classify.ts'
import type { RuleClassification, Unclassified } from '../../articles/rules/classify-by-rules.ts'
import type { Identified } from '../../articles/rules/identity.ts'
import { decodeBytes } from '../decode/decode.ts'
import type { ParsedFeed } from '../rules/feed.ts'
import type { FeedDocument } from './document.ts'
import type { ThreadMessage } from './worker-thread.ts'

export type Job =
  /** `address` stands for items that have none, where the feed does not name its site. */
  | { task: 'feed'; document: FeedDocument; address: string }
  /** For a reader that has the rules. */
  | { task: 'judge'; articles: Unclassified[] }
  | PageJob
  | { task: 'head'; body: Uint8Array; contentType: string; url: string }
  | { task: 'robots'; text: string; url: string; agent: string }

export interface ReadFeed {
  parsed: ParsedFeed
  identified: Identified
}

export interface Results {
  feed: ReadFeed
  judge: RuleClassification[]
  article: PageText
  head: PageHead
  robots: RobotsVerdict
}

export type Reply = { ok: true; result: Results[Task] } | { ok: false; error: string }

type Task = Job['task']
/** Loads what a job needs before it starts, so that start-up time does not count towards the document's limit. */
type Prepare<T extends Task> = (job: Extract<Job, { task: T }>) => Promise<() => Results[T]>

// Each loads what it needs at its first job: a thread for pages reads no feeds, and the other way round.
const tasks: { [T in Task]: Prepare<T> } = {
  feed: async ({ document, address }) => {
    const { parseFeed } = await import('../parse.ts')
    const { identifyItems } = await import('../../articles/rules/identity.ts')
    return () => {
      const parsed = parseFeed(document.bytes, { ...document, ...appendedOf(workerData) })
      return { parsed, identified: identifyItems(parsed.items, parsed.siteUrl ?? address) }
    }
  },
  // The tables that tell languages apart take 90 MB, for as long as the thread lives.
  judge: async ({ articles }) => {
    const { classifyArticle } = await import('../../articles/rules/classify-by-rules.ts')
    return () => articles.map((article) => classifyArticle(workerData as FeedRules, article))
  },
  article: async (job) => {
    const { readPage } = await import('../../articles/extraction/text.ts')
    return () => readPage(htmlOf(job), job.url, job)
  },
  head: async (job) => {
    const { slimPage } = await import('../../articles/extraction/slim.ts')
    return () => slimPage(htmlOf(job), job.url).head
  },
  robots: async ({ text, url, agent }) => {
    const { robotsAllow, robotsGroup } = await import('../../../platform/fetch/robots-rules.ts')
    const { robotsReservation } = await import('../../../platform/fetch/rights/reservation.ts')
    const { pathname, search } = new URL(url)
    return () => {
      const group = robotsGroup(text, agent)
      const path = pathname + search
      return { allowed: robotsAllow(group, path), reservation: robotsReservation(group, path) }
    }
  },
}

/** A reader without rules leaves it in place. */
const appendedOf = (rules: FeedRules | null) => (rules ? { appended: rules.appended } : {})

const htmlOf = ({ body, contentType }: { body: Uint8Array; contentType: string }) =>
  decodeBytes(body, withMetaCharset(contentType, body)).text

/** HTML names its charset in a `meta` of the first kilobyte where the server does not. */
function withMetaCharset(contentType: string, body: Uint8Array): string {
  if (/charset\s*=/i.test(contentType)) return contentType
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, 2048)).toString('latin1')
  const named = /<meta[^>]{0,300}?charset\s*=\s*["']?\s*([\w-]{2,40})/i.exec(start)?.[1]
  return named ? `text/html; charset=${named}` : contentType
}

function replyOf(work: () => Results[Task]): Reply {
  try {
    return { ok: true, result: work() }
  } catch (error) {
    return { ok: false, error: messageOf(error) }
  }
}

const post = (message: ThreadMessage<Reply>) => parentPort?.postMessage(message)

parentPort?.on('message', async (job: Job) => {
  const prepare = tasks[job.task] as Prepare<Task>
  const work = await prepare(job)
  post({ started: process.threadCpuUsage() })
  post({ reply: replyOf(work) })
})
