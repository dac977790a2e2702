/** Corrections of a text, above it and in its data for search engines. */

import type { ReadDb } from '../../platform/database/read-db.ts'
import { type Html, html } from '../../platform/html/html.ts'
import { longDate, timeOn } from '../../platform/html/times.ts'
import { articlePath, eventPath, storyPath } from '../../platform/site/paths.ts'
import type { ShownTexts, TextNote } from '../../surfaces/site/feature-site.ts'
import type { SitePage } from '../../surfaces/site/page.ts'
import { type ChangedWords, changedWords } from './changed-words.ts'
import { type CorrectionView, listCorrectionsOf } from './queries.ts'

export const findCorrectionNote = async (db: ReadDb, texts: ShownTexts): Promise<TextNote | null> =>
  noteOf(await listCorrectionsOf(db, texts))

export function noteOf(corrections: CorrectionView[]): TextNote | null {
  const [newest] = corrections
  if (!newest) return null
  return {
    above: (page) =>
      html`<details class="corrected"><summary>${page.t('corrections.above', { date: longDate(newest.at, page.site) })}</summary><ul>${corrections.map((one) => html`<li>${correction(page, one, false)}</li>`)}</ul></details>`,
    jsonLd: { correction: corrections.map(comment) },
  }
}

const comment = ({ at, title, summary }: CorrectionView) => ({
  '@type': 'CorrectionComment',
  datePublished: at.toISOString(),
  text: [title, summary].flatMap((part) => (part ? `${part.before} → ${part.after}` : [])).join('\n'),
})

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
