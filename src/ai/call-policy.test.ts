import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createCallPolicy } from './call-policy.ts'

it('lets one call through after the pause, and all again once that one succeeded', async () => {
  const limits = { concurrency: 2, perMinute: 100, tries: 1, breakAfter: 1, breakMs: 1000 }
  const { run } = createCallPolicy({ name: 'model', ...limits })
  await expect(run(() => Promise.reject(new Error('down')))).rejects.toMatchObject({ code: 'unavailable' })
  await sleep(1050)
  const probe = Promise.withResolvers<string>()
  const first = run(() => probe.promise)
  await expect(run(async () => 'second')).rejects.toMatchObject({ message: /left alone/ })
  probe.resolve('first')
  expect(await first).toBe('first')
  expect(await run(async () => 'third')).toBe('third')
})
