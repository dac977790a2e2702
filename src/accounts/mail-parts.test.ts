import { expect, it } from 'vitest'
import { quotedPrintable } from './mail-parts.ts'

const decode = (encoded: string) =>
  Buffer.from(
    encoded
      .replaceAll('=\r\n', '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

it('leaves plain text as it is, and writes other bytes, = and white space at a line’s end in hexadecimal', () => {
  expect(quotedPrintable('a=b \tc \nnästa\t\nsist ')).toBe('a=3Db \tc=20\r\nn=C3=A4sta=09\r\nsist=20')
  expect(quotedPrintable('')).toBe('')
})

it('ends every line with CRLF, whatever ended it', () => {
  expect(quotedPrintable('a\r\nb\rc\n\nd')).toBe('a\r\nb\r\nc\r\n\r\nd')
})

it('has no line of more than 76 characters, parts no byte, and reads back as it was', () => {
  for (let length = 70; length <= 240; length++)
    for (const text of [
      'å'.repeat(length),
      'x'.repeat(length),
      `${'x'.repeat(length)}=`,
      `${'ab å😀='.repeat(length)}\nslut`,
    ]) {
      const encoded = quotedPrintable(text)
      for (const line of encoded.split('\r\n')) {
        expect(line.length).toBeLessThanOrEqual(76)
        expect(line.replace(/=$/, '')).toMatch(/^(?:[^=]|=[0-9A-F]{2})*$/)
      }
      expect(decode(encoded)).toBe(text.replaceAll('\n', '\r\n'))
    }
})
