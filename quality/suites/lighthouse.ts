/** Lighthouse's marks for a page, as a phone on a slow network would meet it. */
import lighthouse from 'lighthouse'
import { launchDebuggable } from '../../tests/support/browser.ts'

export interface Marks {
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  layoutShift: number
  /** Audits that cost points, one line each. */
  faults: string[]
  /** Lighthouse's measure of how fast this machine was just now. */
  speed: number
}

/** `benchmarkIndex` of a fast desktop, which slowed down four times is the phone that Lighthouse plays. */
export const SPEED = 1500
const SLOWDOWN = 4

/** `speed` of the machine as measured before: a slower one is slowed down less, so that the phone is the same. */
export async function marksOf(url: string, speed = SPEED): Promise<Marks> {
  const { browser, port } = await launchDebuggable()
  try {
    const categories = ['performance', 'accessibility', 'best-practices', 'seo']
    const cpuSlowdownMultiplier = Math.max(1, SLOWDOWN * Math.min(1, speed / SPEED))
    const result = await lighthouse(url, {
      port,
      onlyCategories: categories,
      logLevel: 'silent',
      output: 'json',
      throttling: { cpuSlowdownMultiplier },
    })
    if (!result) throw new Error('Lighthouse gave no result.')
    const { lhr } = result
    const mark = (id: string) => Math.round((lhr.categories[id]?.score ?? 0) * 100)
    const weighted = new Set(
      Object.values(lhr.categories).flatMap((c) => c.auditRefs.filter((ref) => ref.weight > 0).map((ref) => ref.id)),
    )
    const faults = Object.values(lhr.audits)
      .filter((audit) => weighted.has(audit.id) && audit.score !== null && audit.score < 0.9)
      .map((audit) => `${audit.id}: ${audit.title} ${audit.displayValue ?? ''}`)
    return {
      performance: mark('performance'),
      accessibility: mark('accessibility'),
      bestPractices: mark('best-practices'),
      seo: mark('seo'),
      layoutShift: lhr.audits['cumulative-layout-shift']?.numericValue ?? 1,
      faults,
      speed: lhr.environment.benchmarkIndex,
    }
  } finally {
    await browser.close()
  }
}
