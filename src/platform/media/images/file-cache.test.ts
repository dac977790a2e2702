import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FileCache } from './file-cache.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'karnhuset-files-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const ten = (letter: string) => Buffer.alloc(10, letter)

it('drops what was asked for longest ago, not what came first', async () => {
  const cache = new FileCache(folder, 30)
  for (const name of ['a', 'b', 'c']) await cache.put(name, ten(name))
  expect(await cache.get('a')).toEqual(ten('a'))
  await cache.put('d', ten('d'))
  expect(await cache.get('b')).toBeNull()
  for (const name of ['a', 'c', 'd']) expect(await cache.get(name)).toEqual(ten(name))
  expect(await cache.bytes()).toBe(30)
})

it('counts a file once however often it is put, and finds it again after a restart', async () => {
  const cache = new FileCache(folder, 30)
  for (let i = 0; i < 5; i++) await cache.put('a', ten('a'))
  expect(await cache.bytes()).toBe(10)
  expect(await new FileCache(folder, 30).get('a')).toEqual(ten('a'))
})

it('removes what a process left half-written, not what another one writes now', async () => {
  for (const name of ['old.1.0.part', 'new.2.0.part']) writeFileSync(join(folder, name), ten('x'))
  const before = new Date(Date.now() - 2 * 3_600_000)
  utimesSync(join(folder, 'old.1.0.part'), before, before)
  expect(await new FileCache(folder, 30).bytes()).toBe(0)
  expect(readdirSync(folder)).toEqual(['new.2.0.part'])
})
