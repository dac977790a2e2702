/** The line of events at the console: pairs to answer, a search for more, and the way back. */
import type { FastifyInstance } from 'fastify'
import { PAIR_ANSWERS } from '../../domain/calibration/calibrate.ts'
import type { AdminContext } from './admin-context.ts'
import { linePage, linePath } from './line.ts'
import { field, idField } from './requests.ts'

const MAX_SHOWN = 8

export function lineRoutes(app: FastifyInstance, admin: AdminContext): void {
  const { commands } = admin.ctx

  app.get(linePath, async (request, reply) => {
    const view = { ...(await commands.line.view(MAX_SHOWN)), isFinding: await commands.line.isFindingPairs() }
    return admin.send(request, reply, linePage(admin.page(request, reply), view))
  })

  app.post(linePath, async (request, reply) => {
    const pair = [idField(request, 'artikel'), idField(request, 'annan')]
    const answer = PAIR_ANSWERS.find((known) => known === field(request, 'svar'))
    const [one, other] = pair
    if (one == null || other == null || !answer) return admin.go(reply, linePath, 'no_such')
    return admin.after(reply, linePath, await commands.line.answer([{ pair: [one, other], answer }]), 'answered')
  })

  app.post(`${linePath}/par`, async (_request, reply) =>
    admin.after(reply, linePath, await commands.line.startFindingPairs(), 'finding'),
  )

  app.post(`${linePath}/aterstall`, async (_request, reply) =>
    admin.after(reply, linePath, await commands.line.reset(), 'line_reset'),
  )
}
