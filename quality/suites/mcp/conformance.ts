/**
 * The official MCP conformance suite against the running server: `npm run suites -- mcp`. Exit code 1 when a scenario
 * that applies fails, or when the suite has one that is neither run nor listed as not applicable.
 */
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { startTestWeb } from '../../../tests/support/web.ts'
import { seedWorld } from '../../../tests/support/worlds/agent.ts'
import { inapplicable, revisions, untestableChecks } from './scenarios.ts'

const suite = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
)

const base = createServer()
await new Promise<void>((resolve) => base.listen(0, '127.0.0.1', resolve))
const address = `http://127.0.0.1:${(base.address() as AddressInfo).port}`
const web = await startTestWeb({ BASE_URL: address, MCP_RATE_PER_MINUTE: '100000' })
await seedWorld(web)
base.on('request', web.app.routing)

const failed: string[] = []
let passed = 0
for (const revision of revisions) {
  const scenarios = await listScenarios(revision)
  for (const scenario of scenarios) {
    if (inapplicable[scenario]) continue
    const result = await run(['server', '--url', `${address}/mcp`, '--scenario', scenario, '--spec-version', revision])
    const ok = result.code === 0 || onlyUntestable(scenario, result.output)
    console.log(`${ok ? 'pass' : 'FAIL'}  ${revision}  ${scenario}`)
    if (ok) passed++
    else failed.push(`${revision} ${scenario}\n${result.output}`)
  }
}
for (const text of failed) console.log(`\n${text}`)
console.log(
  `\n${passed} passed, ${failed.length} failed, ${Object.keys(inapplicable).length} not applicable (docs/mcp.md)`,
)
await web.close()
base.close()
process.exit(failed.length > 0 ? 1 : 0)

/** True when nothing failed but checks that need a tool of the suite's own, and at least one check passed. */
function onlyUntestable(scenario: string, output: string): boolean {
  const checks = (outcome: string) =>
    output
      .split('\n')
      .flatMap((line) => (line.includes(outcome) ? (/\[([a-z0-9-]{8,})\s*\]/.exec(line)?.[1] ?? []) : []))
  const failures = checks('FAILURE')
  const allowed = untestableChecks[scenario] ?? []
  return failures.length > 0 && checks('SUCCESS').length > 0 && failures.every((check) => allowed.includes(check))
}

/** Names of the suite's scenarios for servers at a revision. */
async function listScenarios(revision: string): Promise<string[]> {
  const { output } = await run(['list'])
  const [, servers = ''] = /Server scenarios[^\n]*\n([\s\S]*?)\n\n/.exec(output) ?? []
  return servers
    .split('\n')
    .map((line) => /^\s+- (\S+) \[(.*)\]/.exec(line))
    .flatMap((match) => (match?.[2]?.split(',').includes(revision) ? String(match[1]) : []))
}

function run(args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [suite, ...args], { timeout: 300_000 })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
}
