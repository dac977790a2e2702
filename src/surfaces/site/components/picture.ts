/** An article's image, always through our own origin and always 16:9, so that its place is known before it comes. */
import { createHash } from 'node:crypto'
import type { ArticleView } from '../../../news/articles/queries/views.ts'
import type { EventView } from '../../../news/events/queries/views.ts'
import { type Html, html, trusted } from '../../../platform/html/html.ts'
import type { SitePage } from '../page.ts'

type Pictured = Pick<ArticleView, 'id' | 'imageUrl'>

/** Article whose image represents an event: the lead, or another member. */
const pictured = (event: EventView): Pictured =>
  event.entries.find(({ imageUrl }) => imageUrl === event.imageUrl) ?? event.lead

/** Widths that are served; asking for others is refused. */
export const imageWidths = [160, 320, 640, 960, 1280] as const

interface Shape {
  /** CSS `sizes`: the width of the image at each window. */
  sizes: string
  widths: readonly number[]
  /** True for what is seen first: loaded at once and before the rest. */
  first?: boolean
}

export const leadShape: Shape = {
  sizes: '(min-width: 62rem) 800px, (min-width: 48rem) 60vw, 100vw',
  widths: [320, 640, 960, 1280],
  first: true,
}
export const cardShape: Shape = { sizes: '(min-width: 36rem) 30vw, 102px', widths: [160, 320, 640] }
/** Beside an event's text, above it in a narrow window. */
export const sideShape: Shape = { sizes: '(min-width: 62rem) 360px, 100vw', widths: [320, 640, 960], first: true }
export const thumbShape: Shape = { sizes: '132px', widths: [160, 320] }

/** The image that can be shown of an article or event; null where it has none, or one that is known to fail. */
export function shownImage(page: SitePage, of: Pictured | EventView): (Pictured & { imageUrl: string }) | null {
  const { id, imageUrl } = 'entries' in of ? pictured(of) : of
  return imageUrl === null || page.isBrokenImage(imageUrl) ? null : { id, imageUrl }
}

/** Nothing where there is neither image nor drawing: the text closes the gap. */
export function eventImage(page: SitePage, of: Pictured | EventView, shape: Shape, drawing?: string): Html | null {
  const article = shownImage(page, of)
  if (article === null)
    return drawing ? html`<div class="picture drawing" aria-hidden="true">${trusted(drawing)}</div>` : null
  const srcset = shape.widths.map((width) => `${imagePath(article, width)} ${width}w`).join(', ')
  const [width = 320] = shape.widths
  const when = shape.first ? { loading: 'eager', priority: 'high' } : { loading: 'lazy', priority: 'auto' }
  return html`<img class="picture" src="${imagePath(article, width)}" srcset="${srcset}" sizes="${shape.sizes}" width="${width}" height="${(width * 9) / 16}" alt="" loading="${when.loading}" fetchpriority="${when.priority}" decoding="async">`
}

/** The path changes when the image's source does, so that it can be kept forever. */
export function imagePath(article: Pictured, width: number, type: 'webp' | 'jpg' = 'webp'): string {
  const version = createHash('sha256')
    .update(article.imageUrl ?? '')
    .digest('hex')
    .slice(0, 8)
  return `/img/${article.id}/${width}.${type}?v=${version}`
}
