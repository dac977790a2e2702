/**
 * The whole path with models on real input: real feeds over HTTP, a played model, the process killed in the middle of
 * enrichment and started again; then the record of calls against what the model's server has counted.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { parseSite } from '../../src/domain/site/site.ts'
import { dayIn } from '../../src/domain/time/days.ts'
import { renderOpml } from '../../src/feeds/formats/opml.ts'
import { newestNewsAt } from '../../src/store/content/episodes.ts'
import { type Database, openDatabase } from '../../src/store/database/database.ts'
import { startFeedServer } from '../support/feed-server.ts'
import { type ModelCallSeen, type ModelServer, startModelServer } from '../support/model-server.ts'
import { playedConfig, playedSettings } from '../support/played-config.ts'
import { isJudging } from '../support/played-judge.ts'
import { runChild } from '../survival/child.ts'

export interface Rehearsal {
  /** Items that a feed's document keeps; all without. */
  itemsPerFeed?: number
  /** The process is killed when the model has been asked so often. */
  killAt: number[]
  log?: (line: string) => void
}

export interface RehearsalReport {
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
  /** Published sentences by whose text they are, and those with evidence that was not sent word for word, or none. */
  sentences: Record<string, number>
  unfounded: string[]
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
  const [feeds, model] = [await startFeedServer(), await startModelServer()]
  const { itemsPerFeed } = rehearsal
  if (itemsPerFeed) feeds.change = (_path, body) => firstItems(body, itemsPerFeed)
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
  }
}

async function untilAsked(model: ModelServer, calls: number, over: AbortSignal): Promise<void> {
  while (model.calls.length < calls && !over.aborted) await sleep(5)
}

/** Byte for byte the same but for the items or entries after the first ones. */
function firstItems(body: Buffer, most: number): Buffer {
  let n = 0
  const text = body
    .toString('latin1')
    .replace(/<(item|entry)[\s>][\s\S]*?<\/\1>/g, (whole) => (n++ < most ? whole : ''))
  return Buffer.from(text, 'latin1')
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
    ...(await readSentences(database, chats)),
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

/** Every sentence that stands has passages, and each is found word for word in a prompt that was sent. */
async function readSentences(database: Database, sent: ModelCallSeen[]) {
  const claims = await database.db.selectFrom('claims').selectAll().where('verdict', '=', 'stands').execute()
  const prompts = sent.filter(({ prompt }) => !isJudging(prompt)).map(({ prompt }) => folded(prompt))
  const whole = prompts.join('\n')
  const kindOf = (claim: (typeof claims)[number]) =>
    claim.article_id ? 'articles' : claim.event_id ? 'events' : claim.story_id ? 'stories' : 'episodes'
  const kinds = Map.groupBy(claims, kindOf)
  const isFounded = ({ evidence }: (typeof claims)[number]) =>
    evidence.length > 0 && evidence.every(({ text }) => whole.includes(folded(text)))
  return {
    sentences: Object.fromEntries([...kinds].map(([kind, some]) => [kind, some.length])),
    unfounded: claims.filter((claim) => !isFounded(claim)).map((claim) => `${kindOf(claim)}: ${claim.sentence}`),
  }
}

/** White space, and the brackets that look-alikes of our marks lose. */
const folded = (text: string) => text.replace(/<(\/?\s*[a-z]+-[0-9a-f]{6,}[^>]*)>/gi, '($1)').replace(/\s+/g, ' ')
