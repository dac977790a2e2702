/** An alert by mail, and the ways to alerts from other pages. */

import { alertButton } from '../../../../src/features/alerts/button.ts'
import { alertMail } from '../../../../src/features/alerts/mail.ts'
import type { FeatureSample } from '../preview.ts'
import { events } from '../sample-news.ts'

export const sample: FeatureSample = {
  pages: {
    '/brev-larm': (page) =>
      alertMail(page, { email: 'karin@exempel.se', key: 'x'.repeat(32), events: events.slice(0, 1) })?.html ?? '',
  },
  buttons: [alertButton],
  choices: [{ title: 'alerts.title', path: '/konto/alerts' }],
}
