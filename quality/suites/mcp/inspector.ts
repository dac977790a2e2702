/** All tools through the command line of the MCP Inspector, over HTTP and over stdio. */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { everyCall } from '../../../tests/support/mcp/calls.ts'
import { seedDataDir } from '../../../tests/support/mcp/data-dir.ts'
import { startTickingWeb } from '../../../tests/support/worlds/agent.ts'

const inspector = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json')),
  'clients/launcher/build/index.js',
)
const karnhuset = fileURLToPath(new URL('../../../bin/karnhuset', import.meta.url))

const web = await startTickingWeb()
const data = await seedDataDir()
let [passed, failed] = [0, 0]
for (const [way, target, world] of [
  ['http', [`${web.address}/mcp`], web.world],
  [
    'stdio',
    [process.execPath, karnhuset, 'mcp', ...Object.entries(data.env).flatMap(([k, v]) => ['-e', `${k}=${v}`])],
    data.world,
  ],
] as const) {
  for (const [name, args] of everyCall(world)) {
    const { text, errors } = await inspect([...target, '--method', 'tools/call', '--tool-name', name, ...pairs(args)])
    const ok = isAnswer(text)
    if (ok) passed++
    else failed++
    console.log(`${ok ? 'pass' : 'FAIL'}  ${way}  ${name}${ok ? '' : `\n${text}\n${errors}`}`)
  }
}
await web.close()
data.remove()
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

function pairs(args: Record<string, unknown>): string[] {
  return Object.entries(args).flatMap(([key, value]) => ['--tool-arg', `${key}=${value}`])
}

function isAnswer(text: string): boolean {
  try {
    const { isError, structuredContent } = JSON.parse(text)
    return !isError && typeof structuredContent.notice === 'string'
  } catch {
    return false
  }
}

function inspect(args: string[]): Promise<{ text: string; errors: string }> {
  const child = spawn(process.execPath, [inspector, '--cli', '--connect-timeout', '300000', ...args], {
    timeout: 300_000,
  })
  let [text, errors] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (text += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => (errors += String(chunk)))
  return new Promise((resolve) => child.on('close', () => resolve({ text, errors })))
}
