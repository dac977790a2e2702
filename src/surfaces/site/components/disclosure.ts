/** Writer of the text above: named at the text itself, with the model's name behind it; and its corrections. */
import { articlePath, eventPath, storyPath } from '../../../domain/site/paths.ts'
import { type ChangedWords, changedWords } from '../../../domain/text/changed-words.ts'
import { type Html, html } from '../../../html/html.ts'
import { longDate, timeOn } from '../../../html/times.ts'
import type { CorrectionView, SummaryBy } from '../../../read/articles/views.ts'
import type { TextChecks } from '../../../read/quality/views.ts'
import type { SitePage } from '../page.ts'
import { checkList } from './checks.ts'

export interface Written {
  by: SummaryBy
  model: string | null
  /** Number of publishers whose texts it was written from. */
  sources: number
  /** Publisher of an excerpt. */
  source: string
  /** Checks of a model's text, where they are not elsewhere on the page. */
  checks?: TextChecks | null
}

export function disclosure(page: SitePage, { by, model, sources, source, checks }: Written): Html {
  const { t, paths } = page
  if (by !== 'ai') return html`<p class="written fine">${t(`ai.by_${by}`, { source })}</p>`
  const name = model === null ? t('ai.model_unknown') : t('ai.model', { model })
  return html`<details class="written written-ai fine"><summary>${t('ai.from', { n: sources })}</summary><p>${name} ${t('ai.checked')} <a href="${paths.about}#ai">${t('ai.more')}</a></p>${checks && checkList(page, checks)}</details>`
}

/** Above the text: the correction, its date, and the former text. */
export function corrected(page: SitePage, corrections: CorrectionView[]): Html | null {
  if (corrections.length === 0) return null
  const rows = corrections.map((one) => html`<li>${correction(page, one, false)}</li>`)
  return html`<details class="corrected"><summary>${page.t('corrections.above', { date: longDate((corrections[0] as CorrectionView).at, page.site) })}</summary><ul>${rows}</ul></details>`
}

/** One correction: date, former text, present text. */
export function correction(page: SitePage, one: CorrectionView, named = true): Html {
  const path = pathOf(page, one.of)
  const subject = named && html` <a class="row-title" href="${path}">${one.of.title}</a>`
  const parts = [one.title, one.summary, one.points].filter((part) => part !== null)
  return html`<p class="correction-head"><span class="small">${timeOn(one.at, page)}</span>${subject}</p>
${parts.map(({ before, after }) => change(page, changedWords(before, after)))}`
}

function change({ t }: SitePage, { start, before, after, end }: ChangedWords): Html {
  return html`<dl class="change"><div><dt class="fine">${t('corrections.before')}</dt><dd>${start}${before && html`<del>${before}</del>`}${end}</dd></div><div><dt class="fine">${t('corrections.after')}</dt><dd>${start}${after && html`<ins>${after}</ins>`}${end}</dd></div></dl>`
}

function pathOf({ paths }: SitePage, of: CorrectionView['of']): string {
  if (of.kind === 'event') return eventPath(paths, of)
  return of.kind === 'story' ? storyPath(of) : articlePath(of)
}
