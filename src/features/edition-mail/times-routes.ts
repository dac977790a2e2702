/** `/account/letters`. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { stopMail } from '../../news/editions/writes/mail-subscriptions.ts'
import { enforce, limits } from '../../platform/http/rate-limit.ts'
import { parseClock } from '../../platform/time/times-of-day.ts'
import { accountForms } from '../../surfaces/site/account/account-forms.ts'
import { formField, formFields, formTokenFor, requireSession } from '../../surfaces/site/account/account-session.ts'
import type { SitePage } from '../../surfaces/site/page.ts'
import { checkTimes, type MailTimes } from './mail-times.ts'
import { findEditionMail, saveEditionMail } from './subscribers.ts'
import { editionMailPage } from './times-page.ts'

const sendHtml = (reply: FastifyReply, body: string) => reply.type('text/html; charset=utf-8').send(body)

/** `app` is the scope of the account, with cookies. */
export function timesRoutes(app: FastifyInstance, ctx: Ctx, page: () => SitePage): void {
  const { database, clock } = ctx

  async function show(request: FastifyRequest, reply: FastifyReply, wrong = false): Promise<FastifyReply> {
    const { account } = await requireSession(request, ctx)
    const mail = await findEditionMail(database, account.id)
    const formToken = formTokenFor(request, reply, ctx.origin)
    const view = { email: account.email, mail, wrong, formToken }
    return sendHtml(reply.code(wrong ? 422 : 200), editionMailPage(page(), view))
  }

  app.get('/account/letters', (request, reply) => show(request, reply))

  accountForms(app, ctx, '/letters', {
    '': async ({ request, reply, session: { account } }) => {
      const times = timesOf(request)
      if (!times) return show(request, reply, true)
      const mail = await findEditionMail(database, account.id)
      const queries = !mail?.confirmed || mail.stopped !== null
      if (queries && account.email !== null) await enforce(ctx.limiter, reply, limits.mails, account.email)
      await saveEditionMail(ctx, page(), account.id, times)
    },
    stop: ({ userId }) => stopMail(database, 'edition', { userId }, clock.now()),
  })
}

function timesOf(request: FastifyRequest): MailTimes | null {
  const at = (edition: string) => (formField(request, edition) ? parseClock(formField(request, `${edition}_at`)) : null)
  return checkTimes({
    timezone: formField(request, 'zone'),
    morning: at('morning'),
    evening: at('evening'),
    days: formFields(request, 'day').map(Number),
  })
}
