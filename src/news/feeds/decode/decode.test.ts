/** Bytes that are not what their labels say: each valid letter stays, whatever is beside it. */
import { describe, expect, it } from 'vitest'
import { growth } from '../../../../tests/support/growth.ts'
import { decodeBytes } from './decode.ts'

/** As UTF-8, with `\xNN` for a byte of its own. */
const bytesOf = (text: string) =>
  Buffer.concat(
    text.split(/\\x([0-9a-f]{2})/).map((part, at) => (at % 2 === 0 ? Buffer.from(part) : Buffer.from(part, 'hex'))),
  )
const rss = (text: string) => `<rss><channel><title>${text}</title></channel></rss>`
const declared = (text: string, encoding = 'UTF-8') => `<?xml version="1.0" encoding="${encoding}"?>${rss(text)}`
const FORMS: [name: string, document: (text: string) => string, contentType: string | null][] = [
  ['XML that declares UTF-8', declared, null],
  ['XML that declares nothing', rss, 'text/xml'],
  ['a header of UTF-8', rss, 'text/xml; charset=utf-8'],
  ['a header of UTF-8 and a declaration of Latin-1', (text) => declared(text, 'iso-8859-1'), 'text/xml; charset=UTF8'],
  ['a header of Latin-1 and a declaration of UTF-8', declared, 'text/xml; charset=iso-8859-1'],
  ['a byte order mark', (text) => `\ufeff${rss(text)}`, null],
  ['a byte order mark and a header of Latin-1', (text) => `\ufeff${rss(text)}`, 'text/xml; charset=latin1'],
  ['a declaration of ASCII', (text) => declared(text, 'us-ascii'), null],
  ['a declaration of UTF-16 in single bytes', (text) => declared(text, 'UTF-16'), null],
  ['JSON', (text) => JSON.stringify({ title: text }).replaceAll('\\\\', '\\'), 'application/feed+json'],
]
const DAMAGE: [name: string, bytes: string, text: string][] = [
  ['one letter of Latin-1', 'Blåbär på Caf\\xe9 i byn', 'Blåbär på Café i byn'],
  ['one letter of Latin-1 beside one of UTF-8', 'å och \\xe4 och', 'å och ä och'],
  ['three letters beside one', 'å: R\\xe4ksm\\xf6rg\\xe5s', 'å: Räksmörgås'],
  ['quotation marks of Windows', 'Åska \\x93nu\\x94 \\x96 snart', 'Åska “nu” – snart'],
  ['many letters beside few', `Smörgås ${'r\\xe4k '.repeat(30)}`, `Smörgås ${'räk '.repeat(30)}`],
  ['a letter cut in two', 'Smörgås p\\xc3 ön', 'Smörgås p\ufffd ön'],
  ['a quotation mark cut short', 'Smörgås\\xe2\\x80 på ön', 'Smörgås\ufffd på ön'],
  ['an emoji cut short', 'Smörgås \\xf0\\x9f\\x98 på ön', 'Smörgås \ufffd på ön'],
  ['nothing but an emoji cut short', 'Ost \\xf0\\x9f\\x98 nu', 'Ost \ufffd nu'],
  ['an emoji as two surrogates', 'Smörgås \\xed\\xa0\\xbd\\xed\\xb8\\x80 på ön', 'Smörgås 😀 på ön'],
  ['nothing but emoji as surrogates', '\\xed\\xa0\\xbd\\xed\\xb8\\x80\\xed\\xa0\\xbd\\xed\\xb8\\x81', '😀😁'],
  ['one surrogate', 'Smörgås \\xed\\xa0\\xbd på ön', 'Smörgås \ufffd på ön'],
  ['surrogates in the wrong order', 'å \\xed\\xb8\\x80\\xed\\xa0\\xbd ö', 'å \ufffd\ufffd ö'],
  ['a byte of no letter', 'Smörgås på ön <!-- \\xff -->', 'Smörgås på ön <!-- ÿ -->'],
  ['a stray byte among Chinese', '新聞的\\x84標題在這裡', '新聞的\ufffd標題在這裡'],
  ['a character cut among Chinese', '新聞\\xe6\\xa8 的標題', '新聞\ufffd 的標題'],
  ['a stray byte among Cyrillic', 'Новости\\xd0 дня', 'Новости\ufffd дня'],
  ['a replacement of the publisher', 'Sm\ufffdrg\ufffds på \\xe4ngen', 'Sm\ufffdrg\ufffds på ängen'],
  ['a long text with many errors', 'Åtta båtar \\xe4r på ön. '.repeat(2000), 'Åtta båtar är på ön. '.repeat(2000)],
]

describe.each(FORMS)('%s', (_form, document, contentType) => {
  it.each(DAMAGE)('keeps its letters beside %s', (_name, written, text) => {
    const decoded = decodeBytes(bytesOf(document(written)), contentType)
    expect([decoded.text, decoded.encoding]).toEqual([document(text).replace(/^\ufeff/, ''), 'utf-8'])
  })
})

/** Its last two letters are one of UTF-8 by chance. */
const FRENCH =
  "À l'école française, le numérique a été présenté aux élèves après les congés d'été; très vite, déjà, la société régionale a répété où préférer l'évènement régulier. CAFÉ»"
/** In which nothing is UTF-8, or by chance. */
const OTHERS: [name: string, encoding: string, hex: string, text: string][] = [
  ['a letter of Latin-1', 'windows-1252', '436166e92069206279', 'Café i by'],
  ['two letters', 'windows-1252', '426ce562e472', 'Blåbär'],
  ['capitals before a quotation mark', 'iso8859-15', Buffer.from(FRENCH, 'latin1').toString('hex'), FRENCH],
  [
    'Cyrillic',
    'windows-1251',
    'cdeee2eef1f2e820e4edff20e8e720e1eeebfcf8eee3ee20e3eef0eee4e0',
    'Новости дня из большого города',
  ],
  [
    'Japanese',
    'SHIFT_JIS',
    '93fa967b8cea82cc836a8385815b8358814193fa967b8cea82cc835e8343836782c58260',
    '日本語のニュース、日本語のタイトでＡ',
  ],
]

describe.each(['text/xml', 'text/xml; charset=utf-8'])('%s', (contentType) => {
  it.each(OTHERS)('is read as what it is: %s', (_name, encoding, hex, text) => {
    const bytes = Buffer.concat([Buffer.from('<rss>'), Buffer.from(hex, 'hex'), Buffer.from('</rss>')])
    const decoded = decodeBytes(bytes, contentType)
    expect([decoded.text, decoded.encoding.toLowerCase()]).toEqual([`<rss>${text}</rss>`, encoding.toLowerCase()])
  })
})

it.each([
  [
    'Latin-1 that its header names',
    'text/xml; charset=iso-8859-1',
    'r\\xe4k'.repeat(50),
    'räk'.repeat(50),
    'iso-8859-1',
  ],
  [
    'Latin-1 that names itself, with a pair by chance',
    'text/xml; charset=iso-8859-1',
    'CAF\\xc9\\xbb \\xe9t\\xe9',
    'CAFÉ» été',
    'iso-8859-1',
  ],
  [
    'nearly valid UTF-8 that a header calls Latin-1',
    'text/xml; charset=iso-8859-1',
    'blåbär å ä\\xe4 å',
    'blåbär å ä\ufffd å',
    'utf-8',
  ],
])('%s', (_name, contentType, written, text, encoding) => {
  const decoded = decodeBytes(bytesOf(rss(written)), contentType)
  expect([decoded.text, decoded.encoding]).toEqual([rss(text), encoding])
})

it('takes time in proportion to what is damaged', { tags: 'slow' }, () => {
  const damaged = (length: number) => {
    const noise = Buffer.from(Array.from({ length }, (_, at) => 128 + ((at * 7919) % 128)))
    return Buffer.concat([Buffer.from('å'.repeat(length)), noise]).toString('latin1')
  }
  expect(growth((text) => decodeBytes(Buffer.from(text, 'latin1'), null), damaged, 20_000, 16)).toBeLessThan(5)
})
