/** The image by which an event is shared: its headline, its line of trust and its matrix, 1200 × 630 pixels. */
import { join } from 'node:path'
import sharp from 'sharp'

export interface SharedEvent {
  title: string
  /** "10 källor · oense om 1" */
  line: string
  siteName: string
  /** SVG of its matrix, or of its reports in time. */
  drawing: string | null
}

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 64
const PAPER = '#fbfaf7'
const INK = '#1d1a17'
const SOFT = '#5f5850'
const ACCENT = '#b0241c'
const MAX_TITLE = 130
const MAX_DRAWING = { width: 640, height: 170 }

// Source Serif 4, latin, under the SIL Open Font License: a machine may have no fonts at all.
const fontfile = join(import.meta.dirname, 'source-serif.ttf')

export async function drawShareImage({ title, line, siteName, drawing }: SharedEvent): Promise<Buffer> {
  const inner = WIDTH - 2 * MARGIN
  const [headline, reported, name, image] = await Promise.all([
    written(shortened(title), { size: title.length > 70 ? 50 : 60, color: INK, width: inner }),
    written(line, { size: 30, color: SOFT, width: inner }),
    written(siteName, { size: 30, color: ACCENT, width: 400 }),
    drawing && scaled(drawing),
  ])
  const bottom = HEIGHT - MARGIN
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: PAPER } })
    .composite([
      { input: headline.data, left: MARGIN, top: MARGIN },
      { input: reported.data, left: MARGIN, top: bottom - MAX_DRAWING.height - 40 - reported.info.height },
      { input: name.data, left: WIDTH - MARGIN - name.info.width, top: bottom - name.info.height },
      ...(image ? [{ input: image.data, left: MARGIN, top: bottom - image.info.height }] : []),
    ])
    .png({ palette: true })
    .toBuffer()
}

const shortened = (title: string) => (title.length <= MAX_TITLE ? title : `${title.slice(0, MAX_TITLE - 1).trim()}…`)

function written(text: string, { size, color, width }: { size: number; color: string; width: number }) {
  const escaped = text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign)
  const markup = `<span foreground="${color}">${escaped}</span>`
  return sharp({ text: { text: markup, font: `Source Serif 4 ${size}`, fontfile, width, rgba: true } })
    .png()
    .toBuffer({ resolveWithObject: true })
}

const scaled = (drawing: string) =>
  sharp(Buffer.from(drawing), { density: 500 })
    .resize({ ...MAX_DRAWING, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
