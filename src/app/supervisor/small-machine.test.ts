import { expect, it } from 'vitest'
import { thriftFor } from './small-machine.ts'

const MB = 1024 ** 2

it('a machine with room is left as it is', () => {
  expect(thriftFor(1024 * MB, {})).toEqual({ args: [], env: {} })
})

it('a small one gets small heaps, few connections and a small cache, unless the operator has said otherwise', () => {
  const { args, env } = thriftFor(512 * MB, { CACHE_MB: '64', DATABASE_POOL: '' })
  expect(args).toContain('--optimize-for-size')
  expect(env).toMatchObject({ MALLOC_ARENA_MAX: '2', DATABASE_POOL: '3' })
  expect(env).not.toHaveProperty('CACHE_MB')
})
