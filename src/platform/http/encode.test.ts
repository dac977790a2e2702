import * as zlib from 'node:zlib'
import { expect, it } from 'vitest'
import { chooseEncoding, compress } from './encode.ts'

const decoders = {
  gzip: zlib.gunzipSync,
  br: zlib.brotliDecompressSync,
  zstd: zlib.zstdDecompressSync,
  identity: (b: Buffer) => b,
}

it.each(['gzip', 'br', 'zstd', 'identity'] as const)('%s: gives what a client reads as the same body', (encoding) => {
  const body = Buffer.from('Äpplets kärnhus, '.repeat(1000))
  const packed = compress(body, encoding)
  expect(decoders[encoding](packed).equals(body)).toBe(true)
  if (encoding !== 'identity') expect(packed.length).toBeLessThan(body.length / 10)
})

it('chooses what the client weighs highest, and nothing for small bodies', () => {
  expect(chooseEncoding('gzip, br, zstd', 5000)).toBe('br')
  expect(chooseEncoding('gzip;q=1.0, br;q=0.5', 5000)).toBe('gzip')
  expect(chooseEncoding('br;q=0, gzip', 5000)).toBe('gzip')
  expect(chooseEncoding('*', 5000)).toBe('br')
  expect(chooseEncoding('gzip', 100)).toBe('identity')
  expect(chooseEncoding(undefined, 5000)).toBe('identity')
})
