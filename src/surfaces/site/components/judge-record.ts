/** The measured record of the judge, in two sentences. */
import { type Html, html } from '../../../html/html.ts'
import { longDate } from '../../../html/times.ts'
import type { JudgeView } from '../../../read/quality/views.ts'
import type { SitePage } from '../page.ts'

export function judgeRecord({ t, site }: SitePage, { model, caught, planted, suspendedSince }: JudgeView): Html {
  const date = suspendedSince && longDate(suspendedSince, site)
  return html`${planted > 0 && html`<p>${t('quality.judge_record', { model, caught, planted })}</p>`}${date && html`<p><strong>${t('quality.judge_suspended', { date })}</strong></p>`}`
}
