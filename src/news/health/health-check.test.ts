import { expect, it } from 'vitest'
import { listIssues } from './health-check.ts'

const now = new Date('2026-11-21')
const matter = { key: 'disk_low', kind: 'disk_low' as const, urgent: true, facts: {}, since: now }
const checks = [
  { name: 'backup', notify: () => Promise.reject(new Error('EACCES')) },
  { name: 'disk', notify: async () => ({ open: [matter] }) },
  { name: 'schema' },
]

it('a check that fails leaves the issues of the others, and is reported', async () => {
  const failed: string[] = []
  const found = await listIssues(checks, (check, error) => failed.push(`${check}: ${(error as Error).message}`))
  expect([found, failed]).toEqual([[{ check: 'disk', open: [matter], lasting: [] }], ['backup: EACCES']])
})

it('a caller that must know all of them gets the error', async () => {
  const all = listIssues(checks, (_check, error) => {
    throw error
  })
  await expect(all).rejects.toThrow('EACCES')
})
