import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startDeadline } from './deadline.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('ends by its time, by its caller, or not at all once it is cleared', () => {
  const late = startDeadline(1000, 'bladet.example')
  vi.advanceTimersByTime(999)
  expect([late.signal.aborted, late.passed()]).toEqual([false, null])
  vi.advanceTimersByTime(1)
  expect([late.signal.aborted, late.passed()]).toMatchObject([true, { kind: 'timeout' }])

  const caller = new AbortController()
  const [open, cleared] = [1, 2].map(() => startDeadline(1000, 'bladet.example', caller.signal))
  cleared?.clear()
  caller.abort('enough')
  expect(open?.passed()).toMatchObject({ kind: 'aborted', cause: 'enough' })
  // The first reason stays.
  vi.advanceTimersByTime(2000)
  expect(open?.passed()).toMatchObject({ kind: 'aborted' })
  expect([cleared?.signal.aborted, cleared?.passed()]).toEqual([false, null])
})

it('has ended at once where its caller had before', () => {
  const deadline = startDeadline(1000, 'bladet.example', AbortSignal.abort('before'))
  expect([deadline.signal.aborted, deadline.passed()]).toMatchObject([true, { kind: 'aborted', cause: 'before' }])
})
