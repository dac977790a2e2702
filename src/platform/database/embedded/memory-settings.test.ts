import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { allocationSettings, memorySettings } from './memory-settings.ts'

const GB = 1024 ** 3

describe('settings by memory', () => {
  it.each([
    [0.5, '32MB', '256MB', '4MB', '32MB', '16MB', '1'],
    [1, '32MB', '256MB', '4MB', '32MB', '16MB', '1'],
    [1.9, '64MB', '1GB', '4MB', '64MB', '32MB', '2'],
    [2, '64MB', '1GB', '4MB', '64MB', '32MB', '2'],
    [3.8, '128MB', '2GB', '8MB', '128MB', '64MB', '3'],
    [8, '128MB', '2GB', '8MB', '128MB', '64MB', '3'],
    [15.5, '256MB', '10GB', '16MB', '256MB', '64MB', '3'],
    [64, '256MB', '10GB', '16MB', '256MB', '64MB', '3'],
  ])('%f GB', (gigabytes, buffers, cache, work, maintenance, vacuum, vacuums) => {
    expect(memorySettings(gigabytes * GB)).toEqual([
      `shared_buffers=${buffers}`,
      `effective_cache_size=${cache}`,
      `work_mem=${work}`,
      `maintenance_work_mem=${maintenance}`,
      `autovacuum_work_mem=${vacuum}`,
      `autovacuum_max_workers=${vacuums}`,
    ])
  })

  it.each([
    [2, 2 ** 17],
    [3.8, 2 ** 22],
  ])('a connection of a machine with %f GB retains at most %i bytes', (gigabytes, bytes) =>
    expect(allocationSettings(gigabytes * GB)).toMatchObject({ MALLOC_TRIM_THRESHOLD_: String(bytes) }),
  )

  const docs = readFileSync(new URL('../../../../docs/database.md', import.meta.url), 'utf8')

  it.each([1, 2, 4, 16])('of %i GB are those of the documentation', (gigabytes) => {
    const values = memorySettings(gigabytes * GB).map((setting) => setting.split('=')[1]?.replace(/(?=[MG]B)/, ' '))
    expect(docs).toContain(`| ${gigabytes} GB | ${values.join(' | ')} |`)
  })

  it('leave three quarters of the machine to the other processes and the page cache', () => {
    const megabytes = (text = '') => Number.parseInt(text, 10) * (text.endsWith('GB') ? 1024 : 1)
    for (const gigabytes of [0.5, 1, 2, 4, 16]) {
      const of = Object.fromEntries(memorySettings(gigabytes * GB).map((setting) => setting.split('=')))
      const total =
        megabytes(of.shared_buffers) +
        megabytes(of.maintenance_work_mem) +
        megabytes(of.autovacuum_work_mem) * Number(of.autovacuum_max_workers)
      expect(total, `${gigabytes} GB`).toBeLessThanOrEqual((gigabytes * 1024) / 4)
    }
  })
})
