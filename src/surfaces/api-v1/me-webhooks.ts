/** Webhooks that take the caller's alerts. */
import { z } from 'zod'
import { alertLimits } from '../../domain/alerts/rule.ts'
import { idNumber } from '../../resources/parameters.ts'
import { oneOf } from './envelopes.ts'
import { callerOf, programOf } from './me-profile.ts'
import { idQuery } from './me-schemas.ts'
import { type ApiRoute, type Call, me, route } from './route.ts'
import { sendDone } from './send.ts'

const instant = z.iso.datetime().nullable()

const Webhook = z
  .object({
    id: z.int(),
    url: z.string(),
    state: z.enum(['active', 'paused']).describe('`paused`: it did not take a message for a day, or answered 410.'),
    created_at: z.iso.datetime(),
    delivered_at: instant,
    failing_since: instant,
    last_error: z.string().nullable().describe('The last unsuccessful answer, as `HTTP 500`, or `no answer`.'),
  })
  .meta({ id: 'Webhook' })
const AddedWebhook = z
  .object({
    secret: z.string().describe('Secret that signs its messages (Standard Webhooks). It is shown once.'),
    webhooks: z.array(Webhook),
  })
  .meta({ id: 'AddedWebhook' })

const webhooks = [{ status: 200, description: 'The webhooks as they are now.', schema: oneOf(z.array(Webhook)) }]

export const webhookRoutes: ApiRoute[] = [
  route({
    ...me('GET', '/webhooks', 'listMyWebhooks'),
    summary: 'Webhooks that take alerts',
    description: 'Without their secrets.',
    answers: webhooks,
    handle: async (call) => sendDone(call, await presentWebhooks(call)),
  }),
  route({
    ...me('POST', '/webhooks', 'addMyWebhook'),
    summary: 'Take alerts at an address',
    description:
      'Alerts whose `ways` name `webhook` are sent there as they are to devices: signed as Standard Webhooks, at least once, ' +
      'each with its event as `GET /events` has it. The address is that of a public server, by https and name. An account ' +
      `holds ${alertLimits.webhooks}. One that a program added ends with its access.`,
    body: z.object({ url: z.string({ error: 'must be a text' }) }),
    answers: [
      { status: 200, description: 'Its secret, and the webhooks as they are now.', schema: oneOf(AddedWebhook) },
    ],
    errors: ['unprocessable'],
    handle: async (call) => {
      const secret = await call.ctx.commands.addAlertWebhook(callerOf(call), call.body.url, programOf(call))
      return sendDone(call, { secret, webhooks: await presentWebhooks(call) })
    },
  }),
  route({
    ...me('POST', '/webhooks/resume', 'resumeMyWebhook'),
    summary: 'Start a paused webhook again',
    description: 'Messages that wait are sent in their order.',
    body: z.object({ id: idNumber }),
    answers: webhooks,
    errors: ['not_found', 'unprocessable'],
    handle: async (call) => {
      await call.ctx.commands.resumeAlertWebhook(callerOf(call), call.body.id)
      return sendDone(call, await presentWebhooks(call))
    },
  }),
  route({
    ...me('DELETE', '/webhooks', 'removeMyWebhook'),
    summary: 'Take alerts at an address no more',
    description: 'Messages that wait for it are dropped. A program removes those that it added.',
    query: idQuery,
    answers: webhooks,
    errors: ['not_found'],
    handle: async (call) => {
      await call.ctx.commands.removeAlertWebhook(callerOf(call), call.query.id, programOf(call))
      return sendDone(call, await presentWebhooks(call))
    },
  }),
]

async function presentWebhooks(call: Call): Promise<z.infer<typeof Webhook>[]> {
  const found = await call.ctx.commands.alertsOf(callerOf(call))
  return found.webhooks.map(({ id, url, state, createdAt, deliveredAt, failingSince, answer }) => ({
    id,
    url,
    state,
    created_at: createdAt.toISOString(),
    delivered_at: deliveredAt?.toISOString() ?? null,
    failing_since: failingSince?.toISOString() ?? null,
    last_error: answer ?? (failingSince && 'no answer'),
  }))
}
