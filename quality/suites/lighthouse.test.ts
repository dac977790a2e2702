/** Lighthouse's marks of the pages that readers meet first, over the demo world. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DemoSite, demoPaths, startDemoSite } from '../../tests/support/worlds/demo.ts'
import { marksOf, SPEED } from './lighthouse.ts'

let site: DemoSite
let pages: { article: string; story: string }
beforeAll(async () => {
  site = await startDemoSite()
  pages = await demoPaths(site.url)
})
afterAll(() => site?.close())

/** Of performance: what the pages have, and what must be left of it on a slow machine: docs/adr/0011. */
const MIN_SCORE = { fast: 98, slow: 75 }
const MOST_TRIES = 5

it.each(['/', 'article', 'story'])('has full marks of Lighthouse on %s', async (name) => {
  const url = site.url + ({ article: pages.article, story: pages.story }[name] ?? name)
  const tries = [await marksOf(url)]
  const best = () => Math.max(...tries.map(({ performance }) => performance))
  // The machine may be slow or busy with something else: the page's own work is what counts.
  while (tries.length < MOST_TRIES && best() < MIN_SCORE.fast) tries.push(await marksOf(url, tries.at(-1)?.speed))
  for (const marks of tries) {
    console.log(name, JSON.stringify(marks))
    expect(marks).toMatchObject({ accessibility: 100, bestPractices: 100, seo: 100, layoutShift: 0 })
  }
  const isSlow = tries.some(({ speed }) => speed < SPEED)
  expect(best()).toBeGreaterThanOrEqual(isSlow ? MIN_SCORE.slow : MIN_SCORE.fast)
})
