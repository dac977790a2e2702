/** Checks of all guides together: collisions, families, links both ways, length. Parsing has been done before. */

import { firstSegment, reservedSlugs } from '../../../platform/site/reserved.ts'
import { isAllowedSource } from './allowed-sources.ts'
import { readBody } from './body.ts'
import { editorialViolations } from './editorial.ts'
import { byFileAndLine, type Guide, type GuideViolation } from './guide.ts'
import { isAbove } from './related-guides.ts'
import type { Wording } from './wording.ts'

export interface CheckOptions {
  /** Slugs of the tags that exist; tags are not checked without it. */
  tagSlugs?: ReadonlySet<string>
  /** Domains that facts may come from; sources are not checked without it. */
  allowedSources?: readonly string[]
  /** Words by which texts are read; they are not read without it. */
  wording?: Wording
}

const wordLimits = { min: 200, max: 500 }

/** All violations, by file and line; an empty list means that the guides hang together. */
export function checkGuides(guides: readonly Guide[], options: CheckOptions = {}): GuideViolation[] {
  const bySlug = new Map(guides.map((guide) => [guide.slug, guide]))
  const violations = guides.flatMap((guide) => [
    ...hierarchyViolations(guide, bySlug),
    ...tagViolations(guide, options.tagSlugs),
    ...sourceViolations(guide, options.allowedSources),
    ...rumorViolations(guide, bySlug),
    ...bodyViolations(guide, guides, bySlug),
  ])
  const editorial = options.wording ? editorialViolations(guides, options.wording) : []
  return [...collisions(guides), ...violations, ...editorial].sort(byFileAndLine)
}

/** One violation for each guide whose slug an earlier one in the list already has. */
export function collisions(guides: readonly Guide[]): GuideViolation[] {
  const owners = new Map<string, string>()
  return guides.flatMap((guide) => {
    const owner = owners.get(guide.slug)
    if (owner !== undefined) return [at(guide, 'slug', `slug "${guide.slug}" is taken by ${owner}`)]
    owners.set(guide.slug, guide.file)
    return []
  })
}

type BySlug = ReadonlyMap<string, Guide>

function hierarchyViolations(guide: Guide, bySlug: BySlug): GuideViolation[] {
  const violations: GuideViolation[] = []
  if (guide.successor !== undefined && !bySlug.has(guide.successor))
    violations.push(at(guide, 'successor', `there is no guide "${guide.successor}"`))
  if (bySlug.get(guide.family)?.pageType !== 'family_hub')
    violations.push(at(guide, 'family', `there is no family hub "${guide.family}"`))
  if (guide.generation !== null && bySlug.get(guide.generation)?.pageType !== 'generation_hub')
    violations.push(at(guide, 'generation', `there is no generation hub "${guide.generation}"`))
  // An older generation may stand without pages for its products; a family may not.
  const hasProduct = [...bySlug.values()].some((other) => other.pageType === 'product_hub' && isAbove(guide, other))
  if (guide.pageType === 'family_hub' && !hasProduct)
    violations.push(at(guide, 'slug', 'no product stands under this hub'))
  return violations
}

function tagViolations(guide: Guide, existing: ReadonlySet<string> | undefined): GuideViolation[] {
  if (!existing) return []
  return guide.tags
    .filter((tag) => !existing.has(tag))
    .map((tag) => at(guide, 'tags', `the vocabulary has no tag "${tag}"`))
}

function sourceViolations(guide: Guide, allowed: readonly string[] | undefined): GuideViolation[] {
  if (!allowed) return []
  const strangers = (key: string, urls: (string | undefined)[]) =>
    urls
      .filter((url) => url !== undefined && !isAllowedSource(url, allowed))
      .map((url) => at(guide, key, `${url} is none of the sources in sources.yaml`))
  const ofRumors = guide.rumors.flatMap(({ url, settled }) => [url, settled?.url])
  return [
    ...strangers(
      'sources',
      guide.sources.map(({ url }) => url),
    ),
    ...strangers('rumors', ofRumors),
  ]
}

const rumorViolations = (guide: Guide, bySlug: BySlug): GuideViolation[] =>
  guide.rumors.flatMap(({ id, about }) =>
    about === undefined || bySlug.has(about)
      ? []
      : [at(guide, 'rumors', `rumor "${id}": there is no guide "${about}"`)],
  )

function bodyViolations(guide: Guide, guides: readonly Guide[], bySlug: BySlug): GuideViolation[] {
  const { words, links } = readBody(guide.body, guide.bodyLine)
  const violations: GuideViolation[] = []
  if (words < wordLimits.min || words > wordLimits.max)
    violations.push(at(guide, '', `the text has ${words} words; ${wordLimits.min} to ${wordLimits.max} are wanted`))
  for (const { href, line } of links) {
    const message = linkViolation(href, guide, bySlug)
    if (message) violations.push({ file: guide.file, line, message })
  }
  const linked = new Set(links.map(({ href }) => href.slice(1)))
  for (const slug of owedLinks(guide, guides))
    if (!linked.has(slug)) violations.push(at(guide, '', `the text has no link to /${slug}`))
  return violations
}

/** A hub links to its products, a generation hub to its family, and a page below a hub to one hub above. */
function owedLinks(guide: Guide, guides: readonly Guide[]): string[] {
  const below = guides.filter((other) => other.pageType !== 'rumor' && isAbove(guide, other)).map((other) => other.slug)
  if (guide.pageType === 'family_hub') return below
  if (guide.pageType === 'generation_hub') return [guide.family, ...below]
  return [guide.generation ?? guide.family]
}

function linkViolation(href: string, guide: Guide, bySlug: BySlug): string | null {
  if (/^https:\/\/[^/]/.test(href)) return null
  if (!/^\/(?!\/)/.test(href)) return `link "${href}": write "/slug" for a guide, or a full https address`
  if (href === `/${guide.slug}`) return `link "${href}" leads to the page itself`
  if (bySlug.has(href.slice(1)) || reservedSlugs.has(firstSegment(href))) return null
  return `link "${href}": there is no such guide`
}

function at(guide: Guide, key: string, message: string): GuideViolation {
  return { file: guide.file, line: guide.lines[key] ?? guide.bodyLine, message }
}
