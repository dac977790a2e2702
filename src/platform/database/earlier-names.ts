/** Names under which databases of earlier versions have their migrations on record. */

export const BASELINE = '0001-baseline'

/** The migrations of version 0.2.0, which the baseline replaces. */
const RELEASE_0_2_0 = `0001-feeds-and-articles 0002-lists 0003-people 0004-events-and-stories 0005-models
  0006-podcast-and-guides 0007-operator 0008-search 0009-guide-vectors 0010-count-levels 0011-page-refusals
  0012-increments 0013-quantised-vectors 0014-affairs 0015-events 0016-publisher-names 0017-sources 0018-claims
  0019-guide-facts 0020-changes 0021-subscribers 0022-reading 0024-operator-quality 0025-feed-subscriptions
  0027-edition-mails 0027-personal-feeds 0028-stems`.split(/\s+/)

/** One sentence for a database or a backup whose migrations end before version 0.2.0. */
export const beforeRelease = (it: string): string =>
  `${it} is of a version before 0.2.0, which this one cannot bring up to date: go by way of version 0.2.0, as docs/upgrade.md says.`

/**
 * Migrations on record by the names that this version has for them: those of 0.2.0 are the baseline, and later ones have
 * other numbers. Null for a record that ends before 0.2.0.
 */
export function currentNames(recorded: readonly string[], names: readonly string[]): string[] | null {
  const early = recorded.filter((name) => RELEASE_0_2_0.includes(name))
  if (early.length === 0) return [...recorded]
  if (early.length < RELEASE_0_2_0.length) return null
  const later = recorded.filter((name) => !early.includes(name))
  return [BASELINE, ...later.map((name) => names.find((existing) => subjectOf(existing) === subjectOf(name)) ?? name)]
}

/** The name without its number. */
const subjectOf = (name: string) => name.replace(/^\d+-/, '')
