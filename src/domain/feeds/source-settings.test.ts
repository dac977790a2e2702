import { expect, test } from 'vitest'
import { basicLogin, checkEdit, checkHeaders, parseHeaders, splitCredentials } from './source-settings.ts'

test('takes what a source can have, in its stored form', () => {
  const edit = { title: ' Bladet\n ', language: 'SV', publisher: 'Bladet.SE', folder: '  ', interval: 30 }
  expect(checkEdit(edit)).toEqual({
    ...{ title: 'Bladet', language: 'sv', publisher: 'bladet.se', folder: null, interval: 30 },
  })
  expect(checkEdit({ language: '', interval: null })).toEqual({ language: null, interval: null })
})

test.each([
  [{ url: 'ftp://bladet.se/feed' }, 'not an http or https address'],
  [{ title: ' ' }, 'title is empty'],
  [{ language: 'svenska!' }, 'not a language tag'],
  [{ publisher: 'https://bladet.se' }, 'a domain such as'],
  [{ interval: 2 }, '5 to 1440 minutes'],
  [{ interval: 7.5 }, '5 to 1440 minutes'],
])('refuses %j in a sentence', (edit, why) => {
  expect(() => checkEdit(edit)).toThrow(why)
})

test('a login in an address becomes a header, and the address has none', () => {
  const { url, headers } = splitCredentials('https://anna:hem%20lig@bladet.se/feed')
  expect(url).toBe('https://bladet.se/feed')
  expect(headers).toEqual(basicLogin('anna', 'hem lig'))
  expect(Buffer.from(headers?.authorization?.slice(6) ?? '', 'base64').toString()).toBe('anna:hem lig')
  expect(splitCredentials('https://bladet.se/feed')).toEqual({ url: 'https://bladet.se/feed', headers: null })
})

test('headers are lines of name and value, and nothing that could break a request', () => {
  expect(parseHeaders('X-Key: abc\n\nCookie: a=1; b=2 ')).toEqual({ 'x-key': 'abc', cookie: 'a=1; b=2' })
  expect(() => parseHeaders('X-Key: abc\nno colon')).toThrow('Line 2')
  for (const bad of ['Host: x', 'Content-Length: 3', 'X Y: 1', 'X-Key:'])
    expect(() => parseHeaders(bad)).toThrow(/header/)
  expect(() => checkHeaders({ 'x-key': 'a\r\nx-other: b' })).toThrow('cannot be sent')
})
