/** Addresses that facts of guides may come from: the content folder's guides/sources.yaml. Pure. */
import { z } from 'zod'
import { parseContent } from '../../../platform/site/content-file.ts'

const Allowed = z.array(
  z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+(\/[\w.-]+)*$/i, 'must be a domain, with or without a path below it'),
)

/** Throws `bad_request` with a line for each entry that is no domain. */
export const parseAllowedSources = (text: string): string[] => parseContent(text, 'guides/sources.yaml', Allowed)

/** A domain stands for its subdomains too, a path for what lies below it. */
export function isAllowedSource(url: string, allowed: readonly string[]): boolean {
  const { hostname, pathname } = new URL(url)
  return allowed.some((entry) => {
    const [domain = '', ...path] = entry.split('/')
    const isBelow = path.length === 0 || `${pathname}/`.startsWith(`/${path.join('/')}/`)
    return isBelow && (hostname === domain || hostname.endsWith(`.${domain}`))
  })
}
