/** Draws favicons, app icons and the default picture from mark.svg: `npm run brand [-- FOLDER]`, else content/brand. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '../../content/brand'))
const paper = '#fbfaf7'
const accent = '#b0241c'
const mark = readFileSync(join(folder, 'mark.svg'), 'utf8')
const drawing = /<g.*<\/g>/s.exec(mark)?.[0]
if (!drawing) throw new Error('mark.svg must hold its drawing in one <g>')
const save = (name: string, body: Buffer | string) => writeFileSync(join(folder, name), body)

/** The mark on a square of `size`, `margin` being the part of it left free on each side. */
function square(size: number, margin: number, ground: string | null): string {
  const inner = size * (1 - 2 * margin)
  const place = `translate(${size * margin} ${size * margin}) scale(${inner / 32})`
  const back = ground ? `<rect width="${size}" height="${size}" fill="${ground}"/>` : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}">${back}<g color="${accent}" transform="${place}">${drawing}</g></svg>`
}

/** The picture of what has none: the mark amid rings. */
function card(width: number, height: number): string {
  const rings = Array.from({ length: 14 }, (_, i) => {
    const radius = 170 + i * 46
    return `<circle cx="${width / 2}" cy="${height / 2}" r="${radius}" fill="none" stroke="${accent}" stroke-opacity="${0.16 - i * 0.0105}" stroke-width="1.5"/>`
  }).join('')
  const size = 230
  const place = `translate(${(width - size) / 2} ${(height - size) / 2}) scale(${size / 32})`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${paper}"/>${rings}<g color="${accent}" transform="${place}">${drawing}</g></svg>`
}

const png = (svg: string) => sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer()

/** An icon file that holds one PNG of 32 × 32 (the format since Windows Vista). */
function ico(image: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(32, 6)
  head.writeUInt8(32, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(image.length, 14)
  head.writeUInt32LE(22, 18)
  return Buffer.concat([head, image])
}

save('favicon.svg', square(32, 0, null))
save('favicon.ico', ico(await png(square(32, 0, null))))
save('apple-touch-icon.png', await png(square(180, 0.16, paper)))
save('icon-192.png', await png(square(192, 0.12, paper)))
save('icon-512.png', await png(square(512, 0.12, paper)))
save('icon-maskable-512.png', await png(square(512, 0.22, paper)))
save('default.png', await png(card(1200, 675)))
console.log('drawn')
