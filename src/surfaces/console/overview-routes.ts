/** `/admin` once signed in, and the acts on it: reports, refused summaries. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { handleReport, retryEnrichment } from '../../news/articles/writes/operator-articles.ts'
import { isErrorState } from '../../news/feeds/rules/feed-health.ts'
import { filterSources } from '../../news/feeds/rules/source-filter.ts'
import { releaseModels, stopModels } from '../../news/models/writes/model-stop.ts'
import { findModelKillSwitch } from '../../news/operator/queries/model-stop.ts'
import {
  countRefused,
  listOpenReports,
  listRefusals,
  listWaiting,
  stageBacklog,
} from '../../news/operator/queries/overview.ts'
import { listSourceStates } from '../../news/operator/queries/source-health.ts'
import { spendOf } from '../../news/operator/queries/spend.ts'
import { readStats } from '../../news/operator/queries/stats.ts'
import { countLostByWeek, countRefusals, listLost } from '../../news/texts/queries/refusals.ts'
import { requireId } from '../../platform/ids.ts'
import { queueDepth } from '../../platform/queue/stages.ts'
import { lastDays } from '../../platform/time/days.ts'
import { actionRoutes } from './actions.ts'
import type { Act, AdminContext } from './admin-context.ts'
import { overviewPage } from './overview.ts'
import { type ById, idOf, idParam, textField } from './requests.ts'
import { type CallPrice, spendPage } from './spend.ts'
import { summariesPage, summariesPath } from './summaries.ts'

export async function sendOverview(
  admin: AdminContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, clock, config, site } = admin.ctx
  const now = clock.now()
  const sources = await listSourceStates(db, now)
  const troubled = sources.filter(({ state }) => isErrorState(state) || state === 'offline' || state === 'silent')
  const view = {
    backlog: await stageBacklog(db, now),
    withModel: config.AI_PROVIDER !== 'none',
    withEmbedder: admin.ctx.embedder !== null,
    stats: await readStats(db, now, await queueDepth(admin.act(request).database), {
      timeZone: site.timezone,
      keepDays: config.KEEP_ARTICLES ?? null,
      budget: config.AI_MONTHLY_BUDGET ?? null,
    }),
    reports: await listOpenReports(db),
    issues: (await admin.ctx.issues()).flatMap(({ check, open }) => (hasSeparateList(check) ? [] : open)),
    refused: await countRefused(db),
    lost: await countLostByWeek(db, now),
    now,
    modelsStopped: await findModelKillSwitch(db),
    troubled: filterSources(troubled, {}, site.language),
  }
  return admin.send(request, reply, overviewPage(admin.page(request, reply), view))
}

/** Sources and reports are listed with what can be done about them. */
const hasSeparateList = (check: string) => check === 'sources' || check === 'reports'

export function overviewRoutes(app: FastifyInstance, admin: AdminContext): void {
  const { db, clock, site, config } = admin.ctx
  actionRoutes(
    app,
    admin,
    `/admin/reports/${idParam}`,
    {
      handled: { message: 'handled', run: (request, { database, now }) => handleReport(database, idOf(request), now) },
    },
    () => '/admin',
  )
  actionRoutes(
    app,
    admin,
    '/admin/models',
    {
      stop: { message: 'models_stopped', run: (_, { database, now }) => stopModels(database, now) },
      release: { message: 'models_released', run: (_, { database, now }) => releaseModels(database, now) },
    },
    () => '/admin#models',
  )
  const retry = async (request: ById, { database, now }: Act) => {
    const named = textField(request, 'article')
    const id = named === '' ? null : requireId(named)
    return (await retryEnrichment(database, id === null ? null : [id], now)) > 0 ? 'done' : 'unchanged'
  }
  actionRoutes(app, admin, summariesPath, { retry: { message: 'retried', run: retry } }, () => summariesPath)

  app.get(summariesPath, async (request, reply) => {
    const since = new Date(clock.now().getTime() - 30 * 86_400_000)
    const view = {
      refusals: await listRefusals(db),
      waiting: config.AI_PROVIDER === 'none' ? [] : await listWaiting(db),
      refused: await countRefused(db),
      kinds: await countRefusals(db, since),
      lost: await listLost(db),
    }
    return admin.send(request, reply, summariesPage(admin.page(request, reply), view))
  })

  app.get('/admin/spend', async (request, reply) => {
    const now = clock.now()
    const spend = await spendOf(db, lastDays(now, site.timezone, 30), site.timezone)
    return admin.send(
      request,
      reply,
      spendPage(admin.page(request, reply), {
        spend,
        budget: config.AI_MONTHLY_BUDGET ?? null,
        prices: pricesOf(config),
      }),
    )
  })
}

/** Of the call that writes and of the one that judges, as far as they are made. */
function pricesOf(config: AdminContext['ctx']['config']): CallPrice[] {
  if (config.AI_PROVIDER === 'none') return []
  const { AI_MODEL: model = '', AI_PRICE_INPUT: input, AI_PRICE_OUTPUT: output } = config
  const writes: CallPrice = { purpose: 'summary', model, input, output }
  if (config.AI_JUDGE === 'off') return [writes]
  const judge = {
    model: config.AI_JUDGE_MODEL ?? model,
    input: config.AI_JUDGE_PRICE_INPUT ?? input,
    output: config.AI_JUDGE_PRICE_OUTPUT ?? output,
  }
  return [writes, { purpose: 'judge', ...judge }]
}
