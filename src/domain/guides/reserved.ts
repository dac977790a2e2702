/** Words that no guide may have as its slug, because a path of the service begins with them. */

/** First path segments, without what follows a dot: `index` stands for `/index.md`, `llms` for `/llms.txt`. */
export const reservedSlugs: ReadonlySet<string> = new Set(
  `account accounts admin api app apple-touch-icon assets auth browserconfig cache css data docs entries entry episodes events
  favicon favicons feed feeds files fonts guide guider guides handelser health healthz help humans icon icons image images img
  index info integritet js json konto kontakt kvalitet livez llms llms-full login logout manifest markdown mcp md media metrics
  min mitt nyheter offline om openapi opensearch podcast podd popular populart proxy public rattelser reader readyz robots rss scripts search
  security server sitemap sitemap-events sitemap-index sitemap-news sitemap-pages sok static status stories story styles sw tag tags
  uploads user users utskick v1 v2 vendor villkor websub well-known`.split(/\s+/),
)

/** Lower-case words of letters a–z and digits, joined by single hyphens. */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** First segment of a path as it would be written in `reservedSlugs`: `/.well-known/x` gives `well-known`. */
export function firstSegment(path: string): string {
  const segment = path.split(/[?#]/)[0]?.split('/')[1] ?? ''
  return segment.replace(/^\./, '').replace(/\..*$/, '')
}
