/** Words that no guide may have as its slug, because a path of the service begins with them. */

/** First path segments, without what follows a dot: `index` stands for `/index.md`, `llms` for `/llms.txt`. */
export const serviceSegments: ReadonlySet<string> = new Set(
  `accounts admin api apple-touch-icon assets embed entries favicon fediverse feed feeds healthz img index livez llms llms-full mcp media metrics
  oauth oembed offline openapi publishers reader readyz robots site sitemap sitemap-events sitemap-news sitemap-pages stories sw tags websub well-known`.split(
    /\s+/,
  ),
)

/** Those, the words of the site's own pages, and what pages may be called one day. */
export const reservedSlugs: ReadonlySet<string> = new Set([
  ...serviceSegments,
  ...`about account amnen app auth browserconfig buying cache corrections css dag data day docs entry episodes events
  favicons files foljetonger fonts guide guider guides handelser health help humans icon icons image images info
  disputes integritet js json kallor kontakt konto kop-nu-eller-vanta kvalitet login logout manifest markdown md min mine mitt nyheter oense om openapi
  opensearch podcast podd popular populart proxy public quality rattelser rss scripts search security server
  sitemap-index sok sources static status story styles tag topics uploads user users utskick v1 v2 vendor villkor`.split(
    /\s+/,
  ),
])

/** Lower-case words of letters a–z and digits, joined by single hyphens. */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** First segment of a path as it would be written in `reservedSlugs`: `/.well-known/x` gives `well-known`. */
export function firstSegment(path: string): string {
  const segment = path.split(/[?#]/)[0]?.split('/')[1] ?? ''
  return segment.replace(/^\./, '').replace(/\..*$/, '')
}
