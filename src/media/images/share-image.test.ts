import sharp from 'sharp'
import { expect, it } from 'vitest'
import { drawShareImage } from './share-image.ts'

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><rect width="60" height="20" fill="#000"/></svg>'
const shared = {
  title: 'Epic vinner <i>&</i>',
  line: '10 källor · oense om 1',
  siteName: 'Kärnhuset',
  drawing: DRAWING,
}

/** Left, top, right and bottom of what differs between two images, in pixels. */
async function differenceOf(one: Buffer, other: Buffer): Promise<number[]> {
  const [{ data, info }, against] = await Promise.all([
    sharp(one).removeAlpha().raw().toBuffer({ resolveWithObject: true }),
    sharp(other).removeAlpha().raw().toBuffer(),
  ])
  const places: { x: number; y: number }[] = []
  for (let i = 0; i < data.length; i += info.channels)
    if (Math.abs((data[i] ?? 0) - (against[i] ?? 0)) > 40) {
      const pixel = i / info.channels
      places.push({ x: pixel % info.width, y: Math.floor(pixel / info.width) })
    }
  const ofAll = (pick: typeof Math.min, axis: 'x' | 'y') =>
    places.reduce((at, one) => pick(at, one[axis]), places[0]?.[axis] ?? -1)
  return [ofAll(Math.min, 'x'), ofAll(Math.min, 'y'), ofAll(Math.max, 'x'), ofAll(Math.max, 'y')]
}

/** Each part within its rectangle of 1200 × 630 pixels, with a margin of 64. */
it.each<[what: string, less: Partial<typeof shared> | { drawing: null }, within: [number, number, number, number]]>([
  ['the headline', { title: '.' }, [64, 64, 1136, 250]],
  ['the line of trust', { line: '.' }, [64, 300, 1136, 356]],
  ['the drawing', { drawing: null }, [64, 380, 704, 566]],
  ['the name of the site', { siteName: '.' }, [736, 500, 1136, 566]],
])('has %s at its place', async (_what, less, [left, top, right, bottom]) => {
  const image = await drawShareImage(shared)
  expect(await sharp(image).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' })
  const found = await differenceOf(image, await drawShareImage({ ...shared, ...less }))
  expect(found[0]).toBeGreaterThanOrEqual(left)
  expect(found[1]).toBeGreaterThanOrEqual(top)
  expect(found[2]).toBeLessThanOrEqual(right)
  expect(found[3]).toBeLessThanOrEqual(bottom)
  expect(Number(found[2]) - Number(found[0])).toBeGreaterThan(50)
})

it('cuts a headline that is too long', async () => {
  const long = 'Epic vinner mot Apple i Australien. '.repeat(8)
  const image = await drawShareImage({ ...shared, title: long })
  expect(image).toEqual(await drawShareImage({ ...shared, title: `${long.slice(0, 129).trim()}…` }))
})
