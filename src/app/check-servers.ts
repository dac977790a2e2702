/** Checks the servers that the settings name, tried as the service uses them, for `doctor`. */
import { z } from 'zod'
import type { Config } from '../config.ts'
import { findPgvector } from '../news/embeddings/writes/vector-index.ts'
import { type Report, warning } from '../news/health/health-check.ts'
import { recordResponse } from '../news/models/writes/ai-calls.ts'
import { areModelsStopped } from '../news/models/writes/model-stop.ts'
import { AppError } from '../platform/errors.ts'
import { adviceFor } from '../platform/models/model-advice.ts'
import type { Question } from '../platform/models/ports.ts'
import { checkMailServer } from '../platform/outbox/mailer.ts'
import type { Services } from './services.ts'

/** Dependencies of trying them. */
export type Servers = Pick<Services, 'models' | 'config' | 'clock' | 'database' | 'content' | 'log'>

/** A check of a feature. */
export interface ServerCheck {
  name: string
  run(servers: Servers): Promise<Report>
}

/** Requests a word, which costs a few tokens and is recorded like any call. */
export async function checkModel({ models, config, clock, database }: Servers): Promise<Report> {
  const { enrichment, budget } = models
  if (!enrichment) return 'AI_PROVIDER is none: readers see excerpts instead of summaries'
  if (await areModelsStopped(database.db)) return [warning(STOPPED)]
  const { summariser } = enrichment
  const planned = {
    purpose: 'check',
    articleId: null,
    at: clock.now(),
    provider: summariser.provider,
    model: summariser.model,
    promptVersion: 'none',
    contentHash: null,
    request: {},
    inputTokens: 100,
    outputTokens: 50,
    cost: summariser.costOf(100, 50),
  } as const
  const answer = await budget.within(database.db, planned, async (row) => {
    const { value, text, ...use } = await inTime(config, 'AI', (signal) => summariser.query({ ...QUESTION, signal }))
    const reason = value ? null : 'the answer was not of the shape asked for'
    await recordResponse(database.db, row, { ...use, response: text, verdict: value ? 'accepted' : 'refused', reason })
    return { value, ms: use.ms }
  })
  if (!answer) return `${summariser.provider}: not asked, AI_MONTHLY_BUDGET is used up for this month`
  if (!answer.value)
    throw new AppError(
      'unprocessable',
      `${config.AI_MODEL} answers, but not in the JSON asked for. ${adviceFor({ prose: true, message: '' })}`,
    )
  const prices = config.AI_PRICE_INPUT + config.AI_PRICE_OUTPUT === 0
  const unpriced = prices ? '; AI_PRICE_INPUT and AI_PRICE_OUTPUT are not set, so that what it costs is not known' : ''
  return `${summariser.provider} (${summariser.model}) answered in ${answer.ms} ms${unpriced}`
}

const STOPPED =
  'Models are stopped by an operator: none is asked, and nothing new by one is published. Release them in the console.'

const QUESTION: Question<{ ok: boolean }> = {
  system: 'You answer with a JSON object.',
  prompt: 'Answer with {"ok": true}.',
  schema: z.object({ ok: z.boolean() }),
  name: 'check',
  maxOutputTokens: 200,
}

export async function checkEmbedder({ models, config }: Servers): Promise<string> {
  const { embedder } = models
  if (!embedder) return 'EMBEDDING_PROVIDER is none: search works by keywords'
  const [vector] = await inTime(config, 'EMBEDDING', (signal) => embedder.embed(['news'], 'query', signal))
  return `${embedder.model} gives vectors of ${vector?.length ?? 0} dimensions`
}

export async function checkMail({ config }: Pick<Servers, 'config'>): Promise<string> {
  if (!config.SMTP_URL) return 'SMTP_URL is not set: sign-in codes are written to the log and to DATA_DIR/outbox'
  await checkMailServer(config.SMTP_URL)
  return `${new URL(config.SMTP_URL).host} takes mail from ${config.MAIL_FROM}`
}

export async function checkVectors({ database }: Servers): Promise<string> {
  const pgvector = await findPgvector(database)
  return pgvector ? `pgvector indexes them (as ${pgvector.type})` : 'searched in memory: this server has no pgvector'
}

/** As long as a call may take by its settings, tries and all. */
async function inTime<T>(
  { AI_TIMEOUT }: Config,
  of: 'AI' | 'EMBEDDING',
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(AI_TIMEOUT * 1000)
  try {
    return await work(signal)
  } catch (cause) {
    if (!signal.aborted) throw cause
    const advice = adviceFor({ timedOut: true, message: '', of })
    throw new AppError('unavailable', `no answer within ${AI_TIMEOUT} s. ${advice}`, { cause })
  }
}
