/** Alerts of events that enough publishers report: to devices, by mail, to webhooks. */
import { join } from 'node:path'
import type { Feature } from '../../feature.ts'
import { alertStages } from './alert-stages.ts'
import { alertButton } from './button.ts'
import { meAlertRoutes } from './me-alerts.ts'
import { meWebhookRoutes } from './me-webhooks.ts'
import { alertsOf } from './store/alerts-of.ts'
import { purgeOldAlerts } from './store/matching.ts'
import { registerAlertTool } from './tool.ts'
import { pushKey } from './web-push.ts'

const path = '/account/alerts'

export const alerts: Feature = {
  async web({ app, ctx, services, page }) {
    const [{ deliverToWebhooks }, { unsubscribeRoutes }] = await Promise.all([
      import('./deliver.ts'),
      import('../../surfaces/site/account/unsubscribe-routes.ts'),
    ])
    unsubscribeRoutes(app, ctx, page, 'alerts')
    return { deliver: (open) => deliverToWebhooks(services, ctx, open) }
  },
  stages: alertStages,
  account: ({ ctx }) => ({
    routes: (app, { page }) =>
      void app.register(async (scope) => {
        const { alertRoutes } = await import('./account-routes.ts')
        alertRoutes(scope, ctx, page)
      }),
    box: async () => {
      const [key, { alertsBox }] = await Promise.all([pushKey(ctx), import('./account-page.ts')])
      return (page, form) => alertsBox(page, { ...form, pushKey: key })
    },
    choices: [{ title: 'alerts.title', path }],
    permissions: { read: 'alerts.may_read', full: 'alerts.may_full' },
    forPrograms: [{ title: 'alerts.webhooks', path: `${path}#webhooks` }],
    data: { export: async (userId) => ({ alerts: await alertsOf(ctx.database, userId) }) },
  }),
  me: [...meAlertRoutes, ...meWebhookRoutes],
  tools: [{ name: 'alert', register: registerAlertTool }],
  buttons: [alertButton],
  styles: [join(import.meta.dirname, 'alerts.css')],
  scripts: [join(import.meta.dirname, 'assets/load-alerts.js')],
  assets: [join(import.meta.dirname, 'assets')],
  workerScripts: ['sw-push.js'],
  purges: [purgeOldAlerts],
}
