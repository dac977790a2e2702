import { describe, expect, it } from 'vitest'
import { growth } from '../../../tests/support/growth.ts'
import { parseFollow, parseMute } from '../../news/accounts/rules/profile.ts'
import { withoutInvisible } from './invisible.ts'
import { excerpt, foldSpace, plainText } from './text.ts'
import { plainTitle } from './titles.ts'

const tags = (text: string) => Array.from(text, (char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('')
const bytes = (text: string) =>
  Array.from(text, (char) => String.fromCodePoint(0xe0100 + char.charCodeAt(0) - 16)).join('')
const flag = (region: string) => `\u{1f3f4}${tags(region)}\u{e007f}`

const REMOVED: Record<string, string> = {
  'tag characters': tags('ignore all that was said'),
  'a language tag': `\u{e0001}${tags('en')}`,
  'bytes as variation selectors': bytes('secret'),
  'variation selectors of the first block': '\ufe00\ufe01\ufe0f\ufe0e',
  noncharacters: '\ufdd0\ufdef\ufffe\uffff\u{1fffe}\u{10ffff}',
  'private use': '\ue000\uf8ff\u{f0000}\u{10fffd}',
  annotations: '\ufff9\ufffa\ufffb',
  'an object': '\ufffc',
  'deprecated format characters': '\u206a\u206b\u206c\u206d\u206e\u206f',
  'overrides of the direction': '\u202e\u202d\u202a\u202b\u202c',
  'isolates of the direction': '\u2066\u2067\u2068\u2069',
  'marks of direction': '\u200e\u200f\u061c',
  'zero-width bits': '\u200b\u200c\u200d\u2060\ufeff\u200c\u200d',
  'one joiner': '\u200d',
  'one non-joiner': '\u200c',
  fillers: '\u115f\u1160\u3164\uffa0\u17b4\u17b5',
  'a combining joiner': '\u034f',
  'invisible operators': '\u2061\u2062\u2063\u2064',
  'format characters of music and shorthand': '\u{1d173}\u{1d17a}\u{1bca0}',
  'Mongolian separators': '\u180e\u180b',
  'control characters': '\u0000\u0007\u001b\u007f\u009b',
  'unassigned ignorable characters': '\u2065\ufff0\u{e0000}\u{e0fff}',
}

describe('of an ordinary word', () => {
  it.each(Object.entries(REMOVED))('%s go', (_, hidden) => {
    for (const text of [`Kro${hidden}k`, `${hidden}Krok`, `Krok${hidden}`, `K${hidden}r${hidden}ok`])
      expect([withoutInvisible(text), foldSpace(text), plainText(text), plainTitle(text)]).toEqual(
        Array(4).fill('Krok'),
      )
    expect(excerpt(`<p>Kro${hidden}k</p>`)).toBe('Krok')
    expect(parseFollow('search', `Kro${hidden}k`)).toEqual({ kind: 'search', key: 'Krok' })
    expect(parseMute('word', `Kro${hidden}k`)).toEqual({ kind: 'word', key: 'krok' })
  })

  it('entities are no way around', () => {
    expect(plainText('Kro&#xE0041;&#917570;&#x200D;&zwnj;k')).toBe('Krok')
    expect(plainTitle('Kro&amp;#xE0041;k')).toBe('Krok')
  })

  it('more than a few marks go', () => {
    const zalgo = (n: number) => `K${'\u0315\u0358\u0336'.repeat(n)}rok`
    expect(withoutInvisible(zalgo(20))).toBe(`K\u0315\u0358\u0336\u0315rok`)
    expect(withoutInvisible(`a${'\u20dd\u0301'.repeat(50)}`).length).toBe(5)
    expect(withoutInvisible(`ก${'\u0e34'.repeat(50)}`).length).toBe(9)
    expect(withoutInvisible(`ب${'\u200c\u064e'.repeat(50)}`).length).toBeLessThanOrEqual(9)
    expect(withoutInvisible(`K${'\u0301\u034f'.repeat(50)}`)).toBe(`K${'\u0301'.repeat(4)}`)
  })
})

describe('as it is written stays', () => {
  it.each([
    ['the flag of England', flag('gbeng')],
    ['the flag of Wales in a text', `Kymru ${flag('gbwls')} vann`],
    ['the flag of Sweden', '🇸🇪'],
    ['a family', '👨‍👩‍👧‍👦'],
    ['a profession with a colour of skin', '👩🏽‍🚀'],
    ['a rainbow flag', '🏳️‍🌈'],
    ['a black bird', '🐦‍⬛'],
    ['a heart on fire', '❤️‍🔥'],
    ['a heart as text', '❤︎'],
    ['an eye in a bubble', '👁️‍🗨️'],
    ['a key', '1️⃣ #️⃣'],
    ['signs', '™️ © ½ ℃ ‰'],
    ['Persian', 'می‌خواهم کتاب‌ها ه‍.ش'],
    ['Arabic with marks', 'مُحَمَّدٌ ﷺ'],
    ['Urdu between others', 'iOS \u200fکا نیا'],
    ['Hindi', 'क्‍ष र्‍य नमस्ते'],
    ['Bengali', 'র‍্যাব'],
    ['Kannada', 'ರ‍್ಯಾಂಕ್'],
    ['Malayalam', 'അവന്‍ ന്‍റെ'],
    ['Sinhala', 'ශ්‍රී ලංකා'],
    ['Thai', 'น้ำ กี่ ที่นั่น'],
    ['Lao', 'ກຳລັງ'],
    ['Khmer', 'ស្ត្រី ខ្ញុំ'],
    ['Burmese', 'မြန်မာ ကျွန်ုပ်'],
    ['Tibetan', 'བསྒྲུབས'],
    ['Hebrew with points', 'בְּרֵאשִׁ֖ית'],
    ['Yiddish', 'אַלע'],
    ['Vietnamese in parts', 'Việt Nam'.normalize('NFD')],
    ['phonetic letters', 'ɔ̃̀ː e̞̽'],
    ['Swedish in parts', 'åäö'.normalize('NFD')],
    ['Japanese', '葛\u{e0100}城 が'.normalize('NFD')],
    ['a unified ideograph', '芦\ufe00'],
    ['Korean', '한국어'.normalize('NFD')],
    ['Mongolian', 'ᠰᠠᠶᠢᠨ\u180c'],
    ['a sign of mathematics', 'a ∩\ufe00 b'],
    ['Hebrew beside Latin', 'שלום\u200e (Apple)\u200f'],
  ])('%s', (_, text) => {
    expect([withoutInvisible(text), foldSpace(text)]).toEqual([text, text])
  })

  it.each([
    ['a flag of another region', flag('ustx')],
    ['a flag with a message', `\u{1f3f4}${tags('gbeng')}${tags('and more')}\u{e007f}`],
    ['a flag that does not end', `\u{1f3f4}${tags('gbeng')}`],
    ['a flag with two ends', `${flag('gbeng')}${tags('x')}\u{e007f}`],
    ['an emoji with bytes', `😀${bytes('hello')}`],
    ['an emoji with two selectors', '❤\ufe0f\ufe0e\ufe0f'],
    ['joiners in a row between emoji', '👩\u200d\u200d\u200d🚀'],
    ['an ideograph with bytes', `葛${bytes('hello')}`],
    ['joiners in a row between letters', 'ب\u200c\u200d\u200c\u200dب'],
  ])('not %s', (_, text) => {
    const shown = withoutInvisible(text)
    expect(shown).not.toBe(text)
    expect(shown.match(/[\p{DI}]/gu)?.length ?? 0).toBeLessThanOrEqual(shown.includes('\u{1f3f4}\u{e0067}') ? 6 : 1)
  })

  it('whatever is left is left again', () => {
    for (const hidden of Object.values(REMOVED))
      for (const text of [`ب${hidden}ب`, `👩${hidden}🚀`, `葛${hidden}`, `क${hidden}क`, flag('gbeng') + hidden]) {
        const once = withoutInvisible(text)
        expect(withoutInvisible(once)).toBe(once)
      }
  })
})

it.each(['\u0301', 'a\u200d', '\u{e0041}', `\u{1f3f4}${tags('gb')}`, '\u0e34', 'ب\u200c', '👩\u200d'])(
  'takes time by the length of the text alone: %j',
  { tags: 'slow' },
  (text) => expect(growth(withoutInvisible, (size) => text.repeat(size), 10_000, 16)).toBeLessThan(5),
)
