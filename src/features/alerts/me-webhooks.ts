/** Webhooks that take the caller's alerts. */

import { z } from 'zod'
import { removeMade } from '../../news/accounts/writes/made-by-programs.ts'
import { idNumber } from '../../news/resources/parameters.ts'
import { oneOf } from '../../surfaces/rest/envelopes.ts'
import { exampleOne } from '../../surfaces/rest/examples.ts'
import { callerOf, programOf } from '../../surfaces/rest/me-profile.ts'
import { idQuery } from '../../surfaces/rest/me-schemas.ts'
import { type ApiRoute, type Call, me, route } from '../../surfaces/rest/route.ts'
import { sendDone } from '../../surfaces/rest/send.ts'
import { addAlertWebhook } from './acts.ts'
import { alertLimits } from './rule.ts'
import { listAlertWebhooks, resumeAlertWebhook } from './store/webhooks.ts'

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

const at = '2026-11-21T09:00:00.000Z'
const exampleWebhooks = [
  {
    id: 7,
    url: 'https://receiver.example.com/alerts',
    state: 'active',
    created_at: at,
    delivered_at: at,
    failing_since: null,
    last_error: null,
  },
]

const answersWith = (example: unknown[]) => [
  {
    status: 200,
    description: 'The webhooks as they are now.',
    schema: oneOf(z.array(Webhook)),
    example: exampleOne(example),
  },
]
const webhooks = answersWith(exampleWebhooks)

export const meWebhookRoutes: ApiRoute[] = [
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
      {
        status: 200,
        description: 'Its secret, and the webhooks as they are now.',
        schema: oneOf(AddedWebhook),
        example: exampleOne({ secret: 'whsec_c29tZSByYW5kb20gYnl0ZXM', webhooks: exampleWebhooks }),
      },
    ],
    errors: ['unprocessable'],
    handle: async (call) => {
      const secret = await addAlertWebhook(call.ctx, callerOf(call), call.body.url, programOf(call))
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
      const { clock, database } = call.ctx
      await resumeAlertWebhook(database, callerOf(call), call.body.id, clock.now())
      return sendDone(call, await presentWebhooks(call))
    },
  }),
  route({
    ...me('DELETE', '/webhooks', 'removeMyWebhook'),
    summary: 'Take alerts at an address no more',
    description: 'Messages that wait for it are dropped. A program removes those that it added.',
    query: idQuery,
    answers: answersWith([]),
    errors: ['not_found'],
    handle: async (call) => {
      const made = { userId: callerOf(call), id: call.query.id }
      await removeMade(call.ctx.database, 'webhooks', made, programOf(call))
      return sendDone(call, await presentWebhooks(call))
    },
  }),
]

async function presentWebhooks(call: Call): Promise<z.infer<typeof Webhook>[]> {
  const found = await listAlertWebhooks(call.ctx.database, callerOf(call))
  return found.map(({ id, url, state, createdAt, deliveredAt, failingSince, answer }) => ({
    id,
    url,
    state,
    created_at: createdAt.toISOString(),
    delivered_at: deliveredAt?.toISOString() ?? null,
    failing_since: failingSince?.toISOString() ?? null,
    last_error: answer ?? (failingSince && 'no answer'),
  }))
}
