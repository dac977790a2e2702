import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { selectedData } from './test-data.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-data-'))
mkdirSync(join(folder, 'feeds'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

it('measures what the clone brings, unless told otherwise', () => {
  vi.stubEnv('KARNHUSET_TEST_DATA', undefined)
  expect(selectedData(undefined, 'feeds')).toBeNull()
  vi.stubEnv('KARNHUSET_TEST_DATA', folder)
  expect(selectedData('own', 'feeds')).toBeNull()
})

it('takes the shared data where they are named', () => {
  vi.stubEnv('KARNHUSET_TEST_DATA', folder)
  expect(selectedData(undefined, 'feeds')).toBe(folder)
  expect(selectedData('shared', 'feeds')).toBe(folder)
})

it.each(['shared', undefined])('fails with a sentence where what was named is missing (--data %s)', (flag) => {
  vi.stubEnv('KARNHUSET_TEST_DATA', join(folder, 'nowhere'))
  expect(() => selectedData(flag, 'feeds')).toThrow(
    /No feeds in .*nowhere: put the shared test data beside the checkout/,
  )
})

it('knows no third set', () => expect(() => selectedData('all', 'feeds')).toThrow('--data is own or shared.'))
