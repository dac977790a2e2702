/** `/konto/utskick`. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../../ctx.ts'
import { checkTimes, type MailTimes, parseClock } from '../../../news/editions/rules/mail-times.ts'
import { enforce, limits } from '../../../platform/http/rate-limit.ts'
import type { SiteContext } from '../page-context.ts'
import { accountForms } from './account-forms.ts'
import { formField, formFields, formTokenFor, requireSession } from './account-session.ts'
import { editionMailPage } from './edition-mail.ts'

const sendHtml = (reply: FastifyReply, body: string) => reply.type('text/html; charset=utf-8').send(body)

/** `app` is the scope of the account, with cookies. */
export function editionMailRoutes(app: FastifyInstance, ctx: Ctx, pageContext: SiteContext): void {
  const { commands } = ctx

  async function show(request: FastifyRequest, reply: FastifyReply, wrong = false): Promise<FastifyReply> {
    const { account } = await requireSession(request, ctx)
    const mail = await commands.editionMail(account.id)
    const formToken = formTokenFor(request, reply, ctx.origin)
    const view = { email: account.email, mail, wrong, formToken }
    return sendHtml(reply.code(wrong ? 422 : 200), editionMailPage(pageContext.page(ctx.clock.now()), view))
  }

  app.get('/konto/utskick', (request, reply) => show(request, reply))

  accountForms(app, ctx, '/utskick', {
    '': async ({ request, reply, session: { account } }) => {
      const times = timesOf(request)
      if (!times) return show(request, reply, true)
      const mail = await commands.editionMail(account.id)
      const queries = !mail?.confirmed || mail.stopped !== null
      if (queries && account.email !== null) await enforce(ctx.limiter, reply, limits.mails, account.email)
      await commands.saveEditionMail(account.id, times)
    },
    sluta: ({ userId }) => commands.stopMail('edition', { userId }),
  })
}

function timesOf(request: FastifyRequest): MailTimes | null {
  const at = (edition: string) =>
    formField(request, edition) === 'ja' ? parseClock(formField(request, `${edition}_kl`)) : null
  return checkTimes({
    timezone: formField(request, 'zon'),
    morning: at('morning'),
    evening: at('evening'),
    days: formFields(request, 'dag').map(Number),
  })
}
