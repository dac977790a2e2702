/** A site with readers who have alerts, a mail server and a push service, for journeys of alerts. */
import type { AlertRuleSettings } from '../../../src/features/alerts/rule.ts'
import { alertsAt } from '../alerts.ts'
import { readMail } from '../played/mail.ts'
import { startPushService } from '../played/push.ts'
import { runStage, sendAlerts } from '../run-stage.ts'
import type { TestWebOptions } from '../web.ts'
import { startReportSite } from './reports.ts'

export type AlertSite = Awaited<ReturnType<typeof startAlertSite>>

export async function startAlertSite(env: Record<string, string> = {}, options: TestWebOptions = {}) {
  const site = await startReportSite(env, options)
  const { web, mail, tag, settle } = site
  const { ctx } = web
  const push = await startPushService(() => alertsAt(web.ctx).pushKey())
  return {
    ...site,
    push,
    close: async () => {
      await site.close()
      await push.close()
    },
    /** The stages of alerts, after stories have seen everything. */
    run: async () => {
      await settle()
      await runStage(web.services, 'alerts')
      await sendAlerts(web.services)
    },
    /** A rule for the tag by mail, which is confirmed, unless said otherwise. */
    alert: async (userId: number, about: Partial<AlertRuleSettings> = {}) => {
      const rule = {
        kind: 'tag',
        key: String(tag),
        minSources: 3,
        push: false,
        mail: true,
        webhook: false,
        heedsQuiet: true,
      } as const
      const saved = await alertsAt(ctx).saveAlert(userId, { ...rule, ...about })
      const asked = /\/utskick\/alerts\/([\w-]{32})\/yes/.exec(readMail(mail.mails.at(-1) ?? '').text)?.[1]
      if (asked) await web.app.inject({ method: 'POST', url: `/utskick/alerts/${asked}/yes` })
      mail.mails.length = 0
      return saved
    },
    device: (userId: number, name: string) =>
      alertsAt(ctx).saveDevice(userId, { ...push.subscribe(name), device: 'Firefox, Linux' }),
  }
}
