/** Material of a text: one report for each publisher that is quoted, and what is new since the text before. Pure. */

import type { Report } from '../../texts/verify/event-points.ts'
import { attributionsOf } from '../rules/copies.ts'
import type { RevisionReason } from '../rules/event-text.ts'
import { findNovelty } from '../rules/novelty.ts'
import type { EventText, MaterialReport } from '../writes/event-texts.ts'

/** Reports that a model reads, and characters of each. */
const MAX_REPORTS = 8
const MAX_REPORT_LENGTH = 3000

/** The members with words of their own, as the model and the checks read them, and the others with the publisher that they quote. */
export interface AttributedReport extends Report {
  excerpt: string
  isCopy: boolean
  name: string
  at: Date
}

export function withAttributions(reports: MaterialReport[]): AttributedReport[] {
  const attributions = attributionsOf(reports)
  return reports.map((report, at) => {
    const { attributedTo, isCopy } = attributions[at] ?? { attributedTo: report.publisher, isCopy: false }
    return {
      articleId: report.articleId,
      title: report.title,
      text: report.text.slice(0, MAX_REPORT_LENGTH),
      language: report.language,
      publisher: report.name,
      author: report.author,
      publishedAt: report.at,
      attributedTo,
      isCopy,
      name: report.name,
      excerpt: report.excerpt,
      at: report.at,
    }
  })
}

export const countIndependent = (reports: AttributedReport[]): number =>
  new Set(reports.map(({ attributedTo }) => attributedTo)).size

/**
 * The first two reports of the event and the newest: its beginning, and its present state. One a publisher before a second.
 */
export function chooseReports(reports: AttributedReport[]): AttributedReport[] {
  const originals = reports.filter(({ isCopy }) => !isCopy)
  const first = firstOfEach(originals)
  const more = originals.filter((report) => !first.includes(report))
  const ranked = [...first.slice(0, 2), ...first.slice(2).reverse(), ...more.reverse()].slice(0, MAX_REPORTS)
  return originals.filter((report) => ranked.includes(report))
}

/** Articles of reports in their own words for which there was no room; on record with the call. */
export const leftOutOf = (reports: readonly AttributedReport[], read: readonly AttributedReport[]): number[] =>
  reports.filter((report) => !report.isCopy && !read.includes(report)).map(({ articleId }) => articleId)

/** One report of each publisher that is quoted. */
const firstOfEach = (reports: readonly AttributedReport[]): AttributedReport[] =>
  [...Map.groupBy(reports, ({ attributedTo }) => attributedTo).values()].flatMap(([first]) => first ?? [])

export interface News {
  reason: RevisionReason
  broughtBy: number[]
}

/** Reason why the event needs a text, or another one; null where there is nothing new. */
export function newsOf(text: EventText | null, reports: AttributedReport[], isShown: boolean): News | null {
  if (!text) {
    const first = firstOfEach(chooseReports(reports))
    return { reason: 'second_source', broughtBy: first.map(({ articleId }) => articleId) }
  }
  if (!isShown) return { reason: 'members_changed', broughtBy: [] }
  const read = reports.filter(({ articleId }) => text.seenIds.includes(articleId))
  const existing = [
    `${text.title}. ${text.summary}`,
    ...text.points.flatMap(({ statements }) => statements.map(({ text: statement }) => statement)),
    ...read.map((report) => `${report.title}. ${report.text}`),
  ]
  const bringing = reports.filter(
    (report) =>
      !read.includes(report) &&
      !report.isCopy &&
      findNovelty(`${report.title}. ${report.excerpt}`, report.language, existing) !== null,
  )
  return bringing.length === 0 ? null : { reason: 'new_fact', broughtBy: bringing.map(({ articleId }) => articleId) }
}
