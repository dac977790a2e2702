/** The paths of the service and the guides' names keep out of each other's way. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { routePaths, routeTable } from '../../../tests/support/addresses.ts'
import { startTestWeb } from '../../../tests/support/web.ts'
import { pageNames } from '../../platform/site/page-words.ts'
import { firstSegment, reservedSlugs, serviceSegments, slugPattern } from '../../platform/site/reserved.ts'

describe('the paths of the service', () => {
  it('can neither be shadowed by a guide nor hide one', { tags: 'slow' }, async () => {
    const web = await startTestWeb()
    onTestFinished(() => web.close())
    const paths = routeTable(web.app, routePaths).map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['/entries.json', '/feeds', '/entries/popular.json', '/healthz']))
    // A single name with an ending of its own, such as /robots.txt, is neither /slug nor /slug.md.
    const rivals = paths.filter((path) => !/^\/[^/]+\.(?!md\b|json\b)\w+$/.test(path))
    const words = rivals.map(firstSegment).filter((word) => slugPattern.test(word))
    expect(words.filter((word) => !reservedSlugs.has(word))).toEqual([])
    // A page of the site cannot be given one either.
    const pages: readonly string[] = pageNames
    expect(words.filter((word) => !serviceSegments.has(word) && !pages.includes(word))).toEqual([])
  })

  it.each([
    ['/llms-full.txt', 'llms-full'],
    ['/.well-known/mcp.json', 'well-known'],
    ['/entries/:id.json', 'entries'],
    ['/sitemap-news.xml?x=1', 'sitemap-news'],
    ['/', ''],
  ])('begin with a word: %s', (path, word) => {
    expect(firstSegment(path)).toBe(word)
  })
})
