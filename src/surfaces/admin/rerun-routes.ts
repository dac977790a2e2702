/** Running stages again: first what it takes, then the run, which goes on behind the pages. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { REPROCESS_STAGES, type ReprocessRequest } from '../../domain/articles/reprocess.ts'
import { AppError } from '../../domain/errors.ts'
import { daySpan, isDay } from '../../domain/time/days.ts'
import type { AdminContext } from './admin-context.ts'
import { field } from './requests.ts'
import { type Entered, rerunPage } from './rerun.ts'

export function rerunRoutes(app: FastifyInstance, admin: AdminContext): void {
  const { commands, clock, site } = admin.ctx
  const blank = { entered: { stage: '', since: '' }, plan: null, trouble: null }

  /** Throws `bad_request` for a day that is none or is still to come. */
  function requestOf({ stage, since }: Entered): ReprocessRequest {
    const known = REPROCESS_STAGES.find((name) => name === stage)
    const from = since === '' ? null : isDay(since) ? daySpan(since, site.timezone).from : undefined
    if (from === undefined || (from && from > clock.now())) throw new AppError('bad_request', `"${since}" is no day.`)
    return { since: from, ...(known ? { stages: [known] } : {}) }
  }

  const enteredOf = (request: FastifyRequest): Entered => ({
    stage: field(request, 'steg'),
    since: field(request, 'sedan'),
  })

  app.get('/admin/kor-om', async (request, reply) => {
    const state = await commands.operator.reprocessState()
    return admin.send(request, reply, rerunPage(admin.page(request, reply), { ...blank, state }))
  })

  app.post('/admin/kor-om', async (request, reply) => {
    const entered = enteredOf(request)
    const state = await commands.operator.reprocessState()
    try {
      const plan = await commands.planReprocess(requestOf(entered))
      if (field(request, 'vad') !== 'kor')
        return await admin.send(
          request,
          reply,
          rerunPage(admin.page(request, reply), { ...blank, state, entered, plan }),
        )
      return admin.after(reply, '/admin/kor-om', await commands.operator.startReprocess(requestOf(entered)), 'running')
    } catch (error) {
      if (!(error instanceof AppError) || (error.code !== 'bad_request' && error.code !== 'unprocessable')) throw error
      const page = admin.page(request, reply)
      return admin.send(request, reply.code(422), rerunPage(page, { ...blank, state, entered, trouble: error.message }))
    }
  })
}
