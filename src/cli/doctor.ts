/** `doctor`: checks the needs of the service, one line each, with the cure for each failure. */

import { examine } from '../app/doctor/doctor.ts'
import type { Environment } from '../config.ts'
import { exitCodeOf, type Finding } from '../news/health/health-check.ts'
import type { Io } from './io.ts'

const labels = { ok: 'ok     ', warning: 'WARNING', fault: 'FAULT  ' }

/** Exit code 0 when nothing is wrong, 1 for something to look at, 2 for a failure. */
export async function doctor(
  io: Io,
  { json, notify = false, environment }: { json?: boolean; notify?: boolean; environment?: Environment },
): Promise<number> {
  const line = ({ level, check, text }: Finding) => io.line(`${labels[level]} ${check}: ${text}`)
  const findings = await examine({
    notify,
    report: json ? () => {} : line,
    ...(environment && { environment }),
  })
  const code = exitCodeOf(findings)
  if (json) io.line(JSON.stringify({ code, findings }, null, 2))
  return code
}
