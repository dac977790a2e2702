/** Running stages again: first what it takes, then the run, which goes on behind the pages. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { REPROCESS_STAGES, type ReprocessRequest } from '../../domain/articles/reprocess.ts'
import { AppError } from '../../domain/errors.ts'
import { daySpan, isDay } from '../../domain/time/days.ts'
import type { Desk } from './desk.ts'
import { field } from './requests.ts'
import { type Asked, rerunPage } from './rerun.ts'

export function rerunRoutes(app: FastifyInstance, desk: Desk): void {
  const { commands, clock, site } = desk.ctx
  const blank = { asked: { stage: '', since: '' }, plan: null, trouble: null }

  /** Throws `bad_request` for a day that is none or is still to come. */
  function requestOf({ stage, since }: Asked): ReprocessRequest {
    const known = REPROCESS_STAGES.find((name) => name === stage)
    const from = since === '' ? null : isDay(since) ? daySpan(since, site.timezone).from : undefined
    if (from === undefined || (from && from > clock.now())) throw new AppError('bad_request', `"${since}" is no day.`)
    return { since: from, ...(known ? { stages: [known] } : {}) }
  }

  const askedOf = (request: FastifyRequest): Asked => ({
    stage: field(request, 'steg'),
    since: field(request, 'sedan'),
  })

  app.get('/admin/kor-om', async (request, reply) => {
    const state = await commands.operator.reprocessState()
    return desk.send(request, reply, rerunPage(desk.page(request, reply), { ...blank, state }))
  })

  app.post('/admin/kor-om', async (request, reply) => {
    const asked = askedOf(request)
    const state = await commands.operator.reprocessState()
    try {
      const plan = await commands.planReprocess(requestOf(asked))
      if (field(request, 'vad') !== 'kor')
        return await desk.send(request, reply, rerunPage(desk.page(request, reply), { ...blank, state, asked, plan }))
      return desk.after(reply, '/admin/kor-om', await commands.operator.startReprocess(requestOf(asked)), 'running')
    } catch (error) {
      if (!(error instanceof AppError) || (error.code !== 'bad_request' && error.code !== 'unprocessable')) throw error
      const page = desk.page(request, reply)
      return desk.send(request, reply.code(422), rerunPage(page, { ...blank, state, asked, trouble: error.message }))
    }
  })
}
