import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCover } from './covers.ts'

let dir: string

const plain = (size: number) => sharp({ create: { width: size, height: size, channels: 3, background: '#777' } })

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#777', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'covers-'))
})
afterAll(() => rm(dir, { recursive: true }))

describe('a cover', () => {
  it('becomes a JPEG of at most 3000 pixels and a thumbnail', { tags: 'slow' }, async () => {
    await plain(3400).jpeg().toFile(join(dir, 'big.jpg'))
    const { full, thumb } = await makeCover(join(dir, 'big.jpg'))
    expect(await sharp(full).metadata()).toMatchObject({ format: 'jpeg', width: 3000, height: 3000 })
    expect(await sharp(thumb).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 320 })
  })

  it('is never made larger', async () => {
    await noise(200, 100).png().toFile(join(dir, 'small.png'))
    expect(await sharp((await makeCover(join(dir, 'small.png'))).full).metadata()).toMatchObject({
      width: 200,
      height: 100,
    })
  })

  it.each([
    ['cut.jpg', () => noise(600, 600).jpeg().toBuffer(), 0.6],
    ['cut.png', () => noise(600, 600).png().toBuffer(), 0.6],
    ['cut.webp', () => noise(600, 600).webp().toBuffer(), 0.6],
  ])('%s is refused when it is cut off', async (name, make, share) => {
    const bytes = await make()
    await writeFile(join(dir, name), bytes.subarray(0, bytes.length * share))
    await expect(makeCover(join(dir, name))).rejects.toMatchObject({
      code: 'unprocessable',
      message: expect.stringContaining(`${name}: it is not a whole image`),
    })
  })

  it.each([
    ['none.jpg', null, 'none.jpg: it cannot be read'],
    ['empty.jpg', '', 'empty.jpg: it is empty'],
    ['text.jpg', 'ingen bild', 'text.jpg: it is not a whole image'],
    [
      'drawing.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      'drawing.svg: it is not a whole image (svg',
    ],
  ])('%s is refused', async (name, content, message) => {
    if (content !== null) await writeFile(join(dir, name), content)
    await expect(makeCover(join(dir, name))).rejects.toThrow(message)
  })

  it('carries nothing of the camera', async () => {
    await noise(50, 50)
      .withExif({ IFD0: { Artist: 'någon' } })
      .jpeg()
      .toFile(join(dir, 'exif.jpg'))
    expect((await sharp(await readFile(join(dir, 'exif.jpg'))).metadata()).exif).toBeDefined()
    expect((await sharp((await makeCover(join(dir, 'exif.jpg'))).full).metadata()).exif).toBeUndefined()
  })
})
