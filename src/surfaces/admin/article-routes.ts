/** Articles: finding one, and what can be done with it. */
import type { FastifyInstance } from 'fastify'
import type { Outcome } from '../../domain/operator.ts'
import { isVisible } from '../../domain/text/titles.ts'
import {
  type ArticleState,
  articleLinesOf,
  articleStates,
  findOperatorArticle,
  listArticleLines,
} from '../../read/operator/articles.ts'
import { listClaims } from '../../read/operator/claims.ts'
import { findThings } from '../../read/operator/find.ts'
import { actionsOn } from '../../read/operator/log.ts'
import { searchArticles, searchParts } from '../../read/search/search.ts'
import { type AdminContext, codeOf, found } from './admin-context.ts'
import { articlePage } from './article.ts'
import { articlesPage } from './articles.ts'
import type { Said } from './page.ts'
import { type ById, field, idOf, idParam, queryOf } from './requests.ts'
import { searchPage } from './search.ts'

const shown = 50

export function articleRoutes(app: FastifyInstance, admin: AdminContext): void {
  const { ctx } = admin
  const { db, site } = ctx
  const { operator } = ctx.commands

  async function linesFor(q: string, state: ArticleState) {
    if (q === '') return listArticleLines(db, state, shown)
    if (/^\d{1,15}$/.test(q)) return articleLinesOf(db, [Number(q)])
    const parts = { ...searchParts(ctx), embedder: null }
    const { hits } = await searchArticles(parts, { q, limit: shown })
    return articleLinesOf(
      db,
      hits.map(({ article }) => article.id),
    )
  }

  app.get('/admin/sok', async (request, reply) => {
    const q = queryOf(request, 'q').slice(0, 200)
    const found = q === '' ? null : { ...(await findThings(db, q, site.language)), articles: await linesFor(q, 'all') }
    return admin.send(request, reply, searchPage(admin.page(request, reply), { q, found }))
  })

  app.get('/admin/artiklar', async (request, reply) => {
    const q = queryOf(request, 'q')
    const state = articleStates.find((known) => known === queryOf(request, 'visa')) ?? 'all'
    const view = { q, state, lines: await linesFor(q, state) }
    return admin.send(request, reply, articlesPage(admin.page(request, reply), view))
  })

  app.get(`/admin/artiklar/${idParam}`, async (request: ById, reply) => {
    const article = found(await findOperatorArticle(db, idOf(request), site.language))
    const claims = await listClaims(db, { article_id: article.id })
    const log = await actionsOn(db, `article:${article.id}`)
    return admin.send(request, reply, articlePage(admin.page(request, reply), { article, claims, log }))
  })

  app.post(`/admin/artiklar/${idParam}/ratta`, async (request: ById, reply) => {
    const [title, summary] = [field(request, 'rubrik', 300), field(request, 'sammanfattning', 3000)]
    const path = `/admin/artiklar/${idOf(request)}`
    if (!isVisible(title) || !isVisible(summary)) return admin.go(reply, path, 'unchanged')
    const text = { title: title.replaceAll('\n', ' '), summary }
    try {
      return admin.after(reply, path, await operator.correctArticle(idOf(request), text), 'corrected')
    } catch (error) {
      codeOf(error, 'unprocessable')
      return admin.go(reply, path, 'overtaken')
    }
  })

  const acts: [string, (id: number) => Promise<Outcome>, Said][] = [
    ['aterta', operator.withdrawCorrection, 'withdrawn'],
    ['ta-bort', operator.removeArticle, 'removed'],
    ['aterstall', operator.restoreArticle, 'restored'],
    ['kor-om', operator.reprocessArticle, 'again'],
  ]
  for (const [name, act, said] of acts)
    app.post(`/admin/artiklar/${idParam}/${name}`, async (request: ById, reply) => {
      const path = `/admin/artiklar/${idOf(request)}`
      try {
        return admin.after(reply, path, await act(idOf(request)), said)
      } catch (error) {
        codeOf(error, 'unprocessable')
        return admin.go(reply, path, 'no_source')
      }
    })
}
