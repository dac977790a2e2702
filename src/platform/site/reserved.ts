/** Words that no guide may have as its slug, because a path of the service begins with them. */
import { firstPaths, pageNames, soughtPaths } from './page-words.ts'

/** First path segments, without what follows a dot: `index` stands for `/index.md`, `llms` for `/llms.txt`. */
export const serviceSegments: ReadonlySet<string> = new Set(
  `accounts admin api apple-touch-icon assets embed entries favicon fediverse feed feeds healthz img index livez llms llms-full mcp media metrics
  oauth oembed offline openapi reader readyz robots site sitemap sitemap-events sitemap-news sitemap-pages stories sw tags websub well-known`.split(
    /\s+/,
  ),
)

/** Those, the words of the site's own pages, and what pages may be called one day. */
export const reservedSlugs: ReadonlySet<string> = new Set([
  ...serviceSegments,
  ...pageNames,
  ...[...Object.values(firstPaths), ...Object.keys(soughtPaths)].map((path) => path.slice(1)),
  ...`app auth browserconfig cache css data docs entry episodes favicons files fonts guide health help humans icon
  icons image images info integritet js json kontakt login logout manifest markdown md nyheter opensearch proxy public rss
  scripts security server sitemap-index static story styles uploads user users v1 v2 vendor villkor tag`.split(/\s+/),
])

/** Lower-case words of letters a–z and digits, joined by single hyphens. */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** First segment of a path as it would be written in `reservedSlugs`: `/.well-known/x` gives `well-known`. */
export function firstSegment(path: string): string {
  const segment = path.split(/[?#]/)[0]?.split('/')[1] ?? ''
  return segment.replace(/^\./, '').replace(/\..*$/, '')
}
