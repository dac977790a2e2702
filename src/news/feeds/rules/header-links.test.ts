import { describe, expect, it } from 'vitest'
import { growth } from '../../../../tests/support/growth.ts'
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

  it.each(['<', '; a="', ';a=b'])('of many %j is read in time that grows with its length alone', (piece) => {
    const read = (bad: string) => linksOf(bad, 'https://x.example/')
    expect(read(`<a>${piece.repeat(50_000)}`).hub).toBeNull()
    expect(growth(read, (size) => `<a>${piece.repeat(size)}`, 500)).toBeLessThan(16)
  })
})
