/** An article's page at its canonical address, and the report of an error in it. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../../ctx.ts'
import { findArticle } from '../../../news/articles/queries/articles.ts'
import { findTextModel } from '../../../news/articles/queries/text-model.ts'
import { insertErrorReport } from '../../../news/articles/writes/fault-reports.ts'
import { findEvent } from '../../../news/events/queries/events.ts'
import { hydrateStories } from '../../../news/stories/queries/stories.ts'
import { checkableArticle, findChecks } from '../../../news/texts/queries/checks.ts'
import { AppError } from '../../../platform/errors.ts'
import { addressKey } from '../../../platform/http/client.ts'
import { idOf, idParam } from '../../../platform/http/id-param.ts'
import { enforce, limits } from '../../../platform/http/rate-limit.ts'
import { fromThisSite } from '../../../platform/http/same-origin.ts'
import { articlePath } from '../../../platform/site/paths.ts'
import { withoutInvisible } from '../../../platform/text/invisible.ts'
import { loadImages } from '../components/settle-pictures.ts'
import { findNotes } from '../feature-site.ts'
import type { SiteContext } from '../page-context.ts'
import { reportedPage } from '../pages/plain-pages.ts'
import { canonicalRoute, type SendPage } from '../send-page.ts'
import { type ArticlePageView, articlePage } from './article.ts'

type Report = FastifyRequest<{ Params: { id: string }; Body: { text?: unknown } | undefined }>

export function articleRoutes(app: FastifyInstance, ctx: Ctx, pageContext: SiteContext, send: SendPage): void {
  canonicalRoute(app, '/entries', send, {
    onRead: (articleId) => (reader) => ctx.countView({ articleId, ...reader }),
    load: async (id) => {
      const view = await load(id)
      return view && { view, path: articlePath(view.article) }
    },
    render: articlePage,
  })

  async function load(id: number): Promise<ArticlePageView | null> {
    const article = await findArticle(ctx.db, id, ctx.site.language)
    if (!article) return null
    const drawings = await loadImages(ctx, pageContext.parts, [article])
    const event = article.event && (await findEvent(ctx.db, article.event.id, ctx.site.language))
    const [story = null] = event?.story ? await hydrateStories(ctx.db, [event.story.id]) : []
    return {
      article,
      drawing: drawings.get(article.id),
      event,
      story,
      model: article.summaryBy === 'ai' ? await findTextModel(ctx.db, { articleId: id }) : null,
      notes: await findNotes(ctx.db, pageContext.parts, { articles: [article] }),
      checks: await findChecks(ctx.db, checkableArticle(article), ctx.config.EVIDENCE_PUBLIC),
    }
  }

  app.post(`/entries/${idParam}/report`, async (request: Report, reply) => {
    if (!fromThisSite(request, ctx.config.BASE_URL))
      throw new AppError('forbidden', 'The form was sent from another site.')
    const article = await findArticle(ctx.db, idOf(request), ctx.site.language)
    if (!article) throw new AppError('not_found', 'There is no such article.')
    return receiveReport(request, reply, articlePath(article))
  })

  async function receiveReport(request: Report, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const page = pageContext.page(ctx.clock.now())
    const text = typeof request.body?.text === 'string' ? withoutInvisible(request.body.text).trim().slice(0, 1000) : ''
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
    if (text === '') return reply.code(422).send(reportedPage(page, path, page.t('article.report_empty')))
    await enforce(ctx.limiter, reply, limits.report, addressKey(request.ip))
    await insertErrorReport(ctx.database, { articleId: idOf(request), text, at: ctx.clock.now() })
    return reply.send(reportedPage(page, path, page.t('article.report_thanks')))
  }
}
