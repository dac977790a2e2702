/** Editorial checks of a line of products: the newest, its predecessors, its end, and how far the facts reach. Pure. */
import { at, finds, newestOf, type Page, productsUnder, type Shelf, summaryOf } from './editorial-page.ts'
import type { Guide, GuideViolation } from './guide.ts'
import type { GuideSentence } from './guide-sentences.ts'
import { mentionsOf } from './mentions.ts'

/** "The newest" of a product that has a successor, and a year of renewal that is not the newest release's. */
export function outdatedNewest(page: Page, { wording, names, bySlug }: Shelf): GuideViolation[] {
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
export function staleComparisons(page: Page, { names, bySlug }: Shelf): GuideViolation[] {
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

/** A family page that does not show its newest member, or is silent about the end of one; a page about its own end. */
export function againstMembers(page: Page, shelf: Shelf): GuideViolation[] {
  const { guide, sentences } = page
  const { ended, replaced } = shelf.wording
  const reports = (pattern: RegExp | null, about: (sentence: GuideSentence) => boolean = () => true) =>
    sentences.some((sentence) => about(sentence) && (pattern?.test(sentence.text) ?? true))
  const violations: GuideViolation[] = []
  if (guide.successor && !reports(replaced) && !reports(ended))
    violations.push(at(page, 'successor', `the text does not say that /${guide.successor} succeeded it`))
  if (guide.discontinued && !reports(ended))
    violations.push(at(page, 'discontinued', `the text does not say that it ended on ${guide.discontinued}`))
  if (guide.pageType !== 'family_hub') return violations
  const members = productsUnder(guide, shelf)
  for (const { guide: member } of members.filter((each) => each.guide.discontinued)) {
    const about = ({ links }: GuideSentence) => links.includes(member.slug)
    if (!reports(ended, about))
      violations.push(
        at(page, '', `/${member.slug} ended on ${member.discontinued}: the sentence that links it is silent`),
      )
  }
  const newest = newestOf(members)
  if (newest && guide.specs.length > 0 && !guide.specs.some(({ model }) => isOf(model, newest)))
    violations.push(at(page, 'specs', `no row for the newest member, /${newest.slug} of ${newest.releases[0]?.date}`))
  return violations
}

const isOf = (model: string, { title, names, specs }: Guide): boolean =>
  [title, ...names, ...specs.map((spec) => spec.model)].some((name) => model.startsWith(name) || name.startsWith(model))

/** Facts that end before the newest release of the product, or of a hub's members. */
export function staleFacts(page: Page, shelf: Shelf): GuideViolation[] {
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
