import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Publisher, startPublisher } from '../../../tests/support/played/publisher.ts'
import { createFetcher, type Fetcher } from './fetcher.ts'
import { sniffImage } from './image-type.ts'
import { fetchImage } from './images.ts'

const pixel = () => sharp({ create: { width: 4, height: 4, channels: 3, background: 'teal' } })
let publisher: Publisher
let fetcher: Fetcher

beforeAll(async () => {
  publisher = await startPublisher()
  fetcher = createFetcher({ allow: ['127.0.0.1'], userAgent: 'Karnhuset/1' })
})
afterAll(async () => {
  await fetcher.close()
  await publisher.close()
})

describe('images', () => {
  test.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)(
    '%s is known by its bytes, whatever its media type',
    async (format) => {
      const bytes = await pixel().toFormat(format).toBuffer()
      publisher.serve(`/${format}`, { body: bytes, type: 'text/plain' })
      const image = await fetchImage(publisher.at(`/${format}`), fetcher)
      expect(image.type).toBe(`image/${format}`)
      expect(Buffer.compare(image.bytes, bytes)).toBe(0)
    },
  )

  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['nothing', ''],
    ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
    ['a video', '\0\0\0\x18ftypisom\0\0\0\0isomavc1'],
    ['a RIFF that is no WebP', 'RIFF\0\0\0\0WAVEfmt '],
  ])('%s is none', async (_what, body) => {
    publisher.serve('/not', { body: Buffer.from(body, 'latin1'), type: 'image/png' })
    await expect(fetchImage(publisher.at('/not'), fetcher)).rejects.toThrow('no image')
  })

  test('an AVIF under a general brand is one', () => {
    expect(sniffImage(Buffer.from('\0\0\0\x1cftypmif1\0\0\0\0mif1avif', 'latin1'))).toBe('image/avif')
  })

  test('what is missing, too large, broken off or inward is refused', async () => {
    await expect(fetchImage(publisher.at('/none'), fetcher)).rejects.toThrow('HTTP 404')
    publisher.misbehave('/endless', { kind: 'endless' })
    await expect(fetchImage(publisher.at('/endless'), fetcher)).rejects.toMatchObject({ kind: 'too_large' })
    publisher.misbehave('/cut', { kind: 'truncated', body: 'GIF89a' })
    await expect(fetchImage(publisher.at('/cut'), fetcher)).rejects.toMatchObject({ kind: 'connection' })
    await expect(fetchImage('http://192.168.0.1/a.png', fetcher)).rejects.toMatchObject({ kind: 'refused_address' })
  })
})
