/** An article's page at its canonical address, and the report of a fault in it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../../ctx.ts'
import { AppError } from '../../../domain/errors.ts'
import { articlePath } from '../../../domain/site/paths.ts'
import { movedTo } from '../../../http/cached-answer.ts'
import { addressKey } from '../../../http/client.ts'
import { enforce, limits } from '../../../http/rate-limit.ts'
import { fromThisSite } from '../../../http/same-origin.ts'
import { findArticle } from '../../../read/articles/articles.ts'
import { listCorrectionsOf } from '../../../read/articles/corrections.ts'
import { findStoryOf } from '../../../read/articles/story-of.ts'
import { findTextModel } from '../../../read/articles/text-model.ts'
import { findEvent } from '../../../read/events/events.ts'
import { checkable, findChecks } from '../../../read/quality/checks.ts'
import { settlePictures } from '../components/settle-pictures.ts'
import type { SiteKit } from '../kit.ts'
import { reportedPage } from '../pages/plain-pages.ts'
import type { SendPage } from '../send-page.ts'
import { type ArticlePageView, articlePage } from './article.ts'

type ByKey = FastifyRequest<{ Params: { key: string } }>
type Report = FastifyRequest<{ Params: { id: string }; Body: { text?: unknown } | undefined }>

export function articleRoutes(app: FastifyInstance, ctx: Ctx, kit: SiteKit, send: SendPage): void {
  app.get('/entries/:key(^\\d[\\w%-]{0,300}$)', async (request: ByKey, reply) => {
    const id = leadingId(request.params.key)
    const asked = `/entries/${request.params.key}`
    return send(request, reply, {
      key: asked,
      negotiated: asked,
      onRead: (reader) => ctx.commands.countView({ articleId: id, ...reader }),
      load: () => load(id),
      render: (page, view) => {
        const path = articlePath(view.article)
        return path === asked ? articlePage(page, view) : movedTo(path)
      },
    })
  })

  async function load(id: number): Promise<ArticlePageView | null> {
    const article = await findArticle(ctx.db, id, ctx.site.language)
    if (!article) return null
    const drawings = await settlePictures(ctx, [article])
    return {
      article,
      drawing: drawings.get(article.id),
      event: article.event && (await findEvent(ctx.db, article.event.id, ctx.site.language)),
      story: await findStoryOf(ctx.db, article.event?.id ?? null),
      model: article.summaryBy === 'ai' ? await findTextModel(ctx.db, { articleId: id }) : null,
      corrections: await listCorrectionsOf(ctx.db, [id]),
      checks: await findChecks(ctx.db, checkable.article(article), ctx.config.EVIDENCE_PUBLIC),
    }
  }

  app.post('/entries/:id(^\\d{1,15}$)/fel', async (request: Report, reply) => {
    if (!fromThisSite(request, ctx.config.BASE_URL))
      throw new AppError('forbidden', 'The form was sent from another site.')
    const article = await findArticle(ctx.db, Number(request.params.id), ctx.site.language)
    if (!article) throw new AppError('not_found', 'There is no such article.')
    return receiveReport(request, reply, articlePath(article))
  })

  async function receiveReport(request: Report, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const page = kit.page(ctx.clock.now())
    const text = typeof request.body?.text === 'string' ? request.body.text.trim().slice(0, 1000) : ''
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
    if (text === '') return reply.code(422).send(reportedPage(page, path, page.t('article.report_empty')))
    await enforce(ctx.limiter, reply, limits.report, addressKey(request.ip))
    await ctx.commands.reportFault(Number(request.params.id), text)
    return reply.send(reportedPage(page, path, page.t('article.report_thanks')))
  }
}

/** The number that an address with a slug begins with; throws `not_found` where there is none. */
export function leadingId(key: string): number {
  const digits = /^(\d{1,15})(?:-|$)/.exec(key)?.[1]
  if (digits === undefined) throw new AppError('not_found', 'There is nothing at this address.')
  return Number(digits)
}
