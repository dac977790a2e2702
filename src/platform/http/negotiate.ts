/** Content negotiation for pages that also exist as markdown, at their address with `.md` behind it. */
import type { IncomingMessage } from 'node:http'
import { wantsMarkdown } from './accept.ts'

/** Articles, events, their list and days, and running stories, without an extension. */
const pages = /^\/(?:entries|events|stories)\/\d[\w%-]{0,300}$|^\/(?:events|day\/\d{4}-\d{2}-\d{2})$/

/** The address to route: with `.md` where the page has a markdown form and the client wants it, else as it was asked. */
export function negotiatedUrl(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  ofFeatures: readonly RegExp[],
): string {
  const url = request.url ?? '/'
  if (request.method !== 'GET' && request.method !== 'HEAD') return url
  if (!wantsMarkdown(request.headers.accept)) return url
  const [path = '', ...query] = url.split('?')
  return hasMarkdown(path, ofFeatures) ? [`${path}.md`, ...query].join('?') : url
}

const hasMarkdown = (path: string, ofFeatures: readonly RegExp[]): boolean =>
  !path.endsWith('.md') && [pages, ...ofFeatures].some((addresses) => addresses.test(path))

/** Value of the `Link` field of a page whose markdown form is at `path`. */
export const linkToMarkdown = (path: string): string =>
  `<${path}>; rel="alternate"; type="text/markdown", </llms.txt>; rel="describedby"; type="text/plain"`
