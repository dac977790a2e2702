/**
 * What an editor would object to in guides that are otherwise in order: a page that its member contradicts, a
 * superlative without a source, a summary against its text, a rumor told as a fact, facts older than a release. Pure:
 * the words lie in guides/wording.yaml, and products, chips and dates are those of the guides.
 */
import type { Guide, GuideViolation } from './guide.ts'
import { type GuideSentence, sentencesOfGuide } from './guide-sentences.ts'
import { mentionsOf, type Named, namedProducts } from './mentions.ts'
import { isAbove } from './related-guides.ts'
import type { Wording } from './wording.ts'

interface Page {
  guide: Guide
  sentences: GuideSentence[]
}

interface Shelf {
  bySlug: ReadonlyMap<string, Page>
  names: readonly Named[]
  chips: RegExp | null
  wording: Wording
}

export function editorialViolations(guides: readonly Guide[], wording: Wording): GuideViolation[] {
  const pages = guides.map((guide) => ({ guide, sentences: sentencesOfGuide(guide) }))
  const shelf: Shelf = {
    bySlug: new Map(pages.map((page) => [page.guide.slug, page])),
    names: namedProducts(guides),
    chips: chipPattern(guides),
    wording,
  }
  return pages.flatMap((page) => [
    ...unsourced(page, shelf),
    ...outdatedNewest(page, shelf),
    ...staleComparisons(page, shelf),
    ...againstMembers(page, shelf),
    ...againstChips(page, shelf),
    ...againstSummary(page, shelf),
    ...rumorsAsFacts(page, shelf),
    ...againstRecord(page, shelf),
    ...staleFacts(page, shelf),
    ...wrongStatements(page, shelf),
    ...wideNames(page, pages),
  ])
}

const at = ({ guide }: Page, line: number | string, message: string): GuideViolation => ({
  file: guide.file,
  line: typeof line === 'number' ? line : (guide.lines[line] ?? guide.bodyLine),
  message,
})

const finds = (pattern: RegExp | null, text: string): string | undefined => pattern?.exec(text)?.[0]
const isQuestion = ({ text }: GuideSentence) => text.endsWith('?')

/** A summary cannot cite: its superlative needs a cited sentence with the same word. */
function unsourced(page: Page, { wording: { sourced } }: Shelf): GuideViolation[] {
  const cited = page.sentences.filter(({ isMarked }) => isMarked).map(({ text }) => text.toLowerCase())
  const inSummary = finds(sourced, page.guide.summary)
  const hasSource = (word: string) => cited.some((text) => text.includes(word.toLowerCase()))
  return [
    ...(inSummary && !hasSource(inSummary) ? [at(page, 'summary', `"${inSummary}" has no source in the text`)] : []),
    ...page.sentences
      .filter((sentence) => !sentence.isMarked && !isQuestion(sentence))
      .flatMap(({ text, line }) => {
        const word = finds(sourced, text)
        return word ? [at(page, line, `"${word}" has no source: cite one, mark it [?] or leave it out`)] : []
      }),
  ]
}

/** "The newest" of a product that has a successor, and a year of renewal that is not the newest release's. */
function outdatedNewest(page: Page, { wording, names, bySlug }: Shelf): GuideViolation[] {
  const { current, renewed } = wording
  return [...page.sentences, summaryOf(page)].flatMap((sentence) => {
    const { text, line } = sentence
    const mentioned = mentionsOf(sentence, names)
    const violations: GuideViolation[] = []
    for (const slug of current?.test(text) ? mentioned : []) {
      const successor = bySlug.get(slug)?.guide.successor
      if (successor && !mentioned.includes(successor))
        violations.push(at(page, line, `"${finds(current, text)}": /${slug} was succeeded by /${successor}`))
    }
    const subject = bySlug.get(mentioned.length === 1 ? (mentioned[0] as string) : page.guide.slug)?.guide
    const year = renewed && new RegExp(`(?:${renewed.source})\\D{0,40}(?<year>\\d{4})`, 'iu').exec(text)?.groups?.year
    const newest = subject?.releases[0]?.date.slice(0, 4)
    if (year && newest && mentioned.length < 2 && year !== newest)
      violations.push(at(page, line, `renewed in ${year}: the newest release of /${subject?.slug} is of ${newest}`))
    return violations
  })
}

/** A product of the family whose successor the page does not know. */
function staleComparisons(page: Page, { names, bySlug }: Shelf): GuideViolation[] {
  const { guide, sentences } = page
  if (guide.pageType !== 'product_hub') return []
  const mentioned = new Map(
    sentences.flatMap((each) => mentionsOf(each, names).map((slug) => [slug, each.line] as const)),
  )
  return [...mentioned].flatMap(([slug, line]) => {
    const other = bySlug.get(slug)?.guide
    const successor = other?.successor
    if (!successor || other?.family !== guide.family || [other.slug, successor].includes(guide.slug)) return []
    if (guide.successor === slug || mentioned.has(successor)) return []
    return [at(page, line, `names /${slug}, but not /${successor}, which succeeded it`)]
  })
}

const summaryOf = ({ guide }: Page): GuideSentence => ({
  text: guide.summary,
  line: guide.lines.summary ?? guide.bodyLine,
  isMarked: false,
  isCited: false,
  links: [],
})

const productsUnder = (hub: Guide, { bySlug }: Shelf): Page[] =>
  [...bySlug.values()].filter(({ guide }) => guide.pageType === 'product_hub' && isAbove(hub, guide))

/** A family page that does not show its newest member, or is silent about the end of one; a page about its own end. */
function againstMembers(page: Page, shelf: Shelf): GuideViolation[] {
  const { guide, sentences } = page
  const { ended, replaced } = shelf.wording
  const says = (pattern: RegExp | null, about: (sentence: GuideSentence) => boolean = () => true) =>
    sentences.some((sentence) => about(sentence) && (pattern?.test(sentence.text) ?? true))
  const violations: GuideViolation[] = []
  if (guide.successor && !says(replaced) && !says(ended))
    violations.push(at(page, 'successor', `the text does not say that /${guide.successor} succeeded it`))
  if (guide.discontinued && !says(ended))
    violations.push(at(page, 'discontinued', `the text does not say that it ended on ${guide.discontinued}`))
  if (guide.pageType !== 'family_hub') return violations
  const members = productsUnder(guide, shelf)
  for (const { guide: member } of members.filter((each) => each.guide.discontinued)) {
    const about = ({ links }: GuideSentence) => links.includes(member.slug)
    if (!says(ended, about))
      violations.push(
        at(page, '', `/${member.slug} ended on ${member.discontinued}: the sentence that links it is silent`),
      )
  }
  const newest = newestOf(members)
  if (newest && guide.specs.length > 0 && !guide.specs.some(({ model }) => isOf(model, newest)))
    violations.push(at(page, 'specs', `no row for the newest member, /${newest.slug} of ${newest.releases[0]?.date}`))
  return violations
}

const newestOf = (members: readonly Page[]): Guide | undefined =>
  members
    .map(({ guide }) => guide)
    .filter(({ releases }) => releases.length > 0)
    .sort((a, b) => (b.releases[0]?.date ?? '').localeCompare(a.releases[0]?.date ?? ''))[0]

const isOf = (model: string, { title, names, specs }: Guide): boolean =>
  [title, ...names, ...specs.map((spec) => spec.model)].some((name) => model.startsWith(name) || name.startsWith(model))

const chipsOf = (chip = ''): string[] => chip.split(/\s+\p{Ll}+\s+/u).filter(Boolean)

/** Names of chips that any guide's table has, the longest first: "M5 Pro" is no "M5". */
function chipPattern(guides: readonly Guide[]): RegExp | null {
  const chips = new Set(guides.flatMap(({ specs }) => specs.flatMap(({ chip }) => chipsOf(chip))))
  if (chips.size === 0) return null
  const sorted = [...chips].sort((a, b) => b.length - a.length).map((name) => name.replace(/[^\p{L}\p{N} ]/gu, '\\$&'))
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${sorted.join('|')})(?![\\p{L}\\p{N}-])`, 'gu')
}

const chipsIn = (text: string, { chips }: Shelf): string[] =>
  chips ? [...new Set([...text.matchAll(chips)].map(([name]) => name))] : []

const withoutChips = (text: string, { chips }: Shelf) => (chips ? text.replace(chips, '') : text)

/** Tables that differ, and a chip said of a product whose own page names only its siblings: "M5" for "M5 Pro". */
function againstChips(page: Page, shelf: Shelf): GuideViolation[] {
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
      return mentionsOf(sentence, shelf.names).flatMap((slug) => {
        const siblings = siblingChips(shelf.bySlug.get(slug), chip, shelf)
        const has = `has ${siblings.join(', ')}`
        return siblings.length > 0 && slug !== guide.slug ? [at(page, sentence.line, `${chip}: /${slug} ${has}`)] : []
      })
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
function againstSummary(page: Page, shelf: Shelf): GuideViolation[] {
  const { guide, sentences } = page
  const rest = [
    ...[guide.title, ...guide.names, ...sentences.map(({ text }) => text)],
    ...guide.specs.map((spec) => JSON.stringify(spec)),
    ...guide.releases.map(({ date }) => date),
  ].join('\n')
  const numbers = new Set(rest.match(/\d+(?:[.,]\d+)?/g))
  const said = [...new Set(withoutChips(guide.summary, shelf).match(/\d+(?:[.,]\d+)?/g))]
  const chips = new Set(chipsIn(rest, shelf))
  const violations = [
    ...said.filter((number) => !numbers.has(number)).map((number) => `the text knows nothing of "${number}"`),
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

/** What is to come is somebody's claim, or it is marked. */
function rumorsAsFacts(page: Page, { wording: { coming, attributed } }: Shelf): GuideViolation[] {
  return page.sentences
    .filter((sentence) => !sentence.isCited && !isQuestion(sentence))
    .flatMap(({ text, line }) => {
      const word = finds(coming, text)
      return word && !attributed?.test(text) ? [at(page, line, `"${word}" is told as a fact: who says so?`)] : []
    })
}

/** A text that says that rumors failed, where its record has no wrong one. */
function againstRecord(page: Page, { wording: { missed } }: Shelf): GuideViolation[] {
  const { rumors } = page.guide
  if (rumors.length === 0 || rumors.some(({ verdict }) => verdict === 'wrong')) return []
  return page.sentences
    .filter(({ isMarked }) => !isMarked)
    .flatMap(({ text, line }) => {
      const word = finds(missed, text)
      return word ? [at(page, line, `"${word}": no rumor of the record was wrong`)] : []
    })
}

/** Facts that end before the newest release of the product, or of a hub's members. */
function staleFacts(page: Page, shelf: Shelf): GuideViolation[] {
  const { guide } = page
  const isHub = guide.pageType === 'family_hub' || guide.pageType === 'generation_hub'
  const newest = isHub ? newestOf(productsUnder(guide, shelf)) : guide
  const date = newest?.releases[0]?.date
  const days = guide.factsUntil && (Date.parse(guide.updated) - Date.parse(guide.factsUntil)) / DAY_MS
  const { reach } = shelf.wording
  if (days && days > OLD_DAYS && !page.sentences.some(({ text }) => reach?.test(text) ?? true))
    return [at(page, 'facts_until', `its facts end on ${guide.factsUntil}, and the text does not say so`)]
  if (!date || guide.factsUntil === null || guide.factsUntil >= date) return []
  return [
    at(page, 'facts_until', `its facts end on ${guide.factsUntil}, before the release of /${newest?.slug} on ${date}`),
  ]
}

const DAY_MS = 86_400_000
/** Three quarters of a year: most products have been renewed by then. */
const OLD_DAYS = 270

/** A name of one common word, which guides of other families use too: news of theirs would be shown here. */
function wideNames(page: Page, pages: readonly Page[]): GuideViolation[] {
  const { guide } = page
  if (guide.pageType !== 'rumor' && guide.pageType !== 'product_hub') return []
  return guide.names
    .filter((name) => /^\p{L}+$/u.test(name))
    .flatMap((name) => {
      const word = new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, 'iu')
      const other = pages.find((each) => each.guide.family !== guide.family && word.test(each.guide.body))
      return other ? [at(page, 'names', `"${name}" is a word of /${other.guide.slug} too`)] : []
    })
}

/** Words that are not used, and statements that were found wrong once. */
function wrongStatements(page: Page, { wording }: Shelf): GuideViolation[] {
  return [...page.sentences, summaryOf(page)].flatMap(({ text, line }) => [
    ...wording.instead
      .filter(({ word }) => word.test(text))
      .map(({ word, use }) => at(page, line, `"${finds(word, text)}": write "${use}"`)),
    ...wording.statements
      .filter(({ says, unless }) => says.test(text) && !unless?.test(text))
      .map(({ says, why }) => at(page, line, `"${finds(says, text)}": ${why}`)),
  ])
}
