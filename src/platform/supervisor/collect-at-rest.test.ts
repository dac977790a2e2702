import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const module = JSON.stringify(import.meta.resolve('./collect-at-rest.ts'))

async function play(script: string): Promise<string> {
  const args = ['--input-type=module', '--eval', `import { collectAtRest } from ${module}\n${script}`]
  return (await promisify(execFile)(process.execPath, args)).stdout
}

const dropped = `
  let some = Array.from({ length: 640_000 }, (_, n) => ({ n, half: n / 2, more: [n] }))
  const seen = new WeakRef(some)
  some = null`
const rest = 'await new Promise((done) => setTimeout(done, 3000))'
const work = 'for (const end = Date.now() + 1500; Date.now() < end; await new Promise(setImmediate));'

it.concurrent('what a process has dropped is collected once it rests', { tags: 'slow' }, async () =>
  expect(await play(`collectAtRest(600)${dropped}\n${rest}\nconsole.log(seen.deref())`)).toBe('undefined\n'),
)

it.concurrent.each([
  ['once for what came since', `globalThis.kept = new Array(8_000_000).fill(0.5)\n${rest}`, ' collected'],
  ['not while the process works', `globalThis.kept = new Array(8_000_000).fill(0.5)\n${work}`, ''],
  ['once after the start, where little came', rest, ' collected'],
])('is done %s', { tags: 'slow' }, async (_, script, times) =>
  expect(await play(`collectAtRest(600, () => process.stdout.write(' collected'))\n${script}`)).toBe(times),
)

it.concurrent('leaves the code that V8 has compiled before usable', async () => {
  const versions =
    'const before = cachedDataVersionTag()\ncollectAtRest()\nconsole.log(cachedDataVersionTag() === before)'
  expect(await play(`import { cachedDataVersionTag } from 'node:v8'\n${versions}`)).toBe('true\n')
})
