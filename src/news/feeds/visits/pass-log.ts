/** One line in the log for a pass over the sources: how many answered, what failed and why. */
import type { Logger } from 'pino'
import { counted } from '../../../platform/text/counted.ts'
import type { FetchReport } from '../rules/ingest-report.ts'

/** A pass of the worker, which takes sources as they become due, is over after so long without a visit. */
const PAUSE_MS = 5000
const MAX_MS = 60_000
const NAMED = 10

/** Writes nothing for no visits. */
export function logPass(log: Logger, fetches: FetchReport[]): void {
  if (fetches.length === 0) return
  const failed = fetches.filter(({ outcome }) => outcome === 'failed')
  const offline = failed.filter(({ cause }) => cause === 'offline').length
  const counts = { requested: fetches.length, answered: fetches.length - failed.length, failed: failed.length }
  const message = `${counted(counts.requested, 'source')} asked: ${counts.answered} answered`
  if (offline > 0) {
    log.warn({ ...counts, offline }, `${message}; this machine's own network is unreachable`)
    return
  }
  const why = failed.slice(0, NAMED).map(({ title, error }) => `${title}: ${error}`)
  const rest = failed.length - why.length
  const details = [...why, ...(rest > 0 ? [`and ${rest} more`] : [])].join(' ')
  log.info(counts, failed.length === 0 ? message : `${message}, ${failed.length} failed. ${details}`)
}

export interface PassLog {
  note(fetch: FetchReport): void
  /** Writes what is still unsaid. */
  end(): void
}

/** Gathers a worker's visits into passes. */
export function startPassLog(log: Logger, pauseMs = PAUSE_MS): PassLog {
  let fetches: FetchReport[] = []
  let timer: NodeJS.Timeout | null = null
  let began = 0
  const end = () => {
    if (timer) clearTimeout(timer)
    timer = null
    logPass(log, fetches)
    fetches = []
  }
  return {
    note: (fetch) => {
      if (fetches.length === 0) began = Date.now()
      fetches.push(fetch)
      if (timer) clearTimeout(timer)
      timer = setTimeout(end, Math.min(pauseMs, Math.max(0, began + MAX_MS - Date.now())))
    },
    end,
  }
}
