/** Lighthouse's marks of the pages that readers meet first, over the demo world. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoPaths } from '../support/demo-paths.ts'
import { type DemoSite, startDemoSite } from '../support/demo-site.ts'
import { marksOf } from './lighthouse.ts'

let site: DemoSite
let pages: { article: string; story: string }
beforeAll(async () => {
  site = await startDemoSite()
  pages = await demoPaths(site.url)
})
afterAll(() => site?.close())

it.each(['/', 'article', 'story'])('has full marks of Lighthouse on %s', async (name) => {
  const url = site.url + ({ article: pages.article, story: pages.story }[name] ?? name)
  let marks = await marksOf(url)
  // The machine may be busy with something else: the page's own work is what counts.
  for (let tries = 0; tries < 2 && marks.performance < 98; tries++) marks = await marksOf(url)
  console.log(name, JSON.stringify(marks))
  expect(marks).toMatchObject({ accessibility: 100, bestPractices: 100, seo: 100, layoutShift: 0, faults: [] })
  expect(marks.performance).toBeGreaterThanOrEqual(98)
})
