import { expect, it } from 'vitest'
import { withoutKey } from './secret-addresses.ts'

it('cuts the key out of an address that ends with one, and leaves others', () => {
  const key = 'aB3-'.repeat(8)
  const cut = [`/min/${key}.rss?x=1`, `/utskick/${key}/ja`, `/utskick/larm/${key}`, `/websub/${key}`].map(withoutKey)
  expect(cut).toEqual(['/min/….rss?x=1', '/utskick/…/ja', '/utskick/larm/…', '/websub/…'])
  expect(withoutKey('/handelser/12-en-mycket-lang-rubrik-om-nagot')).toBe(
    '/handelser/12-en-mycket-lang-rubrik-om-nagot',
  )
})

it.each([
  ['/sok?q=https://x.example/?t=1&page=2', '/sok?q=…&page=2'],
  [
    '/reader/api/0/subscription/quickadd?quickadd=feed%2Fhttps%3A%2F%2Fa%3Ab%40x.example%2F',
    '/reader/api/0/subscription/quickadd?quickadd=…',
  ],
  ['/accounts/ClientLogin?Email=ann&Passwd=abc', '/accounts/ClientLogin?Email=ann&Passwd=…'],
  ['/konto/in?code=123456', '/konto/in?code=…'],
  ['/konto/anslut?client_id=x&state=abc', '/konto/anslut?client_id=x&state=…'],
])('cuts secrets and addresses out of what is asked: %s', (url, shown) => {
  expect(withoutKey(url)).toBe(shown)
})
