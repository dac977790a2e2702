/** Health checks: each reports when it is run, and some notify the operator. One that throws does not stop the others. */
import { messageOf } from '../../platform/errors.ts'
import type { OperatorIssue } from '../operator/rules/notices.ts'

export type Level = 'ok' | 'warning' | 'fault'

export interface Finding {
  check: string
  level: Level
  text: string
}

/** A sentence where all is well, or findings. An error of a check becomes findings of the level "fault", one for each line. */
export type Report = string | Omit<Finding, 'check'>[]

export interface Check {
  name: string
  run: () => Report | Promise<Report>
}

export interface Issues {
  open: OperatorIssue[]
  /** Keys of what is not over, though it would not be notified today: such as a silent source whose last fetch failed. */
  lasting?: string[]
}

/** A check of the registry. Each surface takes the checks that have what it shows. */
export interface HealthCheck {
  name: string
  /** `fatal`: the service cannot work without it. */
  severity: 'fatal' | 'warning'
  /** For `/readyz`: why it fails now, or null; quick, whatever the database does. `as` is its name there, where it has one. */
  probe?: { as: string | null; why: () => Promise<string | null> }
  /** For `doctor`; without one it is for notices alone. */
  run?: Check['run']
  /** For the operator's notices, the console and `/metrics`. */
  notify?: () => Promise<Issues>
}

export const warning = (text: string): Omit<Finding, 'check'> => ({ level: 'warning', text })
export const failure = (text: string): Omit<Finding, 'check'> => ({ level: 'fault', text })
export const ok = (text: string): Omit<Finding, 'check'> => ({ level: 'ok', text })

export async function runChecks(
  checks: Pick<HealthCheck, 'name' | 'run'>[],
  report: (finding: Finding) => void,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name, run } of checks) {
    for (const found of run ? await outcomeOf(run) : []) {
      const finding = { check: name, ...found }
      findings.push(finding)
      report(finding)
    }
  }
  return findings
}

/**
 * Readiness to answer requests in full. What is not fatal is reported alone: reads of a lost replica go to the primary. The
 * first probe is the database's; the other fatal ones fail with it, untried.
 */
export async function checkReadiness(
  checks: HealthCheck[],
): Promise<{ ready: boolean; checks: Record<string, boolean>; reason?: string }> {
  const probes = checks.flatMap(({ severity, probe }) => (probe ? { ...probe, isFatal: severity === 'fatal' } : []))
  const silence = (await probes[0]?.why()) ?? null
  const causes = await Promise.all(
    probes.map(({ isFatal, why }, i) => (i === 0 || (isFatal && silence !== null) ? silence : why())),
  )
  const reason = causes.find((cause, i) => probes[i]?.isFatal && cause !== null) ?? null
  const named = probes.flatMap(({ as }, i) => (as === null ? [] : [[as, causes[i] === null] as const]))
  return { ready: reason === null, checks: Object.fromEntries(named), ...(reason !== null && { reason }) }
}

/** Open issues, by the check that found them. A check that throws is given to `onError`, and has none. */
export async function listIssues(
  checks: Pick<HealthCheck, 'name' | 'notify'>[],
  onError: (check: string, error: unknown) => void,
): Promise<(Required<Issues> & { check: string })[]> {
  const found = checks.flatMap(({ name: check, notify }) =>
    notify
      ? [
          notify().then(
            ({ open, lasting = [] }) => ({ check, open, lasting }),
            (error) => void onError(check, error),
          ),
        ]
      : [],
  )
  return (await Promise.all(found)).filter((issues) => issues !== undefined)
}

async function outcomeOf(run: Check['run']): Promise<Omit<Finding, 'check'>[]> {
  try {
    const reported = await run()
    return typeof reported === 'string' ? [ok(reported)] : reported
  } catch (error) {
    return messageOf(error)
      .split('\n')
      .map((line) => failure(line))
  }
}

/** 0 when nothing is wrong, 1 for something to look at, 2 for what keeps the service or a part of it from working. */
export function exitCodeOf(findings: Finding[]): number {
  if (findings.some(({ level }) => level === 'fault')) return 2
  return findings.some(({ level }) => level === 'warning') ? 1 : 0
}
