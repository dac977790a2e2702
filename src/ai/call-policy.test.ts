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

it('begins to count failures anew with every answer', async () => {
  const { run } = createCallPolicy({ name: 'model', concurrency: 1, perMinute: 1000, tries: 1, breakAfter: 3 })
  const fail = () => run(() => Promise.reject(new Error('down')))
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 2; i++) await expect(fail()).rejects.toMatchObject({ code: 'unavailable' })
    expect(await run(async () => round)).toBe(round)
  }
  for (let i = 0; i < 3; i++) await expect(fail()).rejects.toMatchObject({ code: 'unavailable' })
  await expect(run(async () => 'next')).rejects.toMatchObject({ message: /left alone/ })
})
