import { IN_ALL, type Quota, SEARCHES } from '../../../news/accounts/writes/quotas.ts'
import { alertLimits } from '../rule.ts'

const FULL = 'That is as many alerts as an account holds. Remove one first.'

export const alertQuotas = {
  rules: { table: 'alert_rules', max: alertLimits.rules, of: IN_ALL, message: FULL },
  ruleSearches: { table: 'alert_rules', max: alertLimits.searches, of: SEARCHES, message: FULL },
  devices: {
    table: 'push_subscriptions',
    max: alertLimits.subscriptions,
    of: IN_ALL,
    message: 'That is as many devices as an account holds. Remove one first.',
  },
  webhooks: {
    table: 'webhooks',
    max: alertLimits.webhooks,
    of: IN_ALL,
    message: `An account holds ${alertLimits.webhooks} webhooks. Remove one first.`,
  },
} satisfies Record<string, Quota>
