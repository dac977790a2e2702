import { describe, expect, it, test } from 'vitest'
import { anyOf } from './patterns.ts'

const finds = (phrase: string, text: string) => anyOf([phrase])?.test(text)

describe('anyOf', () => {
  test.each([
    ['över', 'Den gick över ån.', true],
    ['över', 'Den gick överallt.', false],
    ['kvartal*', 'Kvartalets siffror', true],
    ['*kvartal*', 'räkenskapskvartalet', true],
    ['(says|said) that', 'She said that it is so.', true],
    ['(very )?good', 'It is good.', true],
    ['wirft … vor', 'Er wirft der Bahn Versagen vor.', true],
    ['wirft … vor', 'Er wirft den Ball. Er steht vor ihr.', false],
    ['wirft … vor', 'Er wirft einen Vorhang um.', false],
    ['^ summary', 'A summary is here.', false],
    ['^ summary', 'It is done. Summary of it', true],
    ['ai (model)?:', 'AI model: write', true],
  ])('reads %j in %j: %j', (phrase, text, found) => expect(finds(phrase, text)).toBe(found))

  it('finds the first of several that fits, and each has its own end', () => {
    const pattern = anyOf(['kvartal*', 'räkning*', 'nu:', 'är inte', 'är', 'året'], 'giu')
    const text = 'Kvartalets räkning, nu: året är inte slut, åretvis är nu ännu.'
    expect(text.match(pattern ?? '')).toEqual(['Kvartalets', 'räkning', 'nu:', 'året', 'är inte', 'är'])
  })

  it('finds nothing for no phrases, and names a phrase that is none', () => {
    expect(anyOf([])).toBeNull()
    expect(() => anyOf(['fine', '(open'])).toThrow('"(open" is no phrase')
  })
})
