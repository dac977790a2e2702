/**
 * The official suite's scenarios for authorization servers, against the sign-in of the running server. Its browser is played: a
 * reader who is signed in consents. Exit code 1 when one of the two fails.
 */
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { signIn } from '../../../tests/support/people.ts'
import { answerForm, register } from '../../../tests/support/played/identity.ts'
import { freePort } from '../../../tests/support/played/small-server.ts'
import { until } from '../../../tests/support/service.ts'
import { startTestWeb } from '../../../tests/support/web.ts'
import { revisions } from './scenarios.ts'

const suite = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
)
/** Of the suite's own address that the answer leads to. */
const port = String(await freePort())

const base = createServer()
await new Promise<void>((resolve) => base.listen(0, '127.0.0.1', resolve))
const address = `http://127.0.0.1:${(base.address() as AddressInfo).port}`
const web = await startTestWeb({ BASE_URL: address })
base.on('request', web.app.routing)
const { token } = await signIn(web, 'ann@site.example')

let [passed, failed] = [0, 0]
for (const revision of revisions) {
  const { body } = await register(web, { redirect_uris: [`http://127.0.0.1:${port}/callback`] })
  const args = ['authorization', '--url', address, '--client-id', body.client_id, '--resource', `${address}/mcp`]
  const { code, output } = await run([...args, '--port', port, '--spec-version', revision])
  const ok = code === 0 && output.includes('Total: 2 passed, 0 failed')
  console.log(`${ok ? 'pass' : 'FAIL'}  ${revision}  authorization${ok ? '' : `\n${output}`}`)
  if (ok) passed++
  else failed++
}
console.log(`\n${passed} passed, ${failed} failed`)
await web.close()
base.close()
process.exit(failed > 0 ? 1 : 0)

/** The suite prints the address that it wants opened, and waits for where it leads. */
function run(args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [suite, ...args], { timeout: 300_000 })
  let output = ''
  let opened = false
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += String(chunk)
      const wanted = /^http\S+\/konto\/connect\?\S+$/m.exec(output)?.[0]
      if (!wanted || opened) return
      opened = true
      void consent(new URL(wanted))
    })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
}

async function consent({ searchParams }: URL): Promise<void> {
  const answer = await answerForm(web, token, Object.fromEntries(searchParams))
  // The suite prints the address before it listens for the answer.
  const led = () => fetch(String(answer.headers.location)).catch(() => null)
  await until(led, (response) => response !== null, 10)
}
