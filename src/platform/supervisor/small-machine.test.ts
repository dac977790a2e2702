import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { isShared, thriftFor, workerHeap } from './small-machine.ts'

const MB = 1024 ** 2

it('a machine with room gets few arenas alone, unless the operator has said otherwise', () => {
  const args = ['--max-semi-space-size=16']
  expect(thriftFor(1024 * MB, {})).toEqual({ args, env: { MALLOC_ARENA_MAX: '2' } })
  expect(thriftFor(1024 * MB, { MALLOC_ARENA_MAX: '8' })).toEqual({ args, env: {} })
})

it('a small one gets small heaps, few connections and a small cache, unless the operator has said otherwise', () => {
  const { args, env } = thriftFor(512 * MB, { CACHE_MB: '64', DATABASE_POOL: '' })
  expect(args).toEqual(['--max-semi-space-size=4'])
  expect(env).toMatchObject({ MALLOC_ARENA_MAX: '2', DATABASE_POOL: '3' })
  expect(env).not.toHaveProperty('CACHE_MB')
})

it.each([
  [512, true],
  [1024, false],
])('V8 is told to prefer memory on a machine of %d MB: %j', async (mb, expected) => {
  const script = `import { cachedDataVersionTag } from 'node:v8'
    import { preferMemory } from ${JSON.stringify(import.meta.resolve('./small-machine.ts'))}
    const before = cachedDataVersionTag()
    preferMemory(${mb * MB})
    console.log(cachedDataVersionTag() !== before)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  expect(stdout).toBe(`${expected}\n`)
})

it.each<[string, Parameters<typeof isShared>, boolean]>([
  ['of 512 MB', [{ WEB_PROCESSES: 1 }, 512 * MB], true],
  ['sold with 2 GB', [{ WEB_PROCESSES: 1 }, 1950 * MB], false],
  ['of 8 GB', [{ WEB_PROCESSES: 1 }, 8192 * MB], false],
  ['of 8 GB, where the operator has chosen one', [{ PROCESSES: 'one', WEB_PROCESSES: 1 }, 8192 * MB], true],
  ['of 512 MB, where the operator has chosen many', [{ PROCESSES: 'many', WEB_PROCESSES: 1 }, 512 * MB], false],
  ['of 512 MB, where the operator has chosen several web processes', [{ WEB_PROCESSES: 2 }, 512 * MB], false],
])('web and worker share a process on a machine %s: %j is %s', (_, given, expected) => {
  expect(isShared(...given)).toBe(expected)
})

it.each<[string, Parameters<typeof workerHeap>, ReturnType<typeof workerHeap>]>([
  ['a machine with room', ['worker', undefined, '', 8192 * MB], { mb: 256, maxMb: 4096 }],
  ['one of 1 GB', ['worker', undefined, '', 1024 * MB], { mb: 256, maxMb: 512 }],
  ['a small one', ['worker', undefined, '', 512 * MB], { mb: 192, maxMb: 256 }],
  ['one with hardly any memory', ['worker', undefined, '', 256 * MB], { mb: 192, maxMb: 192 }],
  ['what it does besides', ['web-and-worker', undefined, '', 1024 * MB], { mb: 384, maxMb: 512 }],
  ['what it does besides, on a small one', ['web-and-worker', undefined, '', 512 * MB], { mb: 256, maxMb: 256 }],
  ['what the operator has chosen', ['worker', 700, '', 512 * MB], { mb: 700, maxMb: 700 }],
  [
    'what the operator has chosen, beside flags',
    ['worker', 700, '--max-old-space-size=900', 512 * MB],
    { mb: 700, maxMb: 700 },
  ],
  ['flags of Node', ['worker', undefined, '--max-old-space-size=900', 8192 * MB], null],
  ['flags of Node, spelt otherwise', ['worker', undefined, '--trace-gc --max_old_space_size 900', 8192 * MB], null],
  ['flags of Node as a share', ['worker', undefined, '--max-old-space-size-percentage=50', 8192 * MB], null],
  ['flags of Node for all of the heap', ['worker', undefined, '--max-heap-size=900', 8192 * MB], null],
  ['other flags of Node', ['worker', undefined, '--max-semi-space-size=4', 8192 * MB], { mb: 256, maxMb: 4096 }],
])('the heap of the worker goes by %s', (_, given, expected) => {
  expect(workerHeap(...given)).toEqual(expected)
})
