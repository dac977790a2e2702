/** The image by which an event is shared, 1200 × 630 pixels: its headline, or statements that exclude each other. */
import { join } from 'node:path'
import { foldSpace } from '../../text/text.ts'

export interface SharedEvent {
  title: string
  /** "10 källor · oense om 1" */
  line: string
  siteName: string
  /** Above the statements: "Här är de oense". */
  heading: string
  /** Statements with their publishers, of which four have room; empty without a dispute. */
  sides: readonly { who: string; claim: string }[]
}

interface Text {
  isBold?: boolean
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
const MAX_HEADLINE = 380
const MAX_LINE = 40
const MAX_NAME = 66
/** Of statements: the line with the site's name, the headline below it, the names, the statements, and the room between both. */
const MASTHEAD = 42
const SMALL_HEADLINE = 84
const MAX_WHO = 64
const MAX_CLAIM = 196
const MAX_SIDES = 4
/** By the number of statements. */
const GUTTERS = [0, 0, 96, 72, 60]
const SHORTER = [1, 1, 1, 0.8, 0.7]
const WITH_SIZE = { resolveWithObject: true } as const

// Source Serif 4, latin, under the SIL Open Font License: a machine may have no fonts at all.
const REGULAR = { font: 'Source Serif 4', fontfile: join(import.meta.dirname, 'source-serif.ttf') }
// The comma ends the family: SemiBold would be read as a weight of another one.
const BOLD = { font: 'Source Serif 4 SemiBold,', fontfile: join(import.meta.dirname, 'source-serif-semibold.ttf') }

/** The sign ≠, 32 pixels wide and high, which the fonts have not. */
const UNEQUAL = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><path d="M2 11h28M2 21h28M23 2 9 30" stroke="${ACCENT}" stroke-width="4" fill="none"/></svg>`,
)

const INNER = WIDTH - 2 * MARGIN
const BOTTOM = HEIGHT - MARGIN

export async function drawShareImage(event: SharedEvent): Promise<Buffer> {
  const [reported, parts] = await Promise.all([
    written(event.line, { size: 26, color: SOFT, width: INNER - 420, height: MAX_LINE }),
    event.sides.length > 1 ? statements(event) : headline(event),
  ])
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: PAPER } })
    .composite([...parts, ...placed(reported, MARGIN, BOTTOM - (reported?.info.height ?? 0))])
    .png({ palette: true })
    .toBuffer()
}

type Written = Awaited<ReturnType<typeof written>>

const placed = (text: Written, left: number, top: number) => (text ? [{ input: text.data, left, top }] : [])

/** Its right edge at the margin. */
const atRight = (text: Written, top: number) => placed(text, WIDTH - MARGIN - (text?.info.width ?? 0), top)

async function headline({ title, siteName }: SharedEvent) {
  const size = title.length > 70 ? 60 : 72
  const [text, name] = await Promise.all([
    written(title, { isBold: true, size, color: INK, width: INNER, height: MAX_HEADLINE }),
    written(siteName, { isBold: true, size: 30, color: ACCENT, width: 400, height: MAX_NAME }),
  ])
  return [...placed(text, MARGIN, MARGIN), ...atRight(name, BOTTOM - (name?.info.height ?? 0))]
}

/** Side by side, with the sign of inequality on each rule between them. */
async function statements({ title, siteName, heading, sides }: SharedEvent) {
  const shown = sides.slice(0, MAX_SIDES)
  const gutter = GUTTERS[shown.length] ?? 0
  const column = Math.floor((INNER - gutter * (shown.length - 1)) / shown.length)
  const ruleTop = MARGIN + MASTHEAD + 14
  const top = ruleTop + 24 + SMALL_HEADLINE + 28
  const parts = shown.map(async ({ who, claim }, at) => {
    const left = MARGIN + at * (column + gutter)
    const size = Math.round((claim.length > 90 ? 30 : claim.length > 60 ? 38 : 46) * (SHORTER[shown.length] ?? 1))
    const [names, statement] = await Promise.all([
      written(who, { size: 24, color: SOFT, width: column, height: MAX_WHO }),
      written(claim, { isBold: true, size, color: INK, width: column, height: MAX_CLAIM }),
    ])
    return [...placed(names, left, top), ...placed(statement, left, top + MAX_WHO)]
  })
  const [name, word, above] = await Promise.all([
    written(siteName, { isBold: true, size: 34, color: INK, width: 560, height: MASTHEAD }),
    written(heading, { isBold: true, size: 26, color: ACCENT, width: 440, height: MASTHEAD }),
    written(title, { size: 30, color: INK, width: 772, height: SMALL_HEADLINE }),
  ])
  const height = MAX_WHO + MAX_CLAIM
  const line = (width: number, length: number, background: string) =>
    ({ create: { width, height: length, channels: 3, background } }) as const
  const middle = top + height / 2
  const rule = line(2, (height - 80) / 2, ACCENT)
  return [
    ...placed(name, MARGIN, MARGIN + MASTHEAD - (name?.info.height ?? 0)),
    ...atRight(word, MARGIN + MASTHEAD - (word?.info.height ?? 0)),
    { input: line(INNER, 3, INK), left: MARGIN, top: ruleTop },
    ...placed(above, MARGIN, ruleTop + 24),
    ...(await Promise.all(parts)).flat(),
    ...shown.slice(1).flatMap((_, at) => {
      const center = Math.round(MARGIN + (at + 1) * (column + gutter) - gutter / 2)
      return [
        { input: rule, left: center - 1, top },
        { input: rule, left: center - 1, top: middle + 40 },
        { input: UNEQUAL, left: center - 16, top: middle - 16 },
      ]
    }),
  ]
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
async function written(text: string, { isBold = false, size, color, width, height }: Text) {
  const plain = foldSpace(text)
  if (!INK_SIGN.test(plain)) return null
  const escaped = shortened(plain).replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const markup = `<span foreground="${color}">${escaped}</span>`
  const { font, fontfile } = isBold ? BOLD : REGULAR
  const { default: sharp } = await import('sharp')
  const drawn = await sharp({
    text: { text: markup, font: `${font} ${size}`, fontfile, width, wrap: 'word-char', rgba: true },
  })
    .png()
    .toBuffer()
  return sharp(drawn).resize({ width, height, fit: 'inside', withoutEnlargement: true }).toBuffer(WITH_SIZE)
}
