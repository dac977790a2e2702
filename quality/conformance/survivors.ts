/** What could still act in HTML that we store: scripts, handlers, frames, objects, addresses that run. */
import { Parser } from 'htmlparser2'

const ACTIVE =
  /^(script|style|iframe|frame|frameset|object|embed|applet|base|link|meta|form|input|button|textarea|select|svg|math|template|portal|audio|video|source|xml|bgsound|layer)$/

export function activeIn(html: string): string[] {
  const found: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      if (ACTIVE.test(name) || name.includes(':')) found.push(`<${name}>`)
      for (const [attribute, value] of Object.entries(attributes)) {
        if (/^on|^style$|^srcdoc$|^formaction$|:/.test(attribute)) found.push(`${name} ${attribute}`)
        if (/^(href|src|action|background|cite|longdesc|poster|srcset)$/.test(attribute) && !/^https?:\/\//.test(value))
          found.push(`${name} ${attribute}=${value.slice(0, 40)}`)
      }
    },
  })
  parser.end(html)
  return found
}
