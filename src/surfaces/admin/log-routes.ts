/** The log of operators' acts, and undoing. */
import type { FastifyInstance } from 'fastify'
import { pageActions } from '../../read/operator/log.ts'
import { codeOf, type Desk } from './desk.ts'
import { logPage } from './log.ts'
import { type ById, idOf, idParam, pageNumber } from './requests.ts'

export function logRoutes(app: FastifyInstance, desk: Desk): void {
  const { db, commands } = desk.ctx

  app.get('/admin/logg', async (request, reply) => {
    const list = await pageActions(db, { page: pageNumber(request), perPage: 50 })
    return desk.send(request, reply, logPage(desk.page(request, reply), list))
  })

  app.post(`/admin/logg/${idParam}/angra`, async (request: ById, reply) => {
    try {
      return desk.after(reply, '/admin/logg', await commands.operator.undo(idOf(request)), 'undone')
    } catch (error) {
      codeOf(error, 'unprocessable')
      return desk.go(reply, '/admin/logg', 'not_undoable')
    }
  })
}
