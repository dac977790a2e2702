import { describe, expect, it } from 'vitest'
import { checkSignature, grantedSeconds, signContent } from '../../features/websub/subscription.ts'
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

describe('the signature of a push', () => {
  const right = signContent('s', '<rss/>')
  it.each([
    ['s', right, ['<rss/>'], true],
    ['s', right, ['<r', '', 'ss/>'], true],
    ['s', right.toUpperCase(), ['<rss/>'], true],
    ['other', right, ['<rss/>'], false],
    ['s', right, ['<rss />'], false],
    ['s', right, [], false],
    ['s', 'sha1=64b3f6e4f3d5a9bf5e1f', ['<rss/>'], false],
    ['s', 'sha256=', ['<rss/>'], false],
    ['s', right.replace('sha256', 'md5'), ['<rss/>'], false],
    ['s', '', ['<rss/>'], false],
    ['s', undefined, ['<rss/>'], false],
  ])('of %s by %s over %j is right: %s', (secret, header, pieces, isRight) => {
    const check = checkSignature(secret, header)
    for (const piece of pieces) check?.update(Buffer.from(piece))
    expect(check?.matches() ?? false).toBe(isRight)
  })
})

it.each([
  ['3600', 3600],
  [undefined, 864_000],
  ['-1', 864_000],
  ['soon', 864_000],
  ['99999999999', 366 * 86_400],
])('takes a lease of %s as %i seconds', (text, seconds) => {
  expect(grantedSeconds(text)).toBe(seconds)
})
