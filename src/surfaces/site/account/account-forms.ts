/** Forms of an account's pages: made by this site for this browser, sent by who is signed in, and back to their page. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../../ctx.ts'
import { addressOf } from '../../../platform/site/addresses.ts'
import { checkForm, requireSession, type SignedIn } from './account-session.ts'

export interface SentForm {
  request: FastifyRequest
  reply: FastifyReply
  session: SignedIn
  userId: number
}

/** Sends a reply of its own, or none: then the browser is redirected to the page of the form. */
type Handle = (form: SentForm) => Promise<unknown>

/** `page` is below `/account`; a name is the rest of the address, none that of the page itself. */
export function accountForms(app: FastifyInstance, ctx: Ctx, page: string, forms: Record<string, Handle>): void {
  for (const [name, handle] of Object.entries(forms))
    app.post(`/account${page}${name && `/${name}`}`, async (request, reply) => {
      checkForm(request, ctx.origin)
      const session = await requireSession(request, ctx)
      await handle({ request, reply, session, userId: session.account.id })
      return reply.sent ? reply : reply.redirect(addressOf(ctx.origin.paths, `/account${page}`), 303)
    })
}
