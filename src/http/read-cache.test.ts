import { expect, it } from 'vitest'
import { type CachedRead, ReadCache } from './read-cache.ts'

it('asks again after a load that failed, whether it threw or rejected', async () => {
  const failures = [
    () => {
      throw new Error('thrown')
    },
    () => Promise.reject(new Error('rejected')),
  ]
  for (const fail of failures) {
    const cache = new ReadCache(1e6)
    let load: () => Promise<string> = fail
    const read = (): CachedRead<string> => ({
      key: '/',
      dependsOn: ['content'],
      load: () => load(),
      render: (body) => ({ type: 'text/plain; charset=utf-8', body }),
    })
    const now = new Date()
    await expect(cache.get(read(), now)).rejects.toThrow(/thrown|rejected/)
    load = async () => 'here'
    expect((await cache.get(read(), now)).kept?.text).toBe('here')
  }
})
