/** `npm run suites [-- NAME…]`: installs quality/package.json when it changed, then runs the long suites. */
import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { install } from '../../scripts/install.ts'

const here = import.meta.dirname
const quality = join(here, '..')
const root = join(quality, '..')
const node = process.execPath
const local = (name: string) => join(quality, 'node_modules/.bin', name)
const shared = (name: string) => join(root, 'node_modules/.bin', name)
const openapi = join(quality, 'node_modules/.cache/openapi.json')
const script = (name: string, ...args: string[]) => ['npm', 'run', '-s', name, '--', ...args]
const tests = (...names: string[]) => [shared('vitest'), 'run', '--config', join(here, 'vitest.config.ts'), ...names]

/** Written as tests; they mostly wait for processes and browsers, so that all are done sooner in one run. */
const journeys = [
  'service/',
  'changes/',
  'browser/',
  'pages/',
  'install/',
  'survival/',
  'clients/',
  'mutants/',
  'html',
  'local-model',
]

/** Files of `npm test` that take a share of large tables there. */
const sweeps = globSync('{src,tests}/**/*.test.ts', { cwd: root }).filter((file) =>
  readFileSync(join(root, file), 'utf8').includes('/sweep.ts'),
)

/** Files with some of the twelve tests that represent the others in .ci/run. */
const twelve = globSync(join(here, 'browser/*.test.ts')).filter((file) =>
  /\['twelve'\]/.test(readFileSync(file, 'utf8')),
)

/** Each suite is commands that must all succeed. */
const suites: Record<string, string[][]> = {
  packages: [['bash', join(root, '.ci/packages'), 'suites']],
  slow: [script('test:slow')],
  trust: [script('eval:trust')],
  kills: [tests('survival/survival')],
  twelve: [tests('--tags-filter', 'twelve', ...twelve)],
  types: [[shared('tsc'), '--noEmit', '-p', here]],
  openapi: [
    [node, join(root, 'scripts/write-openapi.ts'), openapi],
    [local('redocly'), 'lint', '--extends', 'recommended-strict', openapi],
    [local('spectral'), 'lint', '--fail-severity', 'hint', '--ruleset', join(here, 'openapi/spectral.yaml'), openapi],
  ],
  mcp: [
    [node, join(here, 'mcp/conformance.ts')],
    [node, join(here, 'mcp/authorization.ts')],
    [node, join(here, 'mcp/inspector.ts')],
  ],
  journeys: [tests(...journeys)],
  containers: [
    [local('dockerfilelint'), join(root, 'Dockerfile')],
    [local('dclint'), join(root, 'compose.yaml')],
  ],
  audit: [['bash', join(root, '.ci/audit')]],
  clusters: [script('eval:clusters')],
  sweeps: [['env', 'SWEEP=whole', shared('vitest'), 'run', ...sweeps]],
  screenshots: [script('screenshots')],
  lighthouse: [tests('lighthouse')],
  rehearsal: [script('rehearse', '--short')],
}

/** Lanes run in parallel, the suites of a lane in sequence. Measurements have the machine to themselves. */
const rounds = [
  [['packages']],
  [
    ['journeys'],
    ['slow', 'trust', 'types', 'openapi', 'mcp', 'containers', 'audit', 'clusters', 'sweeps', 'screenshots'],
  ],
  [['lighthouse', 'rehearsal']],
]
/** Suites that need none of the packages here. */
const bare = ['packages', 'slow', 'trust', 'kills', 'twelve', 'audit', 'clusters', 'sweeps', 'screenshots', 'rehearsal']

/** A part of the journeys, by its name. */
const parts = Object.fromEntries(journeys.map((name) => [name.replace('/', ''), [tests(name)]]))

/** Writes as it goes, or all at its end to `say`. */
function run([program = '', ...args]: string[], { cwd = root, report: say }: Running = {}): Promise<boolean> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const child = spawn(program, args, { cwd, env, stdio: say ? ['ignore', 'pipe', 'pipe'] : 'inherit' })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => say?.(String(chunk)))
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`${program}: ${error.message}`)
      resolve(false)
    })
    child.once('close', (code) => resolve(code === 0))
  })
}

interface Running {
  cwd?: string
  report?: (text: string) => unknown
}

/** The names of those that failed. Output of a lane `beside` another is shown a suite at a time. */
async function runLane(names: string[], beside: boolean): Promise<string[]> {
  const failed: string[] = []
  for (const name of names) {
    const said = [`\n--- suite ${name}\n`]
    if (!beside) process.stdout.write(said.join(''))
    let passed = true
    for (const command of { ...suites, ...parts }[name] ?? [])
      passed &&= await run(command, beside ? { report: (text) => said.push(text) } : {})
    if (beside) process.stdout.write(said.join(''))
    if (!passed) failed.push(name)
  }
  return failed
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in suites || name in parts))
if (unknown.length > 0) {
  console.error(
    `There is no suite ${unknown.join(', ')}. There are: ${Object.keys({ ...suites, ...parts }).join(', ')}`,
  )
  process.exit(2)
}
const needsPackages = named.length === 0 || named.some((name) => !bare.includes(name))
if (needsPackages && !install(quality)) {
  console.error('The packages of quality/suites could not be installed: no suite was run.')
  process.exit(1)
}
const failed: string[] = []
for (const lanes of named.length > 0 ? [[named]] : rounds)
  failed.push(...(await Promise.all(lanes.map((lane, at) => runLane(lane, at > 0)))).flat())
console.log(failed.length > 0 ? `\nfailed: ${failed.join(', ')}` : '\nall suites passed')
process.exit(failed.length > 0 ? 1 : 0)
