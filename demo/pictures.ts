/** The demo's pictures: flat drawings in the publisher's colour, made when asked for, so that none is stored. */
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { MOTIFS } from './motifs.ts'

const WIDTH = 1200
const HEIGHT = 675

const made = new Map<string, Promise<Buffer>>()

/** WebP of 1200 × 675. The same arguments give the same picture; `seed` moves the background and its hue. */
export function renderPicture(motif: string, accent: string, seed: string): Promise<Buffer> {
  const key = `${motif} ${accent} ${seed}`
  const image =
    made.get(key) ??
    sharp(Buffer.from(drawing(motif, accent, seed)))
      .webp({ quality: 78 })
      .toBuffer()
  made.set(key, image)
  return image
}

/** Throws for a motif that nobody drew. */
function drawing(motif: string, accent: string, seed: string): string {
  const shape = MOTIFS[motif]
  if (!shape) throw new Error(`There is no drawing "${motif}"`)
  const random = randomOf(seed)
  const hue = (hueOf(accent) + random(70) - 35 + 360) % 360
  const dark = random(3) === 0
  const [from, to, ink, shade, light] = dark ? darkColours(hue) : brightColours(hue)
  const circles = Array.from({ length: 3 }, () => {
    const [x, y, r] = [random(WIDTH), random(HEIGHT), 120 + random(260)]
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="${light}" opacity="0.16"/>`
  })
  const x = 230 + random(190)
  const scale = 1.25 + random(25) / 100
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<style>.s{fill:${shade};stroke:none}.l{fill:${light}}.k{stroke:${shade}}.kl{stroke:${light}}</style>
<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/>${circles.join('')}
<ellipse cx="${x + 200 * scale}" cy="${HEIGHT - 55}" rx="${210 * scale}" ry="22" fill="#000" opacity="0.13"/>
<g transform="translate(${x} ${(HEIGHT - 400 * scale) / 2}) scale(${scale})" fill="${ink}" color="${ink}">${shape}</g></svg>`
}

const brightColours = (hue: number) => [
  hsl(hue, 45, 88),
  hsl(hue + 25, 50, 72),
  hsl(hue, 55, 28),
  hsl(hue, 40, 94),
  hsl(hue + 30, 65, 56),
]
const darkColours = (hue: number) => [
  hsl(hue, 40, 26),
  hsl(hue + 30, 48, 16),
  hsl(hue, 30, 94),
  hsl(hue, 38, 30),
  hsl(hue + 35, 70, 66),
]
const hsl = (hue: number, saturation: number, lightness: number) => `hsl(${hue % 360},${saturation}%,${lightness}%)`

/** Whole numbers below a limit, from a hash of the seed. */
function randomOf(seed: string): (limit: number) => number {
  const bytes = createHash('sha256').update(seed).digest()
  let at = 0
  return (limit) => bytes.readUInt16BE((at++ * 2) % 30) % limit
}

function hueOf(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  const max = Math.max(r, g, b)
  const span = max - Math.min(r, g, b) || 1
  const sixth = max === r ? (g - b) / span : max === g ? 2 + (b - r) / span : 4 + (r - g) / span
  return Math.round((sixth * 60 + 360) % 360)
}
