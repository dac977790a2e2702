/** Answer with the markdown form of the page at `canonical`. */
import type { Rendered } from '../../platform/http/cached-answer.ts'

export const markdownPage = (baseUrl: string, body: string, canonical: string, type = 'text/markdown'): Rendered => ({
  type: `${type}; charset=utf-8`,
  body,
  headers: {
    'access-control-allow-origin': '*',
    'x-robots-tag': 'noindex',
    link: `<${baseUrl}${canonical}>; rel="canonical"`,
    vary: 'accept',
  },
})
