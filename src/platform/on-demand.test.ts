import { expect, it, vi } from 'vitest'
import { onDemand } from './on-demand.ts'

it('is made once, when it is first asked for', async () => {
  const make = vi.fn(async () => ({}))
  const thing = onDemand(make)
  expect(make).not.toHaveBeenCalled()
  const [one, other] = await Promise.all([thing(), thing()])
  expect(one).toBe(other)
  expect(make).toHaveBeenCalledOnce()
})

it('is made again after a failure', async () => {
  const make = vi.fn(async () => 'made').mockRejectedValueOnce(new Error('no file is left'))
  const thing = onDemand(make)
  await expect(thing()).rejects.toThrow('no file is left')
  await expect(thing()).resolves.toBe('made')
})

it('is ended only where it was made', async () => {
  const [unused, used, end] = [onDemand(async () => 1), onDemand(async () => 2), vi.fn()]
  await used()
  for (const each of [unused, used]) await each.ifMade(end)
  expect(end.mock.calls).toEqual([[2]])
})
