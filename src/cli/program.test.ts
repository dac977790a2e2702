import { CommanderError } from 'commander'
import { expect, it } from 'vitest'
import type { Io } from './io.ts'
import { buildProgram } from './program.ts'

it.each([
  ['feeds', 'show', 'abc'],
  ['feeds', 'edit', 'abc'],
  ['feeds', 'undo', 'abc'],
  ['feeds', 'moved', 'abc'],
  ['feeds', 'enable', '1', 'abc'],
  ['webhooks', 'pause', 'abc'],
])('%s %s says what it was asked for wrongly, and opens nothing', async (...argv) => {
  const said: string[] = []
  const io = { line: (text: string) => said.push(text), note: (text: string) => said.push(text) } as unknown as Io
  const asked = buildProgram(io, () => {}).parseAsync(argv, { from: 'user' })
  await expect(asked).rejects.toThrow(CommanderError)
  expect(said.join('\n')).toMatch(/argument value 'abc' is invalid.*It must be a whole number\./)
})
