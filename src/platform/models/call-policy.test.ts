import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createCallPolicy } from './call-policy.ts'

it('lets one call through after the pause, and all again once that one succeeded', { tags: 'slow' }, async () => {
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

describe('a provider that falls silent', () => {
  const never = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const limits = { name: 'model', concurrency: 4, perMinute: 1000, tries: 1, timeoutMs: 20, breakAfter: 2, breakMs: 30 }

  it('is tried by the smallest call at growing intervals, and asked again once that is answered', {
    tags: 'slow',
  }, async () => {
    const probes: number[] = []
    const changes: (string | null)[] = []
    let answers = false
    const policy = createCallPolicy({
      ...limits,
      probe: (signal) => {
        probes.push(performance.now())
        return answers ? Promise.resolve() : never(signal)
      },
      onBreak: (failure) => changes.push(failure),
    })
    let calls = 0
    const call = (signal: AbortSignal) => {
      calls++
      return never(signal)
    }
    for (let n = 0; n < 2; n++) await expect(policy.run(call)).rejects.toMatchObject({ code: 'unavailable' })
    expect(policy.isUnreachable()).toBe(true)
    await expect.poll(() => probes.length).toBe(3)
    await expect(policy.run(call)).rejects.toMatchObject({ message: /left alone/ })
    expect([calls, policy.isUnreachable(), changes.length]).toEqual([2, true, 1])
    const [first = 0, second = 0, third = 0] = probes
    expect(third - second).toBeGreaterThan(second - first)
    answers = true
    await expect.poll(() => policy.isUnreachable()).toBe(false)
    expect(await policy.run(async () => 'answer')).toBe('answer')
    expect([probes.length, changes]).toEqual([4, [expect.stringContaining('no answer in time'), null]])
  })

  it('is back with any answer, and its next silence is tried as soon as its first', async () => {
    let probed = 0
    const probe = async () => void probed++
    const policy = createCallPolicy({ ...limits, breakMs: 60_000, probe })
    const slow = Promise.withResolvers<string>()
    const answer = policy.run(() => slow.promise)
    for (let n = 0; n < 2; n++) await expect(policy.run(never)).rejects.toThrow()
    expect(policy.isUnreachable()).toBe(true)
    slow.resolve('late')
    expect(await answer).toBe('late')
    expect([policy.isUnreachable(), probed]).toEqual([false, 0])
  })

  it('is left alone as long as ever where the next call is the trial, however many calls failed beside each other', async () => {
    const policy = createCallPolicy({ ...limits, timeoutMs: 5, breakMs: 100 })
    await Promise.allSettled([policy.run(never), policy.run(never), policy.run(never), policy.run(never)])
    expect(policy.isUnreachable()).toBe(true)
    await sleep(150)
    expect(await policy.run(async () => 'answer')).toBe('answer')
  })

  it('counts the tries that were given up at the time limit', async () => {
    const { run } = createCallPolicy({ ...limits, tries: 3, pauseMs: 1 })
    await expect(run(never)).rejects.toMatchObject({ timeouts: 3 })
    await expect(run(() => Promise.reject(new Error('refused')))).rejects.toMatchObject({ timeouts: 0 })
  })
})

describe('as the process ends', () => {
  const quick = { timeoutMs: 10, pauseMs: 1 }
  it.each([
    ['a call under way', {}, { calls: 1, laterMs: 0 }],
    ['a second try', quick, { calls: 2, laterMs: 0 }],
    ['the pause before a second try', { ...quick, pauseMs: 5000 }, { calls: 1, laterMs: 60 }],
  ])('gives up %s, and counts the tries that were made', async (_, options, { calls, laterMs }) => {
    const ending = new AbortController()
    const limits = { name: 'm', concurrency: 1, perMinute: 1000, tries: 9, breakAfter: 1 }
    const policy = createCallPolicy({ ...limits, ...options, ended: ending.signal })
    let made = 0
    const never = (signal: AbortSignal) => {
      if (++made === calls) setTimeout(() => ending.abort(), laterMs)
      return new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    }
    const outcomes = await Promise.allSettled([policy.run(never), policy.run(never)])
    const message = 'the service ended during the call'
    expect(outcomes).toMatchObject([
      { reason: { code: 'unavailable', message, timeouts: calls } },
      { reason: { code: 'unavailable', message, timeouts: 0 } },
    ])
    expect(policy.isUnreachable()).toBe(false)
  })
})
