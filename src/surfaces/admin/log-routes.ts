/** The log of operators' acts, and undoing. */
import type { FastifyInstance } from 'fastify'
import { listActionNames, pageActions } from '../../read/operator/log.ts'
import { type AdminContext, codeOf } from './admin-context.ts'
import { logPage } from './log.ts'
import { type ById, idOf, idParam, pageNumber, queryOf } from './requests.ts'

export function logRoutes(app: FastifyInstance, admin: AdminContext): void {
  const { db, commands } = admin.ctx

  app.get('/admin/logg', async (request, reply) => {
    const filter = { q: queryOf(request, 'q'), action: queryOf(request, 'vad'), by: queryOf(request, 'vem') }
    const list = await pageActions(db, { page: pageNumber(request), perPage: 50 }, filter)
    const view = { list, filter, names: await listActionNames(db) }
    return admin.send(request, reply, logPage(admin.page(request, reply), view))
  })

  app.post(`/admin/logg/${idParam}/angra`, async (request: ById, reply) => {
    try {
      return admin.after(reply, '/admin/logg', await commands.operator.undo(idOf(request)), 'undone')
    } catch (error) {
      codeOf(error, 'unprocessable')
      return admin.go(reply, '/admin/logg', 'not_undoable')
    }
  })
}
