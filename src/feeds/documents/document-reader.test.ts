import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createDocumentReader } from './document-reader.ts'

/** How many of this process's threads step behind the others (proc(5): after the name, `nice` is the seventeenth). */
const behind = () =>
  readdirSync('/proc/self/task').filter((id) => {
    const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]) > 0
  }).length

it.runIf(process.platform === 'linux')('reads in a thread that steps behind those that answer readers', async () => {
  const reader = createDocumentReader()
  const before = behind()
  const job = { task: 'robots', text: '', url: 'https://example.com/a', agent: 'Karnhuset' } as const
  expect(await reader.read(job)).toBe(true)
  expect(behind()).toBe(before + 1)
  await reader.close()
})
