/** Guides whose facts end before a release that our own articles report. Pure. */

/** A report about a guide's subject that is newer than its facts. */
export interface LaterReport {
  slug: string
  file: string
  factsUntil: string
  names: string[]
  title: string
  at: Date
}

export type OverdueGuide = Pick<LaterReport, 'slug' | 'file' | 'factsUntil' | 'title' | 'at'>

/** The newest such report of each guide, by file; `reports` newest first, `released` finds the words of a release. */
export function overdueGuides(reports: readonly LaterReport[], released: RegExp | null): OverdueGuide[] {
  const newest = new Map<string, OverdueGuide>()
  for (const { names, ...report } of reports) {
    if (newest.has(report.slug) || !released?.test(report.title)) continue
    const title = report.title.toLowerCase()
    if (names.length === 0 || names.some((name) => title.includes(name.toLowerCase()))) newest.set(report.slug, report)
  }
  return [...newest.values()].sort((a, b) => a.file.localeCompare(b.file, 'en'))
}
