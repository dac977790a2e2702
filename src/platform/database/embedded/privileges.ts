/**
 * Runs PostgreSQL, which refuses to be root. An ordinary user runs it as it is. For root the first method that works
 * here is used: a user namespace (files stay root's), a user without rights, or a plain child with another user id.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '../../errors.ts'

export interface RunAs {
  /** Words before the program's own. */
  prefix: string[]
  /** For `spawn`. */
  ids: { uid?: number; gid?: number }
}

/** `nobody`, everywhere. */
const UNPRIVILEGED = 65534

/**
 * Throws `unavailable` where root has no method, or `folder` belongs to another user. `folder` may not be there yet.
 */
export function runAs(program: string, folder: string): RunAs {
  const me = process.getuid?.() ?? 0
  const owner = existsSync(folder) ? statSync(folder).uid : null
  if (me !== 0) {
    if (owner === null || owner === me) return { prefix: [], ids: {} }
    throw new AppError('unavailable', `${folder} belongs to another user (id ${owner}): run as that user.`)
  }
  const method = methodsFor(owner).find((each) => works(each, program, dirname(folder)))
  if (!method)
    throw new AppError(
      'unavailable',
      'PostgreSQL refuses to run as root, and this system offers no other way: run as an ordinary user, or set DATABASE_URL.',
    )
  return method
}

/** Makes `folder` the one of the user that `method` runs as. */
export function handOver(folder: string, method: RunAs): void {
  const id = method.ids.uid ?? Number(/--reuid=(\d+)/.exec(method.prefix.join(' '))?.[1] ?? Number.NaN)
  if (!Number.isNaN(id)) chownSync(folder, id, id)
}

function methodsFor(owner: number | null): RunAs[] {
  const namespace: RunAs = { prefix: ['unshare', '--user', '--map-user=1000', '--map-group=1000'], ids: {} }
  const id = owner || UNPRIVILEGED
  const demoted: RunAs[] = [
    {
      prefix: [
        'setpriv',
        `--reuid=${id}`,
        `--regid=${id}`,
        '--clear-groups',
        '--securebits=+no_setuid_fixup',
        '--inh-caps=+dac_override',
        '--ambient-caps=+dac_override',
      ],
      ids: {},
    },
    { prefix: [], ids: { uid: id, gid: id } },
  ]
  // Existing files belong to the user that they were made for.
  return owner === null ? [namespace, ...demoted] : owner === 0 ? [namespace] : demoted
}

/** It is not root then, and can reach both its program and the folder above its data. */
function works({ prefix, ids }: RunAs, program: string, above: string): boolean {
  // A plain child has no right of root's left to enter what is root's alone.
  if (ids.uid !== undefined) chmodSync(above, 0o711)
  const test = 'test "$(id -u)" != 0 && cd "$1" && exec "$0" --version'
  const [command = '', ...args] = [...prefix, 'sh', '-c', test, program, above]
  return spawnSync(command, args, { ...ids, stdio: 'ignore', cwd: dirname(program) }).status === 0
}

let dies: boolean | null = null

/** Words that let a program end with its parent, where the system can (Linux); none elsewhere. */
export function endsWithParent(): string[] {
  dies ??= spawnSync('setpriv', ['--pdeathsig', 'INT', 'true'], { stdio: 'ignore' }).status === 0
  return dies ? ['setpriv', '--pdeathsig', 'INT'] : []
}
