import { expect, it } from 'vitest'
import { thriftFor, workerHeap } from './small-machine.ts'

const MB = 1024 ** 2

it('a machine with room gets few arenas alone, unless the operator has said otherwise', () => {
  const args = ['--max-semi-space-size=16']
  expect(thriftFor(1024 * MB, {})).toEqual({ args, env: { MALLOC_ARENA_MAX: '2' } })
  expect(thriftFor(1024 * MB, { MALLOC_ARENA_MAX: '8' })).toEqual({ args, env: {} })
})

it('a small one gets small heaps, few connections and a small cache, unless the operator has said otherwise', () => {
  const { args, env } = thriftFor(512 * MB, { CACHE_MB: '64', DATABASE_POOL: '' })
  expect(args).toContain('--optimize-for-size')
  expect(env).toMatchObject({ MALLOC_ARENA_MAX: '2', DATABASE_POOL: '3' })
  expect(env).not.toHaveProperty('CACHE_MB')
})

it.each<[string, Parameters<typeof workerHeap>, ReturnType<typeof workerHeap>]>([
  ['a machine with room', [undefined, '', 8192 * MB], { mb: 256, maxMb: 4096 }],
  ['one of 1 GB', [undefined, '', 1024 * MB], { mb: 256, maxMb: 512 }],
  ['a small one', [undefined, '', 512 * MB], { mb: 192, maxMb: 256 }],
  ['one with hardly any memory', [undefined, '', 256 * MB], { mb: 192, maxMb: 192 }],
  ['what the operator has chosen', [700, '', 512 * MB], { mb: 700, maxMb: 700 }],
  ['what the operator has chosen, beside flags', [700, '--max-old-space-size=900', 512 * MB], { mb: 700, maxMb: 700 }],
  ['flags of Node', [undefined, '--max-old-space-size=900', 8192 * MB], null],
  ['flags of Node, spelt otherwise', [undefined, '--trace-gc --max_old_space_size 900', 8192 * MB], null],
  ['flags of Node as a share', [undefined, '--max-old-space-size-percentage=50', 8192 * MB], null],
  ['flags of Node for all of the heap', [undefined, '--max-heap-size=900', 8192 * MB], null],
  ['other flags of Node', [undefined, '--max-semi-space-size=4', 8192 * MB], { mb: 256, maxMb: 4096 }],
])('the heap of the worker goes by %s', (_, given, expected) => {
  expect(workerHeap(...given)).toEqual(expected)
})
