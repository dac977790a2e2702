/** Times of a reader's edition by mail, as the account's page saves them. */
import type { Ctx } from '../../src/ctx.ts'
import type { MailTimes } from '../../src/features/edition-mail/mail-times.ts'
import { saveEditionMail } from '../../src/features/edition-mail/subscribers.ts'
import { t } from './content.ts'

export const saveTimes = (ctx: Ctx, userId: number, times: MailTimes): Promise<void> =>
  saveEditionMail(ctx, { ...ctx.origin, site: ctx.site, t }, userId, times)
