import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createArticleImages } from './article-images.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'karnhuset-img-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()

function images(answer: () => Promise<Uint8Array>, maxBytes = 10_000_000) {
  const requested: string[] = []
  const clock = { at: 0 }
  const fetch = (url: string) => {
    requested.push(url)
    return answer()
  }
  return { ...createArticleImages({ folder, maxBytes, fetch, now: () => clock.at }), requested, clock }
}

const sizeOf = async (body: Buffer | null) => {
  const { width, height, format } = await sharp(body ?? undefined).metadata()
  return { width, height, format }
}

describe('pictures of articles', () => {
  it('are cut to 16:9 in the size and type asked for, and fetched once', { tags: 'slow' }, async () => {
    const { get, requested } = images(() => plain(2000, 2000))
    const [small, again, shared] = await Promise.all([
      get('https://a.example/1.png', 320, 'webp'),
      get('https://a.example/1.png', 320, 'webp'),
      get('https://a.example/1.png', 1280, 'jpg'),
    ])
    expect(await sizeOf(small)).toEqual({ width: 320, height: 180, format: 'webp' })
    expect(again).toEqual(small)
    expect(await sizeOf(shared)).toEqual({ width: 1280, height: 720, format: 'jpeg' })
    expect(requested).toEqual(['https://a.example/1.png'])
  })

  it('are never blown up', async () => {
    const { get } = images(() => plain(500, 400))
    expect(await sizeOf(await get('u', 1280, 'webp'))).toMatchObject({ width: 500 })
  })

  it('outlive the process', async () => {
    const first = images(() => plain(800, 600))
    await first.get('u', 320, 'webp')
    const second = images(() => Promise.reject(new Error('away')))
    expect(await second.get('u', 320, 'webp')).not.toBeNull()
    expect(second.requested).toEqual([])
  })

  it.each([
    ['bytes that are no picture', () => Promise.resolve(Buffer.from('<script>alert(1)</script>'))],
    [
      'an SVG with a script',
      () =>
        Promise.resolve(
          Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><script/></svg>'),
        ),
    ],
    ['a counting pixel', () => plain(1, 1)],
    ['a picture cut short', async () => (await plain(900, 900)).subarray(0, 200)],
    ['an address that is refused', () => Promise.reject(new Error('refused'))],
  ])('are null for %s', async (_what, answer) => {
    expect(await images(answer).get('u', 320, 'webp')).toBeNull()
    expect(readdirSync(folder)).toEqual([])
  })

  it('are null for one of very many pixels, without decoding it', { tags: 'slow' }, async () => {
    const bomb = await plain(9000, 9000)
    expect(bomb.length).toBeLessThan(2_000_000)
    expect(await images(() => Promise.resolve(bomb)).get('u', 320, 'webp')).toBeNull()
  })

  it('that failed are not asked for again until a while has passed', async () => {
    const { get, requested, clock } = images(() => Promise.reject(new Error('away')))
    await get('u', 320, 'webp')
    await get('u', 640, 'webp')
    expect(requested).toHaveLength(1)
    clock.at = 16 * 60_000
    await get('u', 320, 'webp')
    expect(requested).toHaveLength(2)
  })

  it('make room for one another: what was not asked for longest goes', { tags: 'slow' }, async () => {
    const noise = () =>
      sharp({
        create: { width: 640, height: 360, channels: 3, background: '#888', noise: { type: 'gaussian', sigma: 60 } },
      })
        .png()
        .toBuffer()
    const { get, requested } = images(noise, 500_000)
    for (let i = 0; i < 8; i++) await get(`u${i}`, 640, 'webp')
    await get('u7', 640, 'webp')
    expect(requested).toHaveLength(8)
    await get('u0', 640, 'webp')
    expect(requested).toHaveLength(9)
    const bytes = await Promise.all(readdirSync(folder).map((name) => sharp(join(folder, name)).toBuffer()))
    expect(bytes.length).toBeGreaterThan(1)
  })
})
