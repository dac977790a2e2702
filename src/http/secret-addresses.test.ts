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
