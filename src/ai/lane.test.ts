import { expect, it } from 'vitest'
import { AppError } from '../domain/errors.ts'
import { createLane } from './lane.ts'

const fail = () => Promise.reject(new AppError('unavailable', 'down'))
const provider = () => createLane({ name: 'Played', concurrency: 1, perMinute: 1000, tries: 1, breakAfter: 3 })

it('leaves a provider alone after so many failures in a row', async () => {
  const { run } = provider()
  for (let i = 0; i < 3; i++) await expect(run(fail)).rejects.toThrow('Played')
  await expect(run(async () => 1)).rejects.toThrow(/has failed 3 times in a row/)
})

it('begins to count anew with every answer', async () => {
  const { run } = provider()
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 2; i++) await expect(run(fail)).rejects.toThrow('Played')
    expect(await run(async () => round)).toBe(round)
  }
})
