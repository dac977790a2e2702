/** `/account/profile`: what a reader follows and mutes. */

import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../../../ctx.ts'
import { getProfile } from '../../../news/accounts/writes/follows.ts'
import { nameFollows, nameMutes } from '../../../news/editions/queries/names.ts'
import { addressOf } from '../../../platform/site/addresses.ts'
import type { SitePage } from '../page.ts'
import { formTokenFor, requireSession } from './account-session.ts'
import { profilePage } from './my-pages.ts'
import { doneIn } from './undo.ts'

export function profileRoutes(app: FastifyInstance, ctx: Ctx, page: () => SitePage): void {
  const { database, db, site, origin } = ctx

  app.get('/account/profile', async (request, reply) => {
    const { account } = await requireSession(request, ctx)
    const { follows, mutes } = await getProfile(database, account.id)
    const named = { follows: await nameFollows(db, follows, site), mutes: await nameMutes(db, mutes) }
    const done = await doneIn(request, ctx, account.id)
    const view = { ...named, done, formToken: formTokenFor(request, reply, origin) }
    return reply.type('text/html; charset=utf-8').send(profilePage(page(), view))
  })

  // The profile was a file of its own once.
  app.get('/account/profile.yaml', async (_request, reply) =>
    reply.redirect(addressOf(origin.paths, '/account/export.json'), 308),
  )
}
