/** The short form of `npm run survival`: a few kills of each process of a real service, and of commands. */
import { expect, it } from 'vitest'
import { ifThere } from '../../../tests/support/features.ts'
import { killCommands } from '../../survival/command-kills.ts'
import type { Verdict } from '../../survival/place.ts'
import { killService, victims } from '../../survival/service-kills.ts'

const SEED = 20_261_121

function isWhole({ differences, undisturbed }: Verdict): void {
  expect(differences).toEqual([])
  expect(undisturbed.articles.length).toBeGreaterThan(100)
  expect(undisturbed.feeds).toHaveLength(10)
}

it('a service whose processes are killed holds what one that was left alone does', async () => {
  const outcome = await killService([...victims], { seed: SEED, models: true })
  for (const { victim, mendedMs } of outcome.kills) console.log(`${victim}: mended after ${Math.round(mendedMs)} ms`)
  expect(outcome.kills).toHaveLength(victims.length)
  isWhole(outcome)
})

it('commands that are killed, and given again, end as if nothing had happened', async () => {
  const outcome = await killCommands(4, SEED)
  expect(outcome.kills).toBe(4)
  expect(outcome.undisturbed.episodes).toHaveLength(ifThere('podcast', 1).length)
  isWhole(outcome)
})
