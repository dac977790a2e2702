import { describe, expect, it } from 'vitest'
import { linksOf } from './header-links.ts'

describe('the Link header of a feed', () => {
  it.each([
    [
      '<https://hub.example/>; rel="hub", <https://x.example/feed>; rel="self"',
      'https://hub.example/',
      'https://x.example/feed',
    ],
    ['<https://x.example/feed>;rel=self', null, 'https://x.example/feed'],
    ['</hub>; title="a, b; c"; rel="preload hub"', 'https://x.example/hub', null],
    ['<javascript:alert(1)>; rel="hub"', null, null],
    ['<https://a.example/>; rel="hubs"', null, null],
    ['nonsense; rel=hub', null, null],
    [undefined, null, null],
  ])('%s', (header, hub, self) => {
    expect(linksOf(header, 'https://x.example/feed')).toEqual({ hub, self })
  })

  it('is read in no time, however long and broken', () => {
    const started = performance.now()
    for (const bad of ['<'.repeat(100_000), `<a>${'; a="'.repeat(50_000)}`, `<a>${';a=b'.repeat(50_000)}`])
      expect(linksOf(bad, 'https://x.example/').hub).toBeNull()
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
