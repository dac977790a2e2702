/** Events: why they are grouped as they are, merging and splitting. */

import type { FastifyInstance } from 'fastify'
import { isVisible } from '../../domain/text/titles.ts'
import { findEvent } from '../../read/events/events.ts'
import { findHeir } from '../../read/moved.ts'
import { listClaims } from '../../read/operator/claims.ts'
import { findEventReasons } from '../../read/operator/event-reasons.ts'
import { actionsOn } from '../../read/operator/log.ts'
import { listSuspectEvents, suspectOrders } from '../../read/operator/suspects.ts'
import { type AdminContext, codeOf, found } from './admin-context.ts'
import { eventPage, eventsPage } from './events.ts'
import { type ById, field, idField, idOf, idParam, queryOf } from './requests.ts'

export function eventRoutes(app: FastifyInstance, admin: AdminContext): void {
  const { db, commands, site } = admin.ctx
  const { operator } = commands
  const path = (id: number) => `/admin/handelser/${id}`

  app.get('/admin/handelser', async (request, reply) => {
    const order = suspectOrders.find((known) => known === queryOf(request, 'visa')) ?? 'latest'
    const view = { order, lines: await listSuspectEvents(db, order, 60) }
    return admin.send(request, reply, eventsPage(admin.page(request, reply), view))
  })

  app.get(`/admin/handelser/${idParam}`, async (request: ById, reply) => {
    const id = idOf(request)
    const heir = await findHeir(db, 'events', id)
    if (heir !== null) return reply.redirect(path(heir), 303)
    const event = found(await findEventReasons(db, id))
    const shown = await findEvent(db, id, site.language)
    const claims = shown ? await listClaims(db, { event_id: id, revision: shown.revision }) : []
    const log = await actionsOn(db, `event:${id}`)
    return admin.send(request, reply, eventPage(admin.page(request, reply), { event, shown, claims, log }))
  })

  app.post(`/admin/handelser/${idParam}/ratta`, async (request: ById, reply) => {
    const [title, summary] = [field(request, 'rubrik', 300), field(request, 'sammanfattning', 3000)]
    const id = idOf(request)
    if (!isVisible(title) || !isVisible(summary)) return admin.go(reply, path(id), 'unchanged')
    const text = { title: title.replaceAll('\n', ' '), summary, keepPoints: field(request, 'punkter') === 'ja' }
    return admin.after(reply, path(id), await operator.correctEvent(id, text), 'corrected')
  })

  app.post(`/admin/handelser/${idParam}/sla-ihop`, async (request: ById, reply) => {
    const id = idOf(request)
    const other = idField(request, 'handelse')
    if (other === null || other === id) return admin.go(reply, path(id), other === id ? 'same' : 'no_such')
    try {
      const { outcome, eventId } = await operator.mergeEvents(id, other)
      return admin.after(reply, path(eventId), outcome, 'merged')
    } catch (error) {
      codeOf(error, 'not_found')
      return admin.go(reply, path(id), 'no_such')
    }
  })

  app.post(`/admin/handelser/${idParam}/dela`, async (request: ById, reply) => {
    const article = idField(request, 'artikel')
    if (article === null) return admin.go(reply, path(idOf(request)), 'no_such')
    const { outcome } = await operator.splitFromEvent(article, idOf(request))
    return admin.after(reply, path(idOf(request)), outcome, 'split')
  })
}
