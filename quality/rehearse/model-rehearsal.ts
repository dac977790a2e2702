/**
 * The whole path with models on real input: real feeds over HTTP, a played model, the process killed in the middle of
 * enrichment and started again; then the record of calls against what the model's server has counted.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { newestNewsAt } from '../../src/news/articles/writes/newest-news.ts'
import { renderOpml } from '../../src/news/feeds/formats/render-opml.ts'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { parseSite } from '../../src/platform/site/site.ts'
import { dayIn } from '../../src/platform/time/days.ts'
import { moveDates } from '../../tests/support/played/documents.ts'
import {
  type ModelCallSeen,
  type ModelServer,
  playedConfig,
  playedSettings,
  startModelServer,
} from '../../tests/support/played/model.ts'
import { startRealFeeds } from '../../tests/support/test-data.ts'
import { runChild } from '../survival/child.ts'
import { type Founded, readFounded } from './founded.ts'
import { tellApart } from './telling-model.ts'

export interface Rehearsal {
  /** Items that a feed's document keeps; all without. */
  itemsPerFeed?: number
  /** The process is killed when the model has been asked so often. */
  killAt: number[]
  log?: (line: string) => void
}

export interface RehearsalReport extends Founded {
  articles: number
  /** Articles by the state that enrichment left them in. */
  states: Record<string, number>
  /** Articles with more than one accepted call. */
  acceptedTwice: number
  /** Articles with a summary but without an accepted call, or the other way round. */
  acceptedWithout: number
  published: number
  kills: number
  /** Calls that the server answered, and its tokens for them. */
  answered: Tally
  /** Settled calls on record, and their tokens. */
  recorded: Tally
  /** Answers that no process lived to read: they stand on record as asked, with an estimate. */
  lost: Tally
  asked: number
  embeddings: { answered: Tally; recorded: Tally }
  seconds: number
}

interface Tally {
  calls: number
  inputTokens: number
  outputTokens: number
}

export async function rehearseModels(rehearsal: Rehearsal): Promise<RehearsalReport> {
  const log = rehearsal.log ?? (() => {})
  const started = Date.now()
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-rehearsal-'))
  const [feeds, model] = [await startRealFeeds(), await startModelServer()]
  tellApart(model)
  const now = new Date()
  feeds.change((body) => asCollected(body, rehearsal.itemsPerFeed, now))
  try {
    const env = settings(folder, feeds.urls, model)
    for (const calls of rehearsal.killAt) {
      const ended = await runChild(['ingest'], env, (over) => untilAsked(model, calls, over))
      if (!ended.killed) throw new Error(`It ended before it was killed:\n${ended.output}`)
      log(`killed when the model had been asked ${model.calls.length} times`)
    }
    const { code, output } = await runChild(['ingest'], env)
    if (code !== 0) throw new Error(output)
    const database = await openDatabase(playedConfig(model, { DATA_DIR: folder }))
    const newest = await newestNewsAt(database)
    const { timezone } = parseSite(readFileSync('content/site.yaml', 'utf8'))
    const day = newest ? dayIn(newest, timezone) : ''
    const spoken = await runChild(['podd', 'generate', '--date', day], { ...env, TTS_PROVIDER: 'espeak' })
    if (spoken.code !== 0) throw new Error(spoken.output)
    const report = await compare(database, model.calls)
    await database.close()
    return { ...report, kills: rehearsal.killAt.length, seconds: (Date.now() - started) / 1000 }
  } finally {
    await feeds.close()
    await model.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function settings(folder: string, urls: string[], model: ModelServer): Record<string, string> {
  const source = { siteUrl: null, language: null, relevance: 'model' as const, publisher: null, category: null }
  const sources = join(folder, 'sources.opml')
  // The articles' own pages are on hosts that are not asked.
  const all = urls.map((url) => ({ ...source, url, title: url, extract: false }))
  writeFileSync(sources, renderOpml(all, 'Real feeds'))
  return {
    ...playedSettings(model),
    EMBEDDING_PRICE_INPUT: '0.1',
    DATA_DIR: folder,
    SOURCES: sources,
    FETCH_ALLOW: '127.0.0.1/32',
    LOG_LEVEL: 'error',
    // They are about everything, and what is not relevant gets no text of an event.
    RELEVANCE: 'all',
  }
}

async function untilAsked(model: ModelServer, calls: number, over: AbortSignal): Promise<void> {
  while (model.calls.length < calls && !over.aborted) await sleep(5)
}

/**
 * The feeds are of twenty years. Each is served as on the day of its collection, its newest item of now, since what is older
 * than two days gets no text of an event. Byte for byte the same but for the dates, and the items after the first ones.
 */
function asCollected(body: Buffer, items: number | undefined, now: Date): Buffer {
  let n = 0
  const isAmong = () => items === undefined || n++ < items
  const kept = body.toString('latin1').replace(/<(item|entry)[\s>][\s\S]*?<\/\1>/g, (whole) => (isAmong() ? whole : ''))
  return Buffer.from(moveDates(kept, now), 'latin1')
}

async function compare(database: Database, calls: ModelCallSeen[]) {
  const answered = (path: string) => calls.filter((call) => call.answered && call.path === path)
  const chats = answered('/chat/completions')
  const rows = await readCalls(database)
  const settled = rows.filter((row) => row.purpose !== 'embedding' && row.verdict !== 'asked')
  return {
    ...(await readArticles(database)),
    answered: tally(chats),
    recorded: tally(settled),
    lost: tally(without(chats, settled)),
    ...(await readFounded(database, chats)),
    asked: rows.filter((row) => row.verdict === 'asked').length,
    embeddings: {
      answered: tally(answered('/embeddings')),
      recorded: tally(rows.filter((row) => row.purpose === 'embedding')),
    },
  }
}

type Tokens = Pick<ModelCallSeen, 'inputTokens' | 'outputTokens'>

const tally = (calls: Tokens[]): Tally => ({
  calls: calls.length,
  inputTokens: calls.reduce((sum, call) => sum + call.inputTokens, 0),
  outputTokens: calls.reduce((sum, call) => sum + call.outputTokens, 0),
})

/** What of `all` has no row of the same tokens; throws for a row that no answer goes with. */
function without(all: Tokens[], recorded: Tokens[]): Tokens[] {
  const key = (call: Tokens) => `${call.inputTokens} ${call.outputTokens}`
  const left = Map.groupBy(all, key)
  for (const row of recorded)
    if (!left.get(key(row))?.pop()) throw new Error(`No answer of ${key(row)} tokens was given.`)
  return [...left.values()].flat()
}

async function readCalls(database: Database) {
  return database.db
    .selectFrom('ai_calls')
    .select(['purpose', 'verdict', 'input_tokens as inputTokens', 'output_tokens as outputTokens'])
    .execute()
}

async function readArticles(database: Database) {
  const { rows } = await sql<{ state: string; status: string; summarised: boolean; accepted: number }>`
    select a.enrich_state as state, a.status, a.translated_summary is not null as summarised,
      (select count(*) from ai_calls c
        where c.article_id = a.id and c.purpose = 'summary' and c.verdict = 'accepted') as accepted
    from articles a`.execute(database.db)
  const states = [...Map.groupBy(rows, ({ state }) => state)].map(([state, all]) => [state, all.length] as const)
  return {
    articles: rows.length,
    states: Object.fromEntries(states),
    acceptedTwice: rows.filter(({ accepted }) => accepted > 1).length,
    acceptedWithout: rows.filter(({ accepted, summarised }) => accepted > 0 !== summarised).length,
    published: rows.filter(({ status }) => status === 'published').length,
  }
}
