/** The image of a text that its reader sees: found behind lazy loading, in `srcset`, `picture`, `noscript` and posters. */
import { Parser } from 'htmlparser2'

/** An address as written, and the nearest base of its markup. */
interface Link {
  href: string
  base: string
}

type Attributes = Record<string, string>

/** Files that hold the place of another image, or count readers. Phones called Pixel have images too. */
const PLACEHOLDER =
  /\/([\w-]*placeholder[\w-]*|[\w-]*spacer|(img_?)?(blank|pixel|transparent|trans|clear|empty|loading|loader|spinner|lazy|lazyload(er)?|dot|gr[ae]y|dummy|ph|1x1|1px)([-_]?\d+(x\d+)?)?)\.(gif|png|jpe?g|webp)([?#]|$)|\/pixel([/?]|$)/i
const NO_IMAGE_OF_ITS_TEXT =
  /feedburner|pheedo|doubleclick|smilies|\/(tw)?emoji\/|gravatar\.com|(facebook|twitter|linkedin|share|button)[^/]*\.(gif|png)|\.svg([?#]|$)/i
const MAX_ADDRESS = 4_000

/** False for an invalid address, or one whose image shows nothing of a text. */
export const isShown = (address: string): boolean =>
  address.length <= MAX_ADDRESS &&
  address.trim() !== '' &&
  !/[{}]/.test(address) &&
  !/^\s*(data|about|blob|javascript):/i.test(address) &&
  !PLACEHOLDER.test(address) &&
  !NO_IMAGE_OF_ITS_TEXT.test(address)

const SET = /srcset$|^data-(.*-)?set$/
/** Attributes from which scripts load an image later. */
const LAZY = /^(?=data-|.*lazy).*(src|original|lazy|echo|hi-?res|retina|delayed|defer)/
/** Attributes with a poorer image, or with none at all. */
const NOT_IT = /placeholder|preview|thumb|low|blur|tiny|small|lqip|title|caption|width|height|size|ratio|-alt$/
const ADDRESS = /^\s*\S*[./]\S*\s*$/
const IMAGE_FILE = /^\S+\.(jpe?g|png|gif|webp|avif)([?#]\S*)?$/i

/** Of an `img`: the largest of its sizes that is reasonable, and what is loaded later before what holds its place. */
export function imageAddress(attributes: Attributes): string | null {
  const others = Object.entries(attributes).filter(
    ([name, { length }]) => !SET.test(name) && !NOT_IT.test(name) && length <= MAX_ADDRESS,
  )
  const valuesOf = (fits: (name: string, value: string) => boolean) =>
    others.filter(([name, value]) => fits(name, value)).map(([, value]) => value)
  const lazy = valuesOf((name, value) => LAZY.test(name) && ADDRESS.test(value))
  const files = valuesOf((name, value) => name.startsWith('data-') && IMAGE_FILE.test(value))
  return [...setsOf(attributes), ...lazy, attributes.src ?? '', ...files].find(isShown)?.trim() ?? null
}

/** The largest of each `srcset`, those that are loaded later first. */
function setsOf({ srcset = '', ...later }: Attributes): string[] {
  const sets = Object.entries(later).filter(([name]) => SET.test(name) && !NOT_IT.test(name))
  return [...sets.map(([, set]) => set), srcset].map(largestOf)
}

/** Pixels. Wider is more than any of our pages shows, narrower a preview. */
const [MIN_WIDTH, MAX_WIDTH] = [100, 2048]
const WIDTH_OF_1X = 600
const MAX_CANDIDATES = 50

/** Of a `srcset` (HTML, 4.8.4.2.1). Empty where there is none. */
function largestOf(set: string): string {
  const fitting = candidatesOf(set).filter(({ address, width }) => width >= MIN_WIDTH && isShown(address))
  const ordered = fitting.sort((a, b) => a.width - b.width)
  return (ordered.findLast(({ width }) => width <= MAX_WIDTH) ?? ordered[0])?.address ?? ''
}

/** An address may hold commas, but ends before one. */
function candidatesOf(set: string): { address: string; width: number }[] {
  const found: { address: string; width: number }[] = []
  const [next, descriptor] = [/[\s,]*([^\s,]\S*)/y, /\s*([\d.]*)([wx]?)[^,]*(,|$)/y]
  for (let written = next.exec(set)?.[1]; written && found.length < MAX_CANDIDATES; written = next.exec(set)?.[1]) {
    let end = written.length
    while (written[end - 1] === ',') end--
    descriptor.lastIndex = next.lastIndex
    const [, size, unit] = (end === written.length && descriptor.exec(set)) || []
    if (end === written.length) next.lastIndex = descriptor.lastIndex
    found.push({ address: written.slice(0, end), width: Number(size || 1) * (unit === 'w' ? 1 : WIDTH_OF_1X) })
  }
  return found
}

/** Address of the image that an element shows, or null. */
function addressIn(name: string, attributes: Attributes): string | null {
  const { poster, 'data-poster': laterPoster, type } = attributes
  if (/^(amp-)?video$/.test(name)) return [laterPoster, poster].find((one) => one && isShown(one)) ?? null
  if (name === 'source') return (isReadable(type) && setsOf(attributes).find(isShown)) || null
  return /^(amp-)?img$/.test(name) && !isOrnament(attributes) ? imageAddress(attributes) : null
}

const isReadable = (type = '') => type === '' || /^image\/(jpe?g|png|gif|webp|avif)$/i.test(type.trim())

/** Icons, faces and counters; an image that is loaded later may be one pixel wide until then. */
function isOrnament(attributes: Attributes): boolean {
  const { class: classes = '', style = '' } = attributes
  const [width, height] = [pixels(attributes.width), pixels(attributes.height)]
  const waits = Math.min(width, height) <= 1 && Object.keys(attributes).some((name) => LAZY.test(name))
  const hidden = /display:\s*none|(width|height):\s*[01](px)?\s*(;|$)/i.test(style)
  const small = (width < 50 || height < 30) && !waits
  return small || hidden || /(^|[\s_-])(emoji|smiley|avatar|icon)([\s_-]|$)/i.test(classes)
}

/** Infinite where the size is not in pixels. */
const pixels = (text = '') => (/^\s*\d+(px)?\s*$/.test(text) ? Number.parseInt(text, 10) : Number.POSITIVE_INFINITY)

export interface ImageFinder {
  element(name: string, attributes: Attributes): void
  /** True once nothing better can come. */
  isDone(): boolean
  result(): string | null
}

/** Takes the elements of a text in their order. */
export function createImageFinder(): ImageFinder {
  let found: string | null = null
  let narrow: string | null = null
  return {
    element(name, attributes) {
      const address = found === null ? addressIn(name, attributes) : null
      // A source for small screens is a crop of the image that follows.
      if (/max-width/.test(attributes.media ?? '')) narrow ??= address
      else found ??= address
    },
    isDone: () => found !== null,
    result: () => found ?? narrow,
  }
}

const CHUNK = 16 * 1024

export function firstImageIn(html: string, base: string): Link | null {
  if (!/<(amp-)?(img|source|video)\s/i.test(html)) return null
  const finder = createImageFinder()
  const parser = new Parser({ onopentag: (name, attributes) => finder.element(name, attributes) })
  for (let at = 0; at < html.length && !finder.isDone(); at += CHUNK) parser.write(html.slice(at, at + CHUNK))
  parser.end()
  const href = finder.result()
  return href === null ? null : { href, base }
}
