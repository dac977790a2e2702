/** Webhooks at the console: adding, pausing, trying, removing. What is refused stands in the form as it was typed. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { alertLimits } from '../../domain/alerts/rule.ts'
import { WebhookRefusal } from '../../domain/webhooks/refusal.ts'
import type { AdminContext } from './admin-context.ts'
import { type ById, field, idField, idOf, idParam } from './requests.ts'
import { blankWebhook, type WebhookForm, type WebhooksView, webhooksPage } from './webhooks.ts'

const path = '/admin/webhooks'

export function webhookRoutes(app: FastifyInstance, admin: AdminContext): void {
  const { webhooks } = admin.ctx.commands

  async function list(request: FastifyRequest, reply: FastifyReply, view: Partial<WebhooksView> = {}) {
    const blank = { webhooks: await webhooks.list(), made: null, trouble: null, given: blankWebhook }
    return admin.send(request, reply, webhooksPage(admin.page(request, reply), { ...blank, ...view }))
  }

  app.get(path, (request, reply) => list(request, reply))

  app.post(path, async (request, reply) => {
    const given = formIn(request)
    try {
      const made = await webhooks.add(given.adress, wantedIn(request, given))
      return await list(request, reply, { made })
    } catch (error) {
      if (!(error instanceof WebhookRefusal)) throw error
      const { t } = admin.page(request, reply)
      const trouble = t(`admin.webhooks.refused.${error.reason}`, { given: error.given, n: alertLimits.minSources })
      return list(request, reply.code(422), { trouble, given })
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

const formIn = (request: FastifyRequest): WebhookForm => ({
  adress: field(request, 'adress', 2000),
  vad: field(request, 'vad') === 'larm' ? 'larm' : 'allt',
  typer: field(request, 'typer'),
  tagg: field(request, 'tagg'),
  minst: field(request, 'minst'),
  kalla: field(request, 'kalla'),
  tyst: field(request, 'tyst'),
})

/** Throws for a number of sources and a source that are none; the rest is looked at where it is added. */
function wantedIn(request: FastifyRequest, { vad, typer, tagg, minst, kalla, tyst }: WebhookForm) {
  if (minst !== '' && !/^[1-9]\d?$/.test(minst)) throw new WebhookRefusal('least', minst)
  const feed = idField(request, 'kalla')
  if (feed === null && kalla !== '') throw new WebhookRefusal('source', kalla)
  return {
    alerts: vad === 'larm',
    types: typer,
    quiet: tyst,
    ...(tagg && { tag: tagg }),
    ...(minst && { minSources: Number(minst) }),
    ...(feed !== null && { feed }),
  }
}
