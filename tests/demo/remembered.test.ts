import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startRememberedDemo } from '../../demo/remembered.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'karnhuset-demo-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const noon = new Date('2026-11-21T12:00:00Z')
const later = (hours: number) => new Date(noon.getTime() + hours * 3_600_000)

async function feedAt(now: Date) {
  const demo = await startRememberedDemo(folder, 'demo/bicycles', now)
  const feed = await (await fetch(`${demo.url}/spokecard/feed.xml`)).text()
  await demo.close()
  return { fresh: demo.fresh, url: demo.url, feed }
}

it('serves the same bytes at the same address after a restart within a day', async () => {
  const first = await feedAt(noon)
  expect(first.fresh).toBe(true)
  expect(await feedAt(later(20))).toEqual({ ...first, fresh: false })
})

it('begins anew after a day, and where the memory cannot be read', async () => {
  const first = await feedAt(noon)
  const next = await feedAt(later(25))
  expect(next.fresh).toBe(true)
  expect(next.feed).not.toBe(first.feed)
  writeFileSync(join(folder, 'demo.json'), '{')
  expect((await feedAt(later(26))).fresh).toBe(true)
})

it('says so when it is running already', async () => {
  const demo = await startRememberedDemo(folder, 'demo/bicycles', noon)
  await expect(startRememberedDemo(folder, 'demo/bicycles', later(1))).rejects.toThrow(/Is it running already/)
  await demo.close()
})
