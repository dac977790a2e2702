/** `/account/connect`: a program asks to act for a reader, who decides. The authorization endpoint of OAuth 2.1. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../app/services.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/errors.ts'
import { policyLeadingTo } from '../../platform/http/security-headers.ts'
import { addressOf } from '../../platform/site/addresses.ts'
import { accountForms } from '../../surfaces/site/account/account-forms.ts'
import type { AccountPages } from '../../surfaces/site/account/account-part.ts'
import { findSession, formField, formTokenFor } from '../../surfaces/site/account/account-session.ts'
import {
  type Fields,
  type ParsedRequest,
  parseAuthorizationRequest,
  requestFields,
  stateOf,
} from './authorization-request.ts'
import { findClient } from './clients.ts'
import { connectPage, unknownClientPage } from './connect-pages.ts'
import type { OAuthClient } from './grant.ts'
import { makeGrant, removeAgent } from './grants.ts'
import { matchesRedirectUri, redirectSource, withParameters } from './redirects.ts'

interface Authorization {
  client: OAuthClient
  redirectUri: string
  request: ParsedRequest
}

/** `app` is the scope of the account, with cookies. */
export function connectRoutes(
  app: FastifyInstance,
  ctx: Ctx,
  { database }: Services,
  { page, permissions, signIn }: AccountPages,
): void {
  const { origin, clock } = ctx
  const { baseUrl, paths } = origin
  const sendHtml = (reply: FastifyReply, body: string) => reply.type('text/html; charset=utf-8').send(body)
  const refuse = (reply: FastifyReply) => sendHtml(reply.code(400), unknownClientPage(page()))

  /** Null for an unknown client or address: then the answer leads nowhere (RFC 6749, 4.1.2.1). */
  async function read(fields: Fields): Promise<Authorization | null> {
    const { client_id: id, redirect_uri: redirectUri } = fields
    const client = typeof id === 'string' ? await findClient(database, id) : null
    if (!client || typeof redirectUri !== 'string' || !matchesRedirectUri(client.redirectUris, redirectUri)) return null
    return { client, redirectUri, request: parseAuthorizationRequest(fields, baseUrl) }
  }

  app.get('/account/connect', async (request, reply) => {
    const fields = request.query as Fields
    const authorization = await read(fields)
    if (!authorization) return refuse(reply)
    const sent = requestFields(fields)
    const session = await findSession(request, ctx)
    if (!session) return signIn(request, reply, addressOf(paths, `/account/connect?${new URLSearchParams(sent)}`))
    // A violation is shown, too, and leads on after a click alone: anyone may register an address (RFC 9700, 4.11.2).
    const formToken = formTokenFor(request, reply, origin)
    reply.header('content-security-policy', policyLeadingTo(redirectSource(authorization.redirectUri)))
    return sendHtml(
      reply,
      connectPage(page(), { ...authorization, fields: sent, account: session.account, permissions, formToken }),
    )
  })

  async function decide(
    request: FastifyRequest,
    userId: number,
    authorization: Authorization,
  ): Promise<Record<string, string>> {
    const { client, redirectUri, request: wanted } = authorization
    if ('error' in wanted) return { error: wanted.error }
    if (formField(request, 'answer') !== 'yes') return { error: 'access_denied' }
    return { code: await makeGrant(database, userId, { clientId: client.id, redirectUri, ...wanted }, clock.now()) }
  }

  accountForms(app, ctx, '/connect', {
    '': async ({ request, reply, userId }) => {
      const fields = request.body as Fields
      const authorization = await read(fields)
      if (!authorization) return refuse(reply)
      const state = stateOf(fields)
      const answer = {
        ...(await decide(request, userId, authorization)),
        ...(state !== null && { state }),
        iss: baseUrl,
      }
      return reply
        .header('referrer-policy', 'no-referrer')
        .redirect(withParameters(authorization.redirectUri, answer), 303)
    },
    remove: async ({ request, reply, userId }) => {
      const id = formField(request, 'agent')
      if (!/^[\w-]{1,40}$/.test(id)) throw new AppError('bad_request', 'There is no such program.')
      await removeAgent(database, userId, id)
      return reply.redirect(addressOf(paths, '/account/apps'), 303)
    },
  })
}
