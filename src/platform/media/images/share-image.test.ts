import sharp from 'sharp'
import { expect, it } from 'vitest'
import { shareOf } from '../../../../tests/support/sweep.ts'
import { drawShareImage } from './share-image.ts'

const shared = {
  title: 'Epic vinner <i>&</i>',
  line: '10 källor · oense om 1',
  siteName: 'Kärnhuset',
  heading: 'Här är de oense',
  sides: [] as { who: string; claim: string }[],
}

type Rectangle = readonly [left: number, top: number, right: number, bottom: number]

/** Places of the pixels in which two images differ. */
async function placesOf(one: Buffer, other: Buffer): Promise<{ x: number; y: number }[]> {
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
  return places
}

const isIn =
  ([left, top, right, bottom]: Rectangle) =>
  ({ x, y }: { x: number; y: number }) =>
    x >= left && x <= right && y >= top && y <= bottom

/** Left, top, right and bottom of what differs between two images, in pixels. */
async function differenceOf(one: Buffer, other: Buffer): Promise<number[]> {
  const places = await placesOf(one, other)
  const ofAll = (pick: typeof Math.min, axis: 'x' | 'y') =>
    places.reduce((at, one) => pick(at, one[axis]), places[0]?.[axis] ?? -1)
  return [ofAll(Math.min, 'x'), ofAll(Math.min, 'y'), ofAll(Math.max, 'x'), ofAll(Math.max, 'y')]
}

const sides = [
  { who: 'Posten och Bladet', claim: 'Bron har kostat 450 miljoner kronor.' },
  { who: 'Ekot', claim: 'Notan blev 520 miljoner kronor.' },
]

const threeSides = [...sides, { who: 'Kanalen', claim: 'Bron är inte slutbetald än.' }]

/** Each part within its rectangle of 1200 × 630 pixels, with a margin of 64. */
it.each<[what: string, less: Partial<typeof shared>, within: [number, number, number, number]]>([
  ['the headline', { title: '.' }, [64, 64, 1136, 444]],
  ['the line of trust', { line: '.' }, [64, 520, 716, 566]],
  ['two statements', { sides }, [64, 64, 1136, 566]],
  ['three statements', { sides: threeSides }, [64, 64, 1136, 566]],
  ['four statements', { sides: [...sides, ...sides] }, [64, 64, 1136, 566]],
  ['the name of the site', { siteName: '.' }, [736, 500, 1136, 566]],
])('has %s at its place', { tags: 'slow' }, async (_what, less, [left, top, right, bottom]) => {
  const image = await drawShareImage(shared)
  expect(await sharp(image).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' })
  const found = await differenceOf(image, await drawShareImage({ ...shared, ...less }))
  expect(found[0]).toBeGreaterThanOrEqual(left)
  expect(found[1]).toBeGreaterThanOrEqual(top)
  expect(found[2]).toBeLessThanOrEqual(right)
  expect(found[3]).toBeLessThanOrEqual(bottom)
  expect(Number(found[2]) - Number(found[0])).toBeGreaterThan(50)
})

it('has each side of a dispute in a column of its own', { tags: 'slow' }, async () => {
  const [two = Buffer.of(), three = Buffer.of()] = await Promise.all(
    [sides, threeSides].map((each) => drawShareImage({ ...shared, sides: each })),
  )
  const empty = await drawShareImage({ ...shared, sides: threeSides.map(() => ({ who: '', claim: '' })) })
  for (const left of [64, 445, 825])
    expect((await placesOf(three, empty)).some(isIn([left, 256, left + 310, 516])), String(left)).toBe(true)
  expect(three).not.toEqual(two)
})

it('cuts a headline that is too long', async () => {
  const long = 'Epic vinner mot Apple i Australien. '.repeat(8)
  const image = await drawShareImage({ ...shared, title: long })
  expect(image).toEqual(await drawShareImage({ ...shared, title: `${long.slice(0, 129).trim()}…` }))
})

/** Left, top, right and bottom of each text's rectangle. */
const RECTANGLES = {
  title: [64, 64, 1136, 444],
  line: [64, 524, 716, 566],
  siteName: [736, 500, 1136, 566],
} as const

const EXTREME: [what: string, text: string, drawn?: 'nothing'][] = [
  ['a word of 400 letters', 'x'.repeat(400)],
  ['a word of wide letters', 'W'.repeat(400)],
  ['a long word behind a short one', `Apple ${'y'.repeat(200)}`],
  ['hyphens', 'a-'.repeat(100)],
  ['signs of markup', '&<>"'.repeat(100)],
  ['a pair of surrogates at the cut', `${'x'.repeat(128)}🎉🎉`],
  ['emoji', '🎉'.repeat(80)],
  ['joined emoji', '👨‍👩‍👧‍👦'.repeat(50)],
  ['flags', '🇸🇪'.repeat(60)],
  ['Hebrew', 'שלום'.repeat(60)],
  ['Arabic', 'مرحبا'.repeat(80)],
  ['letters in reverse', `\u202e${'abc'.repeat(80)}`],
  ['Chinese', '新闻标题没有空格'.repeat(30)],
  ['Thai', 'ภาษาไทย'.repeat(40)],
  ['the widest sign', '𒐫'.repeat(60)],
  ['combining marks', `Zebra${'\u0301'.repeat(30)} `.repeat(30)],
  ['lines', 'a\n'.repeat(200)],
  ['separators of lines', 'a\u2028'.repeat(200)],
  ['control characters', 'a\0b\u0001c\ufffed'],
  ['half a pair of surrogates', 'a\ud800b'],
  ['no letter', '', 'nothing'],
  ['blanks', '   ', 'nothing'],
  ['other blanks', '\u00a0\u3000\u2003', 'nothing'],
  ['blank signs that are letters', '\u3164\u2800\u115f', 'nothing'],
  ['signs without width', '\u200b\u200d\ufeff', 'nothing'],
]

/** Images of one kind without a text, by their kind. */
const empties = new Map<object, Promise<Buffer>>()

/** All that `given` draws lies in the rectangles of `parts`, whose gaps it would cross; each has some of it, or none. */
async function expectWithin(
  parts: Readonly<Record<string, Rectangle>>,
  bare: typeof shared,
  given: Partial<typeof shared>,
  isDrawn: boolean,
): Promise<void> {
  const empty = empties.get(parts) ?? drawShareImage(bare)
  empties.set(parts, empty)
  const places = await placesOf(await drawShareImage({ ...bare, ...given }), await empty)
  const rectangles = Object.entries(parts).map(([part, rectangle]) => ({ part, isInside: isIn(rectangle) }))
  const filled = rectangles.filter(({ isInside }) => places.some(isInside)).map(({ part }) => part)
  expect(filled).toEqual(isDrawn ? Object.keys(parts) : [])
  expect(places.filter((place) => !rectangles.some(({ isInside }) => isInside(place))).slice(0, 3)).toEqual([])
}

it.each(shareOf(EXTREME, 2))('keeps each text in its rectangle: %s', { tags: 'slow' }, async (_what, text, drawn) => {
  const bare = { title: '', line: '', siteName: '', heading: '', sides: [] }
  await expectWithin(RECTANGLES, bare, { title: text, line: text, siteName: text }, drawn !== 'nothing')
})

/** Left, top, right and bottom of each text of statements and above them: names left, and the other's claim beside them. */
const OF_STATEMENTS = {
  who: [64, 256, 552, 320],
  claim: [648, 320, 1136, 516],
  siteName: [64, 64, 624, 106],
  heading: [696, 64, 1136, 106],
  title: [64, 144, 836, 228],
} as const

it.each(shareOf(EXTREME, 2, 1))(
  'keeps statements and their publishers in their rectangles: %s',
  { tags: 'slow' },
  async (_, text, drawn) => {
    const side = { who: '', claim: '' }
    const bare = { title: '', line: '', siteName: '', heading: '', sides: [side, side] }
    const two = [
      { ...side, who: text },
      { ...side, claim: text },
    ]
    const given = { siteName: text, heading: text, title: text, sides: two }
    await expectWithin(OF_STATEMENTS, bare, given, drawn !== 'nothing')
  },
)
