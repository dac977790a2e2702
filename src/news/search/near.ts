/** Suggestions for a slug that does not exist: the slugs that are spelt most alike, and a sentence that names them. */

import { slugify } from '../../platform/text/text.ts'
import { distance } from './rules/spelling.ts'

const MAX_SUGGESTIONS = 3

/** A slug as it is written here. */
export const asSlug = (text: string): string => slugify(text) || text.trim().toLowerCase()

/** The likest of `slugs`, best first: one slip counts less than a part of a name, and two count more. */
export function nearest(wanted: string, slugs: string[]): string[] {
  const slug = asSlug(wanted)
  const slips = Math.max(2, Math.floor(slug.length / 3))
  return slugs
    .map((one) => ({ one, rank: Math.min(distance(slug, one), contains(one, slug) ? 1.5 : slips + 1) }))
    .filter(({ rank }) => rank <= slips)
    .sort((a, b) => a.rank - b.rank || a.one.length - b.one.length || (a.one < b.one ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ one }) => one)
}

const contains = (one: string, other: string) => one.includes(other) || other.includes(one)

/** A sentence for what is not there, with the likest that are. */
export const notThere = (what: string, wanted: string, slugs: string[], tool: string): string => {
  const near = nearest(wanted, slugs)
  const likest = near.length > 0 ? ` Near it: ${near.join(', ')}.` : ''
  return `There is no ${what} "${wanted}".${likest} Call ${tool} for the slugs that exist.`
}
