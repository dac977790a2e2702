/** An article's image, always through our own origin and always 16:9, so that its place is known before it comes. */
import { createHash } from 'node:crypto'
import { type Html, html } from '../../../html/html.ts'
import type { ArticleView } from '../../../read/articles/views.ts'

type Pictured = Pick<ArticleView, 'id' | 'imageUrl'>

/** Widths that are served; asking for others is refused. */
export const pictureWidths = [160, 320, 640, 960, 1280] as const

interface Shape {
  /** CSS `sizes`: how wide the image stands at which window. */
  sizes: string
  widths: readonly number[]
  /** True for what is seen first: loaded at once and before the rest. */
  first?: boolean
}

export const leadShape: Shape = {
  sizes: '(min-width: 62rem) 640px, 100vw',
  widths: [320, 640, 960, 1280],
  first: true,
}
export const cardShape: Shape = { sizes: '(min-width: 48rem) 360px, 100vw', widths: [320, 640, 960] }
export const thumbShape: Shape = { sizes: '132px', widths: [160, 320] }

/** Nothing where the article has no image: the text closes the gap. The words beside it say what it is about. */
export function picture(article: Pictured, shape: Shape): Html | null {
  if (article.imageUrl === null) return null
  const srcset = shape.widths.map((width) => `${picturePath(article, width)} ${width}w`).join(', ')
  const [width = 320] = shape.widths
  const when = shape.first ? { loading: 'eager', priority: 'high' } : { loading: 'lazy', priority: 'auto' }
  return html`<img class="picture" src="${picturePath(article, width)}" srcset="${srcset}" sizes="${shape.sizes}" width="${width}" height="${(width * 9) / 16}" alt="" loading="${when.loading}" fetchpriority="${when.priority}" decoding="async">`
}

/** The path changes when the image's source does, so that it can be kept forever. */
export function picturePath(article: Pictured, width: number, type: 'webp' | 'jpg' = 'webp'): string {
  const version = createHash('sha256')
    .update(article.imageUrl ?? '')
    .digest('hex')
    .slice(0, 8)
  return `/img/${article.id}/${width}.${type}?v=${version}`
}
