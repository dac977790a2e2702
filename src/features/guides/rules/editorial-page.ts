/** A guide as the editorial checks read it, and the other guides around it. Pure. */
import type { Guide, GuideViolation } from './guide.ts'
import type { GuideSentence } from './guide-sentences.ts'
import type { Named } from './mentions.ts'
import { isAbove } from './related-guides.ts'
import type { Wording } from './wording.ts'

export interface Page {
  guide: Guide
  sentences: GuideSentence[]
}

export interface Shelf {
  bySlug: ReadonlyMap<string, Page>
  /** Names of products. */
  names: readonly Named[]
  /** Names of chips; null where no guide has one. */
  chips: RegExp | null
  wording: Wording
}

export const at = ({ guide }: Page, line: number | string, message: string): GuideViolation => ({
  file: guide.file,
  line: typeof line === 'number' ? line : (guide.lines[line] ?? guide.bodyLine),
  message,
})

/** The first words that match. */
export const finds = (pattern: RegExp | null, text: string): string | undefined => pattern?.exec(text)?.[0]
/** A question claims nothing. */
export const isQuestion = ({ text }: GuideSentence) => text.endsWith('?')

export const summaryOf = ({ guide }: Page): GuideSentence => ({
  text: guide.summary,
  line: guide.lines.summary ?? guide.bodyLine,
  isMarked: false,
  links: [],
})

export const productsUnder = (hub: Guide, { bySlug }: Shelf): Page[] =>
  [...bySlug.values()].filter(({ guide }) => guide.pageType === 'product_hub' && isAbove(hub, guide))

export const newestOf = (members: readonly Page[]): Guide | undefined =>
  members
    .map(({ guide }) => guide)
    .filter(({ releases }) => releases.length > 0)
    .sort((a, b) => (b.releases[0]?.date ?? '').localeCompare(a.releases[0]?.date ?? ''))[0]
