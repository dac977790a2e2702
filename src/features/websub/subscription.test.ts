import { describe, expect, it } from 'vitest'
import { slowPieces } from '../../../tests/support/growth.ts'
import { checkSignature, grantedSeconds, parseSubscription, signContent } from './subscription.ts'

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

it('a subscription takes no time that grows faster than what is sent', () => {
  const sent = (text: string) => ({
    'hub.mode': 'subscribe',
    'hub.topic': text,
    'hub.callback': text,
    'hub.secret': text,
  })
  expect(slowPieces((text) => parseSubscription(sent(text)))).toEqual([])
})
