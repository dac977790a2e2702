/** An address that led to another: whether that can still be the article's. Pure. */
import { canonicalUrl, registrableDomain } from '../../../platform/text/url.ts'

/** `elsewhere` is a page that is not the article; `doubtful` one whose text decides. */
export type Move = 'none' | 'doubtful' | 'elsewhere'

export function moveBetween(from: string, to: string): Move {
  const [requested, found] = [new URL(canonicalUrl(from)), new URL(canonicalUrl(to))]
  const [before, after] = [partsOf(requested), partsOf(found)]
  if (before.join('/') === after.join('/')) return 'none'
  if (before.length === 0) return 'none'
  if (carries(found, requested)) return 'doubtful'
  const sameSite = registrableDomain(requested.href) === registrableDomain(found.href)
  const isAbove = after.length < before.length && after.every((part, at) => part === before[at])
  if (isAbove && !namesOne(after.at(-1))) return sameSite ? 'elsewhere' : 'doubtful'
  const goesOn = after.some((part) => namesOne(part)) || before.includes(after.at(-1) ?? '')
  return after.length < before.length && !goesOn ? 'doubtful' : 'none'
}

/** Segments of the path, and the query as one more. */
const partsOf = ({ pathname, search }: URL): string[] =>
  [...pathname.toLowerCase().split('/'), search].filter((part) => part !== '' && !/^index\.\w+$/.test(part))

/** A number or a headline, as addresses of articles have them; sections have one word or two. */
const namesOne = (part = '') => /\d/.test(part) || part.split(/[-_+.]|%20/).length > 2

/** A login or a question on the way takes the address along, to lead back to it. */
function carries({ search, searchParams }: URL, { pathname }: URL): boolean {
  return search !== '' && pathname.length > 1 && [...searchParams.values()].some((value) => value.includes(pathname))
}
