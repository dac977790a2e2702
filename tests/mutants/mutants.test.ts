import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mutate, readMutants } from './mutants.ts'

it.each(readMutants())('$name can be put where it says, before tests that are there', (mutant) => {
  expect(mutate(readFileSync(mutant.file, 'utf8'), mutant)).not.toBeNull()
  expect(mutant.tests.filter((test) => !existsSync(test))).toEqual([])
})
