/** One guide file: text in, a guide or its violations out. Knows nothing of the other guides. */
import { z } from 'zod'
import { readBody } from './body.ts'
import { asReleases, asRumors, asSpec, day, factComplaints, factKeys, oneLine } from './facts.ts'
import { type FrontMatter, type LineViolation, readFrontMatter } from './front-matter.ts'
import { byFileAndLine, type Guide, type GuideViolation, pageTypes } from './guide.ts'
import { readMarks } from './marks.ts'
import { reservedSlugs, slugPattern } from './reserved.ts'

const slug = z
  .string()
  .max(80)
  .regex(slugPattern, 'must be lower-case words of a–z and digits, joined by single hyphens')

const OperatorIssue = z
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
    ...factKeys,
    summary: oneLine(20, 300),
  })
  .superRefine((matter, context) => {
    const complain = (key: keyof typeof matter, message: string) =>
      context.addIssue({ code: 'custom', path: [key], message })
    if (matter.page_type === 'family_hub') {
      if (matter.family && matter.family !== matter.slug) complain('family', 'of a family hub is its own slug')
      if (matter.generation) complain('generation', 'does not belong on a family hub')
    } else if (!matter.family) complain('family', `is needed on a page of type ${matter.page_type}`)
    if (matter.page_type === 'generation_hub' && matter.generation && matter.generation !== matter.slug)
      complain('generation', 'of a generation hub is its own slug')
    if (matter.facts_until && matter.facts_until > matter.updated) complain('facts_until', 'is later than updated')
    for (const [key, message] of factComplaints(matter)) complain(key, message)
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
  const { matter } = read
  const parsed = OperatorIssue.safeParse(matter.data)
  const violations = [
    ...(parsed.success ? reachViolations(parsed.data, matter, drawings) : frontMatterViolations(parsed.error, matter)),
    ...bodyViolations(matter),
  ]
  if (!parsed.success || violations.length > 0) return { violations: inFile(file, violations) }
  return { guide: asGuide(file, parsed.data, matter, drawings) }
}

/** Targets of the front matter and the text must exist: sources by number, the drawing by name. */
function reachViolations(
  data: z.infer<typeof OperatorIssue>,
  matter: FrontMatter,
  drawings: Drawings,
): LineViolation[] {
  const count = data.sources?.length ?? 0
  const cited = readMarks(matter.body, matter.bodyLine).filter(({ source }) => (source ?? 0) > count)
  const violations = cited.map(({ source, line }) => ({ line, message: `there is no source ${source}` }))
  if (data.picture === undefined || drawings.has(data.picture)) return violations
  return [...violations, { line: matter.lines.picture ?? 1, message: `picture: there is no drawing "${data.picture}"` }]
}

function asGuide(file: string, data: z.infer<typeof OperatorIssue>, matter: FrontMatter, drawings: Drawings): Guide {
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
    body: matter.body.trim(),
    bodyLine: matter.bodyLine + (matter.body.match(/^\s*\n/)?.[0].split('\n').length ?? 1) - 1,
    lines: matter.lines,
  }
}

function frontMatterViolations(error: z.ZodError, matter: FrontMatter): LineViolation[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ line: matter.lines[key] ?? 1, message: `${key} is not a known key` }))
    const key = String(issue.path[0] ?? 'front matter')
    const missing = issue.path.length > 0 && !(key in matter.lines)
    const message = missing && issue.code !== 'custom' ? 'is missing' : issue.message
    return [{ line: matter.lines[key] ?? 1, message: `${key}: ${message}` }]
  })
}

function bodyViolations(matter: FrontMatter): LineViolation[] {
  const { words, headings, html } = readBody(matter.body, matter.bodyLine)
  return [
    ...(words === 0 ? [{ line: matter.bodyLine, message: 'there is no text after the front matter' }] : []),
    ...headings
      .filter((heading) => heading.level === 1)
      .map(({ line }) => ({ line, message: 'the title is the only heading of level 1; begin with "##"' })),
    ...html.map((line) => ({ line, message: 'raw HTML is not rendered; write markdown' })),
  ]
}

function inFile(file: string, violations: LineViolation[]): GuideViolation[] {
  return violations.map((violation) => ({ file, ...violation })).sort(byFileAndLine)
}
