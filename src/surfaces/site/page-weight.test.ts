/** Weight of the largest pages: their HTML as it is sent, before compression. */
import { expect, it } from 'vitest'
import { startPreview } from '../../../tests/support/worlds/preview.ts'

it.each([
  ['the front page with disputes', '/oeniga', 95_000],
  ['the front page without images', '/utan-bilder', 95_000],
  ['an event of 30 sources with disputes', '/handelser/90', 65_000],
  ['an event of seven sources with a dispute', '/handelser/1', 65_000],
])('%s is no heavier than its budget', { tags: 'slow' }, async (_, path, budget) => {
  const { url, close } = await startPreview()
  const page = await (await fetch(url + path)).arrayBuffer()
  await close()
  expect(page.byteLength).toBeGreaterThan(10_000)
  expect(page.byteLength).toBeLessThanOrEqual(budget)
})
