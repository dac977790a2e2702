/** A site's favicons, app icons and default image, drawn from its mark; and a mark for a site that has none: its letter. */
const PAPER = '#fbfaf7'
export const ACCENT = '#b0241c'

/** A mark of 32 × 32 with the first letter of `name` in a disc: filled with `colour`, else drawn in the colour of the text around it. */
export function letterLogo(name: string, colour?: string): string {
  const letter = [...name.trim().toUpperCase()].find((sign) => /[\p{L}\p{N}]/u.test(sign)) ?? '•'
  const disc = colour
    ? `<circle cx="16" cy="16" r="16" fill="${colour}"/>`
    : '<circle cx="16" cy="16" r="15" fill="none" stroke="currentColor" stroke-width="2"/>'
  const ink = colour ? inkOn(colour) : 'currentColor'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32"><g>${disc}<text x="16" y="22.5" font-family="Georgia, serif" font-size="19" font-weight="bold" text-anchor="middle" fill="${ink}">${letter}</text></g></svg>\n`
}

/** Above it, in the measure of WCAG, dark text has the better contrast. */
const LIGHT = 0.18

/** Of a letter on a colour as "#1d4ed8": marks are shown on light pages and on dark ones. */
function inkOn(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > LIGHT ? '#1c1917' : '#ffffff'
}

/** Name of the file → its content. `mark`: SVG of 32 × 32 with its drawing in one `<g>`; throws where it has none. */
export async function drawBrand(logo: string, accent = ACCENT): Promise<Map<string, Buffer>> {
  const drawing = /<g.*<\/g>/s.exec(logo)?.[0]
  if (!drawing) throw new Error('mark.svg must hold its drawing in one <g>')

  /** The mark on a square of `size`, `margin` being the part of it left free on each side. */
  function square(size: number, margin: number, background: string | null): string {
    const inner = size * (1 - 2 * margin)
    const transform = `translate(${size * margin} ${size * margin}) scale(${inner / 32})`
    const back = background ? `<rect width="${size}" height="${size}" fill="${background}"/>` : ''
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}">${back}<g color="${accent}" transform="${transform}">${drawing}</g></svg>`
  }

  /** The image of an article without one: the mark amid rings. */
  function card(width: number, height: number): string {
    const rings = Array.from({ length: 14 }, (_, i) => {
      const radius = 170 + i * 46
      return `<circle cx="${width / 2}" cy="${height / 2}" r="${radius}" fill="none" stroke="${accent}" stroke-opacity="${0.16 - i * 0.0105}" stroke-width="1.5"/>`
    }).join('')
    const size = 230
    const transform = `translate(${(width - size) / 2} ${(height - size) / 2}) scale(${size / 32})`
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${PAPER}"/>${rings}<g color="${accent}" transform="${transform}">${drawing}</g></svg>`
  }

  const favicon = square(32, 0, null)
  return new Map([
    ['favicon.svg', Buffer.from(favicon)],
    ['favicon.ico', ico(await png(favicon))],
    ['apple-touch-icon.png', await png(square(180, 0.16, PAPER))],
    ['icon-192.png', await png(square(192, 0.12, PAPER))],
    ['icon-512.png', await png(square(512, 0.12, PAPER))],
    ['icon-maskable-512.png', await png(square(512, 0.22, PAPER))],
    ['default.png', await png(card(1200, 675))],
  ])
}

async function png(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer()
}

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
