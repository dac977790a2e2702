/** Stories: their text, and joining two. */

import type { FastifyInstance } from 'fastify'
import { isVisible } from '../../domain/text/titles.ts'
import { findHeir } from '../../read/moved.ts'
import { listClaims } from '../../read/operator/claims.ts'
import { actionsOn } from '../../read/operator/log.ts'
import { listSuspectStories, suspectOrders } from '../../read/operator/suspects.ts'
import { findStory, listStories } from '../../read/stories/stories.ts'
import { type AdminContext, codeOf, found } from './admin-context.ts'
import { type ById, field, idField, idOf, idParam, queryOf } from './requests.ts'
import { storiesPage, storyPage } from './stories.ts'

export function storyRoutes(app: FastifyInstance, admin: AdminContext): void {
  const { db, commands, site } = admin.ctx
  const { operator } = commands
  const path = (id: number) => `/admin/foljetonger/${id}`

  app.get('/admin/foljetonger', async (request, reply) => {
    const order = suspectOrders.find((known) => known === queryOf(request, 'visa')) ?? 'latest'
    const view = { order, stories: await listSuspectStories(db, order, 100) }
    return admin.send(request, reply, storiesPage(admin.page(request, reply), view))
  })

  app.get(`/admin/foljetonger/${idParam}`, async (request: ById, reply) => {
    const id = idOf(request)
    const heir = await findHeir(db, 'stories', id)
    if (heir !== null) return reply.redirect(path(heir), 303)
    const story = found(await findStory(db, id, site.language))
    const others = (await listStories(db, { limit: 100 })).filter((other) => other.id !== id)
    const claims = story.textBy !== 'excerpt' ? await listClaims(db, { story_id: id }) : []
    const log = await actionsOn(db, `story:${id}`)
    return admin.send(request, reply, storyPage(admin.page(request, reply), { story, others, claims, log }))
  })

  app.post(`/admin/foljetonger/${idParam}/andra`, async (request: ById, reply) => {
    const id = idOf(request)
    const text = {
      title: field(request, 'rubrik', 300).replaceAll('\n', ' '),
      lead: field(request, 'ingress', 3000),
      body: field(request, 'text', 20_000),
    }
    if (!isVisible(text.title)) return admin.go(reply, path(id), 'unchanged')
    return admin.after(reply, path(id), await operator.editStory(id, text), 'edited')
  })

  app.post(`/admin/foljetonger/${idParam}/slapp`, async (request: ById, reply) =>
    admin.after(reply, path(idOf(request)), await operator.releaseStory(idOf(request)), 'released'),
  )

  app.post(`/admin/foljetonger/${idParam}/sla-ihop`, async (request: ById, reply) => {
    const id = idOf(request)
    const other = idField(request, 'foljetong')
    if (other === null || other === id) return admin.go(reply, path(id), other === id ? 'same' : 'no_such')
    try {
      const { outcome, storyId } = await operator.mergeStories(id, other)
      return admin.after(reply, path(storyId), outcome, 'merged')
    } catch (error) {
      return admin.go(
        reply,
        path(id),
        codeOf(error, 'not_found', 'unprocessable') === 'not_found' ? 'no_such' : 'overtaken',
      )
    }
  })
}
