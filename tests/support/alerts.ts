/** Acts of readers on alerts, as their surfaces do them. */
import type { Ctx } from '../../src/ctx.ts'
import { addAlertWebhook, addDevice, saveAlert } from '../../src/features/alerts/acts.ts'
import type { NewDevice } from '../../src/features/alerts/device.ts'
import type { AlertRuleSettings } from '../../src/features/alerts/rule.ts'
import { alertsOf } from '../../src/features/alerts/store/alerts-of.ts'
import { saveQuietTime } from '../../src/features/alerts/store/rules.ts'
import { pushKey } from '../../src/features/alerts/web-push.ts'
import { removeMade } from '../../src/news/accounts/writes/made-by-programs.ts'
import type { Program } from '../../src/platform/accounts/program.ts'
import type { QuietTime } from '../../src/platform/time/quiet-time.ts'
import { t } from './content.ts'

export const alertsAt = (ctx: Ctx) => ({
  alertsOf: (userId: number) => alertsOf(ctx.database, userId),
  saveAlert: (userId: number, rule: AlertRuleSettings, by?: Program) =>
    saveAlert(ctx, { ...ctx.origin, site: ctx.site, t }, userId, rule, by),
  removeAlert: (userId: number, id: number) => removeMade(ctx.database, 'alert_rules', { userId, id }),
  saveQuietTime: (userId: number, quiet: QuietTime | null) => saveQuietTime(ctx.database, userId, quiet),
  pushKey: () => pushKey(ctx),
  saveDevice: (userId: number, device: NewDevice) => addDevice(ctx, userId, device),
  removeDevice: (userId: number, id: number) => removeMade(ctx.database, 'push_subscriptions', { userId, id }),
  addAlertWebhook: (userId: number, url: string) => addAlertWebhook(ctx, userId, url),
})
