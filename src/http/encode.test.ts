import * as zlib from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { chooseEncoding, encodeHead, finish } from './encode.ts'

const head = Buffer.from(
  JSON.stringify({ data: Array.from({ length: 400 }, (_, i) => ({ id: i, title: `Äpple ${i * i}` })) }),
)
const tail = ',"meta":{"timestamp":"2026-11-21T09:11:00.000Z","filters":{"lang":"sv – å"}}}'
const decoders = {
  gzip: zlib.gunzipSync,
  br: zlib.brotliDecompressSync,
  zstd: zlib.zstdDecompressSync,
  identity: (b: Buffer) => b,
}

describe.each(['gzip', 'br', 'zstd', 'identity'] as const)('%s', (encoding) => {
  it('gives a stream that a client reads as one body, with and without a tail', () => {
    const whole = encodeHead(head, encoding, false)
    expect(decoders[encoding](whole.bytes).equals(head)).toBe(true)
    const open = encodeHead(head, encoding, true)
    expect(decoders[encoding](finish(open, tail, encoding)).toString()).toBe(head.toString() + tail)
  })
})

it('chooses what the client weighs highest, and nothing for small bodies', () => {
  expect(chooseEncoding('gzip, br, zstd', 5000)).toBe('br')
  expect(chooseEncoding('gzip;q=1.0, br;q=0.5', 5000)).toBe('gzip')
  expect(chooseEncoding('br;q=0, gzip', 5000)).toBe('gzip')
  expect(chooseEncoding('*', 5000)).toBe('br')
  expect(chooseEncoding('gzip', 100)).toBe('identity')
  expect(chooseEncoding(undefined, 5000)).toBe('identity')
})
