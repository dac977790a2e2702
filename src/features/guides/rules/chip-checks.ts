/** Editorial checks of chips and summaries: a chip that a product lacks, numbers that the text lacks. Pure. */
import { at, type Page, type Shelf } from './editorial-page.ts'
import type { Guide, GuideViolation } from './guide.ts'
import { mentionsOf } from './mentions.ts'

const chipsOf = (chip = ''): string[] => chip.split(/\s+\p{Ll}+\s+/u).filter(Boolean)

/** Names of chips in the tables, and their siblings among the names of generations; the longest first: "M5 Pro" is no "M5". */
export function chipPattern(guides: readonly Guide[]): RegExp | null {
  const inTables = guides.flatMap(({ specs }) => specs.flatMap(({ chip }) => chipsOf(chip)))
  if (inTables.length === 0) return null
  const generations = new Set(inTables.map(generationOf))
  const named = guides.filter(({ pageType }) => pageType === 'generation_hub').flatMap(({ names }) => names)
  const chips = new Set([...inTables, ...named.filter((name) => generations.has(generationOf(name)))])
  const sorted = [...chips].sort((a, b) => b.length - a.length).map((name) => name.replace(/[^\p{L}\p{N} ]/gu, '\\$&'))
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${sorted.join('|')})(?![\\p{L}\\p{N}-])`, 'gu')
}

const chipsIn = (text: string, { chips }: Shelf): string[] =>
  chips ? [...new Set([...text.matchAll(chips)].map(([name]) => name))] : []

const withoutChips = (text: string, { chips }: Shelf) => (chips ? text.replace(chips, '') : text)

/** Tables that differ, and a sentence that gives a product a chip of which its own page names only siblings: "M5" for "M5 Pro". */
export function againstChips(page: Page, shelf: Shelf): GuideViolation[] {
  const { guide, sentences } = page
  const { again } = shelf.wording
  const rows = guide.specs.flatMap(({ model, year, chip }) =>
    [...shelf.bySlug.values()].flatMap(({ guide: other }) => {
      const row = other.slug > guide.slug && other.specs.find((each) => each.model === model && each.year === year)
      return row && chip && row.chip && !chipsOf(row.chip).some((name) => chipsOf(chip).includes(name))
        ? [at(page, 'specs', `${model} has ${chip} here and ${row.chip} on /${other.slug}`)]
        : []
    }),
  )
  return [
    ...rows,
    ...sentences.flatMap((sentence, index) => {
      const inIt = chipsIn(sentence.text, shelf)
      const before = again?.test(sentence.text) ? chipsIn(sentences[index - 1]?.text ?? '', shelf) : []
      const [chip, second] = inIt.length > 0 ? inIt : before
      if (chip === undefined || second !== undefined) return []
      const siblings = mentionsOf(sentence, shelf.names)
        .filter((slug) => slug !== guide.slug)
        .map((slug) => ({ slug, chips: siblingChips(shelf.bySlug.get(slug), chip, shelf) }))
      // Of several products the chip may be that of one.
      if (siblings.some(({ chips }) => chips.length === 0)) return []
      return siblings.map(({ slug, chips }) => at(page, sentence.line, `${chip}: /${slug} has ${chips.join(', ')}`))
    }),
  ]
}

/** Chips of the same generation that a page names, where it does not name `chip` itself. */
function siblingChips(page: Page | undefined, chip: string, shelf: Shelf): string[] {
  if (!page) return []
  const { guide, sentences } = page
  const chips = [
    ...guide.specs.flatMap((spec) => chipsOf(spec.chip)),
    ...sentences.flatMap(({ text }) => chipsIn(text, shelf)),
  ]
  return chips.includes(chip) ? [] : [...new Set(chips.filter((name) => generationOf(name) === generationOf(chip)))]
}

const generationOf = (chip: string) => chip.split(' ')[0]

/** Numbers and chips of the summary that nothing below bears out; a product whose newest model has another chip. */
export function againstSummary(page: Page, shelf: Shelf): GuideViolation[] {
  const { guide, sentences } = page
  const rest = [
    ...[guide.title, ...guide.names, ...sentences.map(({ text }) => text)],
    ...guide.specs.map((spec) => JSON.stringify(spec)),
    ...guide.releases.map(({ date }) => date),
  ].join('\n')
  const numbers = new Set(rest.match(/\d+(?:[.,]\d+)?/g))
  const inSummary = [...new Set(withoutChips(guide.summary, shelf).match(/\d+(?:[.,]\d+)?/g))]
  const chips = new Set(chipsIn(rest, shelf))
  const violations = [
    ...inSummary.filter((number) => !numbers.has(number)).map((number) => `the text knows nothing of "${number}"`),
    ...chipsIn(guide.summary, shelf)
      .filter((chip) => !chips.has(chip))
      .map((chip) => `the text knows nothing of "${chip}"`),
    ...staleSummary(guide),
    ...otherChips(guide, shelf),
  ]
  return violations.map((message) => at(page, 'summary', `summary: ${message}`))
}

/** Years in the summary of a product that all come before its newest release. */
function staleSummary({ summary, releases, pageType }: Guide): string[] {
  const newest = releases[0]?.date.slice(0, 4)
  const years = summary.match(/\b(?:19|20)\d\d\b/g)
  if (pageType !== 'product_hub' || !newest || !years || years.some((year) => year >= newest)) return []
  return [`${years.join(', ')}: the newest release is of ${newest}`]
}

/** Of a generation that is a chip: products that its summary names without a year, though their newest has another. */
function otherChips({ pageType, specs, summary }: Guide, { names, bySlug }: Shelf): string[] {
  const generations = new Set(specs.map(({ chip = '' }) => generationOf(chip)))
  const [chip] = generations
  if (pageType !== 'generation_hub' || generations.size !== 1 || !chip) return []
  const parts = summary.split(/[.:;,]\s/).filter((part) => !/\b(?:19|20)\d\d\b/.test(part))
  return parts.flatMap((text) =>
    mentionsOf({ text, links: [] }, names).flatMap((slug) => {
      const rows = bySlug.get(slug)?.guide.specs ?? []
      const year = Math.max(...rows.map((row) => row.year ?? 0))
      const now = rows.filter((row) => row.year === year && row.chip).flatMap((row) => chipsOf(row.chip))
      return now.length > 0 && !now.some((name) => generationOf(name) === chip)
        ? [`/${slug} has ${now.join(', ')} today, not ${chip}`]
        : []
    }),
  )
}
