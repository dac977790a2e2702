/** One guide file: text in, a guide or its violations out. Knows nothing of the other guides. */
import { z } from 'zod'
import { type FrontMatter, type LineViolation, readFrontMatter } from '../../../platform/site/front-matter.ts'
import { reservedSlugs, slugPattern } from '../../../platform/site/reserved.ts'
import { readBody } from './body.ts'
import { findCitations } from './citations.ts'
import { asReleases, asRumors, asSpec, day, factComplaints, factKeys, oneLine } from './facts.ts'
import { byFileAndLine, type Guide, type GuideViolation, pageTypes } from './guide.ts'

const slug = z
  .string()
  .max(80)
  .regex(slugPattern, 'must be lower-case words of a–z and digits, joined by single hyphens')

const GuideFrontMatter = z
  .strictObject({
    title: oneLine(2, 90),
    slug: slug.refine((word) => !reservedSlugs.has(word), 'is a path of the service itself; choose another'),
    page_type: z.enum(pageTypes),
    family: slug.nullish(),
    generation: slug.nullish(),
    tags: z
      .array(slug)
      .max(12)
      .refine((tags) => new Set(tags).size === tags.length, 'names a tag twice'),
    updated: day,
    facts_until: day.nullish(),
    successor: slug.optional(),
    discontinued: day.optional(),
    ...factKeys,
    summary: oneLine(20, 300),
  })
  .superRefine((data, context) => {
    const complain = (key: keyof typeof data, message: string) =>
      context.addIssue({ code: 'custom', path: [key], message })
    if (data.page_type === 'family_hub') {
      if (data.family && data.family !== data.slug) complain('family', 'of a family hub is its own slug')
      if (data.generation) complain('generation', 'does not belong on a family hub')
    } else if (!data.family) complain('family', `is needed on a page of type ${data.page_type}`)
    if (data.page_type === 'generation_hub' && data.generation && data.generation !== data.slug)
      complain('generation', 'of a generation hub is its own slug')
    if (data.facts_until && data.facts_until > data.updated) complain('facts_until', 'is later than updated')
    for (const [key, message] of factComplaints(data)) complain(key, message)
  })

/** Drawings by name, as whole `<svg>` elements. */
export type Drawings = ReadonlyMap<string, string>

/** Every violation of the file at once, by line; a file with a violation gives no guide. */
export function parseGuide(
  file: string,
  text: string,
  drawings: Drawings = new Map(),
): { guide: Guide } | { violations: GuideViolation[] } {
  const read = readFrontMatter(text)
  if ('violations' in read) return { violations: inFile(file, read.violations) }
  const { frontMatter } = read
  const parsed = GuideFrontMatter.safeParse(frontMatter.data)
  const violations = [
    ...(parsed.success
      ? reachViolations(parsed.data, frontMatter, drawings)
      : frontMatterViolations(parsed.error, frontMatter)),
    ...bodyViolations(frontMatter),
  ]
  if (!parsed.success || violations.length > 0) return { violations: inFile(file, violations) }
  return { guide: asGuide(file, parsed.data, frontMatter, drawings) }
}

/** Targets of the front matter and the text must exist: sources by number, the drawing by name. */
function reachViolations(
  data: z.infer<typeof GuideFrontMatter>,
  frontMatter: FrontMatter,
  drawings: Drawings,
): LineViolation[] {
  const count = data.sources?.length ?? 0
  const cited = findCitations(frontMatter.body, frontMatter.bodyLine).filter(({ source }) => (source ?? 0) > count)
  const violations = cited.map(({ source, line }) => ({ line, message: `there is no source ${source}` }))
  if (data.picture === undefined || drawings.has(data.picture)) return violations
  return [
    ...violations,
    { line: frontMatter.lines.picture ?? 1, message: `picture: there is no drawing "${data.picture}"` },
  ]
}

function asGuide(
  file: string,
  data: z.infer<typeof GuideFrontMatter>,
  frontMatter: FrontMatter,
  drawings: Drawings,
): Guide {
  return {
    file,
    title: data.title,
    slug: data.slug,
    pageType: data.page_type,
    family: data.family ?? data.slug,
    generation: data.page_type === 'generation_hub' ? data.slug : (data.generation ?? null),
    tags: data.tags,
    updated: data.updated,
    factsUntil: data.facts_until ?? null,
    checked: data.checked ?? null,
    ...(data.successor && { successor: data.successor }),
    ...(data.discontinued && { discontinued: data.discontinued }),
    sources: data.sources ?? [],
    specs: (data.specs ?? []).map(asSpec),
    releases: asReleases(data.releases),
    rumors: asRumors(data.rumors),
    picture:
      data.picture && data.picture_alt
        ? { name: data.picture, alt: data.picture_alt, svg: drawings.get(data.picture) ?? '' }
        : null,
    names: data.names ?? [],
    summary: data.summary,
    body: frontMatter.body.trim(),
    bodyLine: frontMatter.bodyLine + (frontMatter.body.match(/^\s*\n/)?.[0].split('\n').length ?? 1) - 1,
    lines: frontMatter.lines,
  }
}

function frontMatterViolations(error: z.ZodError, frontMatter: FrontMatter): LineViolation[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ line: frontMatter.lines[key] ?? 1, message: `${key} is not a known key` }))
    const key = String(issue.path[0] ?? 'front matter')
    const missing = issue.path.length > 0 && !(key in frontMatter.lines)
    const message = missing && issue.code !== 'custom' ? 'is missing' : issue.message
    return [{ line: frontMatter.lines[key] ?? 1, message: `${key}: ${message}` }]
  })
}

function bodyViolations(frontMatter: FrontMatter): LineViolation[] {
  const { words, headings, html } = readBody(frontMatter.body, frontMatter.bodyLine)
  return [
    ...(words === 0 ? [{ line: frontMatter.bodyLine, message: 'there is no text after the front matter' }] : []),
    ...headings
      .filter((heading) => heading.level === 1)
      .map(({ line }) => ({ line, message: 'the title is the only heading of level 1; begin with "##"' })),
    ...html.map((line) => ({ line, message: 'raw HTML is not rendered; write markdown' })),
  ]
}

function inFile(file: string, violations: LineViolation[]): GuideViolation[] {
  return violations.map((violation) => ({ file, ...violation })).sort(byFileAndLine)
}
