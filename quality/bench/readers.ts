/** Readers at a steady pace, as a process of their own beside whatever is measured. */
import { setTimeout as sleep } from 'node:timers/promises'
import { startScript } from './children.ts'

/** Milliseconds of an answer. */
export interface PacedReport {
  answers: number
  failed: number
  p50: number
  p99: number
  max: number
}

export const READS_A_SECOND = 100
const surfaces = ['/entries.json', '/api/v1/entries', '/', '/entries.rss', '/index.md', '/feed.json']
const WARM_UP_MS = 3000

/** What readers of `origin` meet while `work` is done, after some seconds without it. Rejects when one was not answered. */
export async function withReaders<T>(
  origin: string,
  work: () => Promise<T>,
  more: readonly string[] = [],
): Promise<{ result: T; report: PacedReport }> {
  const readers = await startScript('./paced.ts', {
    BENCH_ORIGIN: origin,
    BENCH_PATHS: [...surfaces, ...more].join('\n'),
    BENCH_PER_SECOND: String(READS_A_SECOND),
  })
  try {
    await sleep(WARM_UP_MS)
    await readers.ask('report')
    const result = await work()
    const report = (await readers.ask('report')) as PacedReport
    if (report.failed > 0) throw new Error(`${report.failed} of ${report.answers} reads of ${origin} failed`)
    return { result, report }
  } finally {
    await readers.stop()
  }
}
