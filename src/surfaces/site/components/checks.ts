/** Checks of a model's text, sentence by sentence: the texts that each is based on, and the judge's verdict. */

import type { CheckedSentence, TextChecks } from '../../../news/texts/queries/views.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import type { SitePage } from '../page.ts'

export function checkList(page: SitePage, { sentences, dropped, judge }: TextChecks): Html {
  const { t } = page
  const rows = sentences.map(
    (one) => html`<li>${one.text}<span class="small">${verdict(page, one)}</span>${evidence(one)}</li>`,
  )
  const [source, ...more] = new Set(sentences.flatMap(({ publishers }) => publishers))
  const n = sentences.length
  const checked = more.length > 0 ? t('quality.checked_many', { n }) : t('quality.checked', { n, source: source ?? '' })
  const left = dropped > 0 && ` ${t('quality.left_out', { n: dropped })}`
  const judged = judge && ` ${t('quality.judged_by', { ...judge })}`
  return html`<p>${checked}${left}${judged} <a href="${page.checksPath}">${t('quality.how')}</a></p>
<ol class="checks">${rows}</ol>`
}

function verdict({ t }: SitePage, { passages, publishers, headlineOnly, supported, byOperator }: CheckedSentence) {
  const origin = { n: passages, source: publishers.join(', ') }
  const isSupported = supported === true && !byOperator
  const labels = [
    t(isSupported ? 'quality.supported' : 'quality.passages', origin),
    headlineOnly && t('quality.headline_only'),
    byOperator && t('quality.by_operator'),
    supported === false && !byOperator && t('quality.unsupported'),
  ]
  return labels.filter((label) => label !== false).join(' · ')
}

const evidence = ({ evidence: quoted }: CheckedSentence) =>
  quoted?.map((passage) => html`<q class="small">${passage}</q>`)
