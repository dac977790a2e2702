/** The measured record of the judge, in two sentences. */

import type { JudgeView } from '../../../news/texts/queries/views.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { longDate } from '../../../platform/html/times.ts'
import type { SitePage } from '../page.ts'

export function judgeRecord({ t, site }: SitePage, { model, caught, planted, suspendedSince }: JudgeView): Html {
  const date = suspendedSince && longDate(suspendedSince, site)
  return html`${planted > 0 && html`<p>${t('quality.judge_record', { model, caught, planted })}</p>`}${date && html`<p><strong>${t('quality.judge_suspended', { date })}</strong></p>`}`
}
