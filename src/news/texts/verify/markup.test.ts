import { expect, it } from 'vitest'
import { checkMarkup } from './markup.ts'

it.each([
  'Priset är 1 < 2 kronor, och 3 > 2.',
  'Betyget blev 4 * av 5.',
  'Företaget heter Lark_field och kostar 20 % mer – säger de.',
  '12 personer kom.',
  'Mötet är kl. 9. Det blir långt.',
  '#1 på listan är Apple©.',
])('plain sentences stand: %s', (text) => expect(checkMarkup(text)).toBeNull())

it.each([
  ['an HTML tag', 'Han sa <b>nej</b>.'],
  ['an HTML tag', 'Slut <!-- nej -->.'],
  ['an HTML entity', 'Du &amp; jag.'],
  ['an HTML entity', 'Du &#38; jag.'],
  ['markdown', 'Han sa **nej**.'],
  ['markdown', 'Han sa __nej__.'],
  ['markdown', 'Han sa *nej*.'],
  ['markdown', 'Han sa _nej_.'],
  ['markdown', 'Kör `rm`.'],
  ['a markdown link', 'Se [här](a).'],
  ['a markdown link', 'Se [här][1].'],
  ['a heading or list', '## Rubrik'],
  ['a heading or list', '###### Rubrik'],
  ['a heading or list', '- en sak'],
  ['a heading or list', '   • en sak'],
  ['a heading or list', '1. en sak'],
  ['a heading or list', '12) en sak'],
  ['a heading or list', '> citat'],
  ['a hashtag', 'Nu #apple igen.'],
  ['an address', 'Se https://a.example.'],
  ['an address', 'Se www.a.example.'],
  ['an address', 'Skriv till a@b.se.'],
  ['an address', 'Se a.se/sida.'],
  ['code or a placeholder', 'Hej {namn}.'],
  ['code or a placeholder', 'Hej [1].'],
  ['code or a placeholder', 'Hej […].'],
  ['a control token', 'Slut <|'],
  ['an emoji', 'Bra 🎉.'],
])('%s is refused: %s', (what, text) =>
  expect(checkMarkup(text)).toMatch(what === 'a control token' ? /the text holds/ : what),
)
