/** The log of operators' acts, and undoing. */
import type { FastifyInstance } from 'fastify'
import { pageActions } from '../../read/operator/log.ts'
import { type AdminContext, codeOf } from './admin-context.ts'
import { logPage } from './log.ts'
import { type ById, idOf, idParam, pageNumber } from './requests.ts'

export function logRoutes(app: FastifyInstance, admin: AdminContext): void {
  const { db, commands } = admin.ctx

  app.get('/admin/logg', async (request, reply) => {
    const list = await pageActions(db, { page: pageNumber(request), perPage: 50 })
    return admin.send(request, reply, logPage(admin.page(request, reply), list))
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
