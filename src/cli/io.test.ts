/** Output of commands, for a person at a terminal. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const module = new URL('io.ts', import.meta.url)

it.each([
  ['line', 'stdout'],
  ['note', 'stderr'],
] as const)('a %s has no control characters of the text, but for its lines and tabs', async (method, stream) => {
  const text = 'a\u001b]0;title\u0007b\r\u009bc\td\ne å 𝄞'
  const script = `(await import(${JSON.stringify(module)})).terminalIo().${method}(${JSON.stringify(text)})`
  const written = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  expect(written[stream]).toBe('a\ufffd]0;title\ufffdb\ufffd\ufffdc\td\ne å 𝄞\n')
})
