/** Articles: the search for one, and the acts on it. */

import type { FastifyInstance } from 'fastify'
import {
  correctArticle,
  removeArticle,
  reprocessArticle,
  restoreArticle,
  withdrawCorrection,
} from '../../news/articles/writes/operator-articles.ts'
import { overrideRelevance } from '../../news/articles/writes/relevance-overrides.ts'
import { listClaims } from '../../news/claims/queries/claims.ts'
import {
  type ArticleState,
  articleLinesOf,
  articleStates,
  findOperatorArticle,
  listArticleLines,
} from '../../news/operator/queries/console-articles.ts'
import { findThings } from '../../news/operator/queries/find.ts'
import { actionsOn } from '../../news/operator/queries/read-log.ts'
import { searchArticles, searchDeps } from '../../news/search/queries/search.ts'
import { parseId } from '../../platform/ids.ts'
import { actionRoutes } from './actions.ts'
import { type AdminContext, found } from './admin-context.ts'
import { searchPage } from './admin-search.ts'
import { articlePage } from './article-page.ts'
import { articlesPage } from './article-pages.ts'
import { type ById, correctedText, idOf, idParam, queryOf } from './requests.ts'

const shown = 50

export function articleRoutes(app: FastifyInstance, admin: AdminContext): void {
  const { ctx } = admin
  const { db, site } = ctx

  async function linesFor(q: string, state: ArticleState) {
    if (q === '') return listArticleLines(db, state, shown)
    const id = parseId(q)
    if (id !== null) return articleLinesOf(db, [id])
    const parts = { ...searchDeps(ctx), embedder: null }
    const { hits } = await searchArticles(parts, { q, limit: shown })
    return articleLinesOf(
      db,
      hits.map(({ article }) => article.id),
    )
  }

  app.get('/admin/search', async (request, reply) => {
    const q = queryOf(request, 'q').slice(0, 200)
    const found = q === '' ? null : { ...(await findThings(db, q, site.language)), articles: await linesFor(q, 'all') }
    return admin.send(request, reply, searchPage(admin.page(request, reply), { q, found }))
  })

  app.get('/admin/articles', async (request, reply) => {
    const q = queryOf(request, 'q')
    const state = articleStates.find((existing) => existing === queryOf(request, 'view')) ?? 'all'
    const view = { q, state, lines: await linesFor(q, state) }
    return admin.send(request, reply, articlesPage(admin.page(request, reply), view))
  })

  app.get(`/admin/articles/${idParam}`, async (request: ById, reply) => {
    const article = found(await findOperatorArticle(db, idOf(request), site.language))
    const claims = await listClaims(db, { article_id: article.id })
    const log = await actionsOn(db, `article:${article.id}`)
    return admin.send(request, reply, articlePage(admin.page(request, reply), { article, claims, log }))
  })

  const refused = { unprocessable: 'no_source' } as const
  const withModel = admin.ctx.config.AI_PROVIDER !== 'none'
  actionRoutes(app, admin, `/admin/articles/${idParam}`, {
    correct: {
      message: 'corrected',
      refused: { unprocessable: 'overtaken' },
      run: (request, { database, now }) => {
        const text = correctedText(request)
        return text ? correctArticle(database, idOf(request), text, now) : 'unchanged'
      },
    },
    withdraw: {
      message: 'withdrawn',
      refused,
      run: (request, { database, now }) => withdrawCorrection(database, idOf(request), withModel, now),
    },
    remove: {
      message: 'removed',
      refused,
      run: (request, { database, now }) => removeArticle(database, idOf(request), now),
    },
    restore: {
      message: 'restored',
      refused,
      run: (request, { database, now }) => restoreArticle(database, idOf(request), now),
    },
    'on-topic': {
      message: 'relevance_overridden',
      run: (request, { database, now }) => overrideRelevance(database, idOf(request), true, now),
    },
    'off-topic': {
      message: 'relevance_overridden',
      run: (request, { database, now }) => overrideRelevance(database, idOf(request), false, now),
    },
    rerun: {
      message: 'again',
      refused,
      run: (request, { database, now }) => reprocessArticle(database, idOf(request), withModel, now),
    },
  })
}
