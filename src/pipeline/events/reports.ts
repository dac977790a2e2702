/** Material of a text: one report a voice, and what is new since the text before. Pure. */
import { voicesAmong } from '../../domain/events/copies.ts'
import type { RevisionReason } from '../../domain/events/event-text.ts'
import { findNovelty } from '../../domain/events/novelty.ts'
import type { Report } from '../../generation/verify/event-points.ts'
import type { EventMaterial, MaterialReport } from '../../store/events/event-texts.ts'

/** Reports that a model reads, and characters of each. */
const MAX_REPORTS = 8
const MAX_REPORT_LENGTH = 3000

/** The members with words of their own, as the model and the checks read them, and the others with their voice. */
export interface Voiced extends Report {
  excerpt: string
  isCopy: boolean
  name: string
  at: Date
}

export function voicesOf(reports: MaterialReport[]): Voiced[] {
  const voices = voicesAmong(reports)
  return reports.map((report, at) => {
    const { voice, isCopy } = voices[at] ?? { voice: report.publisher, isCopy: false }
    return {
      articleId: report.articleId,
      title: report.title,
      text: report.text.slice(0, MAX_REPORT_LENGTH),
      language: report.language,
      publisher: report.name,
      author: report.author,
      publishedAt: report.at,
      voice,
      isCopy,
      name: report.name,
      excerpt: report.excerpt,
      at: report.at,
    }
  })
}

export const independentVoices = (reports: Voiced[]): number => new Set(reports.map(({ voice }) => voice)).size

/**
 * The first two reports of the event and the newest: its beginning, and its present state. One a voice before a second.
 */
export function chooseReports(reports: Voiced[]): Voiced[] {
  const own = reports.filter(({ isCopy }) => !isCopy)
  const seen = new Set<string>()
  const first = own.filter(({ voice }) => !seen.has(voice) && seen.add(voice))
  const more = own.filter((report) => !first.includes(report))
  const ranked = [...first.slice(0, 2), ...first.slice(2).reverse(), ...more.reverse()].slice(0, MAX_REPORTS)
  return own.filter((report) => ranked.includes(report))
}

export interface News {
  reason: RevisionReason
  broughtBy: number[]
}

/** Reason why the event needs a text, or another one; null where there is nothing new. */
export function newsOf({ text }: EventMaterial, reports: Voiced[]): News | null {
  const ids = reports.map(({ articleId }) => articleId)
  if (!text) return { reason: 'second_source', broughtBy: ids.slice(0, 2) }
  if (!text.articleIds.every((id) => ids.includes(id))) return { reason: 'members_changed', broughtBy: [] }
  const read = reports.filter(({ articleId }) => text.seenIds.includes(articleId))
  const existing = [
    `${text.title}. ${text.summary}`,
    ...text.points.map((point) => `${point.text} ${point.against?.text ?? ''}`),
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
