/** Webhooks at the console: adding, pausing, trying, removing. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors.ts'
import type { AdminContext } from './admin-context.ts'
import { codeOf } from './admin-context.ts'
import { type ById, field, idField, idOf, idParam } from './requests.ts'
import { type WebhooksView, webhooksPage } from './webhooks.ts'

const path = '/admin/webhooks'

export function webhookRoutes(app: FastifyInstance, admin: AdminContext): void {
  const { webhooks } = admin.ctx.commands

  async function list(request: FastifyRequest, reply: FastifyReply, view: Partial<WebhooksView> = {}) {
    const blank = { webhooks: await webhooks.list(), made: null, trouble: null, given: '' }
    return admin.send(request, reply, webhooksPage(admin.page(request, reply), { ...blank, ...view }))
  }

  app.get(path, (request, reply) => list(request, reply))

  app.post(path, async (request, reply) => {
    const url = field(request, 'adress', 2000)
    try {
      const made = await webhooks.add(url, wantedIn(request))
      return await list(request, reply, { made })
    } catch (error) {
      codeOf(error, 'bad_request', 'not_found')
      return list(request, reply.code(422), { trouble: (error as AppError).message, given: url })
    }
  })

  for (const [name, act, said] of [
    ['pausa', webhooks.pause, 'paused'],
    ['ateruppta', webhooks.resume, 'resumed'],
    ['ta-bort', webhooks.remove, 'removed'],
  ] as const)
    app.post(`${path}/${idParam}/${name}`, async (request: ById, reply) =>
      admin.after(reply, path, await act(idOf(request)), said),
    )

  app.post(`${path}/${idParam}/prova`, async (request: ById, reply) => {
    const trouble = await webhooks.try(idOf(request))
    return trouble === null ? admin.go(reply, path, 'webhook_taken') : list(request, reply.code(502), { trouble })
  })
}

/** Throws `bad_request` for a number of sources that is none. */
function wantedIn(request: FastifyRequest) {
  const [types = '', tag, least = '', quiet = ''] = ['typer', 'tagg', 'minst', 'tyst'].map((name) =>
    field(request, name),
  )
  if (least !== '' && !/^[1-9]\d?$/.test(least))
    throw new AppError('bad_request', `"${least}" is no number of sources.`)
  const feed = idField(request, 'kalla')
  const alerts = field(request, 'vad') === 'larm'
  return {
    alerts,
    types,
    quiet,
    ...(tag && { tag }),
    ...(least && { minSources: Number(least) }),
    ...(feed !== null && { feed }),
  }
}
