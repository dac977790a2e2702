/** The image by which an event is shared: its headline, its line of trust and its matrix, 1200 × 630 pixels. */
import { join } from 'node:path'
import sharp from 'sharp'
import { foldSpace } from '../../domain/text/text.ts'

export interface SharedEvent {
  title: string
  /** "10 källor · oense om 1" */
  line: string
  siteName: string
  /** SVG of its matrix, or of its reports in time. */
  drawing: string | null
}

interface Text {
  size: number
  color: string
  width: number
  height: number
}

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 64
const PAPER = '#fbfaf7'
const INK = '#1d1a17'
const SOFT = '#5f5850'
const ACCENT = '#b0241c'
/** Characters (UTF-16) of each text. */
const MAX_TEXT = 130
const MAX_HEADLINE = 236
const MAX_LINE = 40
const MAX_NAME = 66
const MAX_DRAWING = { width: 640, height: 170 }
const WITH_SIZE = { resolveWithObject: true } as const

// Source Serif 4, latin, under the SIL Open Font License: a machine may have no fonts at all.
const fontfile = join(import.meta.dirname, 'source-serif.ttf')

export async function drawShareImage({ title, line, siteName, drawing }: SharedEvent): Promise<Buffer> {
  const inner = WIDTH - 2 * MARGIN
  const bottom = HEIGHT - MARGIN
  const middle = bottom - MAX_DRAWING.height - 40
  const [headline, reported, name, image] = await Promise.all([
    written(title, { size: title.length > 70 ? 50 : 60, color: INK, width: inner, height: MAX_HEADLINE }),
    written(line, { size: 30, color: SOFT, width: inner, height: MAX_LINE }),
    written(siteName, { size: 30, color: ACCENT, width: 400, height: MAX_NAME }),
    drawing === null ? null : scaled(drawing),
  ])
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: PAPER } })
    .composite([
      ...(headline ? [{ input: headline.data, left: MARGIN, top: MARGIN }] : []),
      ...(reported ? [{ input: reported.data, left: MARGIN, top: middle - reported.info.height }] : []),
      ...(name ? [{ input: name.data, left: WIDTH - MARGIN - name.info.width, top: bottom - name.info.height }] : []),
      ...(image ? [{ input: image.data, left: MARGIN, top: bottom - image.info.height }] : []),
    ])
    .png({ palette: true })
    .toBuffer()
}

const shortened = (text: string) =>
  text.length <= MAX_TEXT
    ? text
    : `${text
        .slice(0, MAX_TEXT - 1)
        .toWellFormed()
        .replace(/[\s\ufffd]+$/, '')}…`

/** Signs with ink; fillers and the blank of Braille are letters and symbols without any. */
const INK_SIGN = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

/** Broken within a word that is too long, and smaller where it takes too many lines. Null for a text without ink, which cannot be drawn. */
async function written(text: string, { size, color, width, height }: Text) {
  const plain = foldSpace(text)
  if (!INK_SIGN.test(plain)) return null
  const escaped = shortened(plain).replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const markup = `<span foreground="${color}">${escaped}</span>`
  const font = `Source Serif 4 ${size}`
  const drawn = await sharp({ text: { text: markup, font, fontfile, width, wrap: 'word-char', rgba: true } })
    .png()
    .toBuffer()
  return sharp(drawn).resize({ width, height, fit: 'inside', withoutEnlargement: true }).toBuffer(WITH_SIZE)
}

const scaled = (drawing: string) =>
  sharp(Buffer.from(drawing), { density: 500 })
    .resize({ ...MAX_DRAWING, fit: 'inside' })
    .png()
    .toBuffer(WITH_SIZE)
