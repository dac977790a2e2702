import { describe, expect, it } from 'vitest'
import { linksOf } from './links.ts'
import { grantedSeconds, isSigned, signContent } from './subscription.ts'

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
    expect(performance.now() - started).toBeLessThan(500)
  })
})

describe('the signature of a push', () => {
  const body = Buffer.from('<rss/>')
  it('is by a method of the standard, of the body, with the secret', () => {
    expect(isSigned('s', signContent('s', '<rss/>'), body)).toBe(true)
    expect(isSigned('s', 'sha1=64b3f6e4f3d5a9bf5e1f', body)).toBe(false)
    expect(isSigned('other', signContent('s', '<rss/>'), body)).toBe(false)
    expect(isSigned('s', signContent('s', '<rss />'), body)).toBe(false)
    expect(isSigned('s', signContent('s', '<rss/>').replace('sha256', 'md5'), body)).toBe(false)
    expect(isSigned('s', undefined, body)).toBe(false)
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
