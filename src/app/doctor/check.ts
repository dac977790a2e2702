/** What `doctor` finds out: checks that are run one after the other, whatever the others say. */
import { messageOf } from '../../domain/errors.ts'

export type Level = 'ok' | 'warning' | 'fault'

export interface Finding {
  check: string
  level: Level
  text: string
}

/** What a check says: a sentence where all is well, or levels. A check that throws is a fault, a line for each. */
export type Said = string | Omit<Finding, 'check'>[]

export interface Check {
  name: string
  run: () => Said | Promise<Said>
}

export const warning = (text: string): Omit<Finding, 'check'> => ({ level: 'warning', text })
export const fault = (text: string): Omit<Finding, 'check'> => ({ level: 'fault', text })
export const ok = (text: string): Omit<Finding, 'check'> => ({ level: 'ok', text })

export async function runChecks(checks: Check[], report: (finding: Finding) => void): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name, run } of checks) {
    for (const said of await outcomeOf(run)) {
      const finding = { check: name, ...said }
      findings.push(finding)
      report(finding)
    }
  }
  return findings
}

async function outcomeOf(run: Check['run']): Promise<Omit<Finding, 'check'>[]> {
  try {
    const said = await run()
    return typeof said === 'string' ? [ok(said)] : said
  } catch (error) {
    return messageOf(error)
      .split('\n')
      .map((line) => fault(line))
  }
}

/** 0 when nothing is wrong, 1 for something to look at, 2 for what keeps the service or a part of it from working. */
export function exitCodeOf(findings: Finding[]): number {
  if (findings.some(({ level }) => level === 'fault')) return 2
  return findings.some(({ level }) => level === 'warning') ? 1 : 0
}
