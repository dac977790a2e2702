/** `/admin` once signed in, and what is done from there: reports, refused summaries. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { dayIn } from '../../domain/time/days.ts'
import { countRefused, listOpenReports, listRefusals, stageBacklog } from '../../read/operator/overview.ts'
import { listSourceHealth } from '../../read/operator/source-health.ts'
import { spendOf } from '../../read/operator/spend.ts'
import type { Desk } from './desk.ts'
import { overviewPage } from './overview.ts'
import { type ById, field, idOf, idParam } from './requests.ts'
import { spendPage } from './spend.ts'
import { summariesPage } from './summaries.ts'

export async function sendOverview(desk: Desk, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { db, clock, commands, site, config } = desk.ctx
  const now = clock.now()
  const health = await listSourceHealth(db, now, site.timezone)
  const view = {
    backlog: await stageBacklog(db, now),
    withModel: config.AI_PROVIDER !== 'none',
    withEmbedder: desk.ctx.embedder !== null,
    stats: await commands.stats(),
    reports: await listOpenReports(db),
    refused: await countRefused(db),
    troubled: health.filter(({ state }) => state === 'failing' || state === 'stale' || state === 'gone'),
  }
  return desk.send(request, reply, overviewPage(desk.page(request, reply), view))
}

export function overviewRoutes(app: FastifyInstance, desk: Desk): void {
  const { db, clock, commands, site, config } = desk.ctx

  app.post(`/admin/anmalningar/${idParam}/klar`, async (request: ById, reply) =>
    desk.after(reply, '/admin', await commands.operator.handleReport(idOf(request)), 'handled'),
  )

  app.get('/admin/sammanfattningar', async (request, reply) => {
    const view = { refusals: await listRefusals(db), refused: await countRefused(db) }
    return desk.send(request, reply, summariesPage(desk.page(request, reply), view))
  })

  app.post('/admin/sammanfattningar/forsok', async (request, reply) => {
    const id = field(request, 'artikel')
    const retried = await commands.operator.retryEnrichment(/^\d{1,15}$/.test(id) ? [Number(id)] : undefined)
    return desk.go(reply, '/admin/sammanfattningar', retried > 0 ? 'retried' : 'unchanged')
  })

  app.get('/admin/kostnad', async (request, reply) => {
    const now = clock.now()
    const days = Array.from({ length: 30 }, (_, i) =>
      dayIn(new Date(now.getTime() - (29 - i) * 86_400_000), site.timezone),
    )
    const spend = await spendOf(db, [...new Set(days)], site.timezone)
    return desk.send(
      request,
      reply,
      spendPage(desk.page(request, reply), { spend, budget: config.AI_MONTHLY_BUDGET ?? null }),
    )
  })
}
