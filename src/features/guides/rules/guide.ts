/** A product guide: one markdown file with front matter. */

export const pageTypes = ['product_hub', 'family_hub', 'generation_hub', 'rumor'] as const

export type PageType = (typeof pageTypes)[number]

/** A page that an editor opened to check facts against. */
export interface GuideSource {
  title: string
  url: string
  /** The day on which it was opened, `YYYY-MM-DD`. */
  read: string
  /** Facts that it bears out, in the guide's language. */
  supports: string
}

/** Columns of the table of specifications, in the order in which they are shown. */
export const specKeys = ['year', 'chip', 'screen', 'storage', 'price', 'system'] as const

export type SpecKey = (typeof specKeys)[number]

/** One model; what no source tells is left out. */
export interface GuideSpec {
  model: string
  year?: number
  chip?: string
  screen?: string
  storage?: string
  /** Price of the maker or a shop on that day; `currency` by its ISO code. */
  price?: { amount: number; currency: string; at: string }
  /** The newest version of its operating system that it is known to get. */
  system?: string
  /** Numbers of the guide's sources that bear the row out, counted from one. */
  sources: number[]
}

/** A release of the guide's product or of one before it. */
export interface GuideRelease {
  /** First day of sale, `YYYY-MM-DD`. */
  date: string
  /** Numbers of the guide's sources. */
  sources: number[]
}

export const verdicts = ['true', 'wrong', 'open'] as const
export type Verdict = (typeof verdicts)[number]

/** A publisher's claim before anything was announced, and how it went. */
export interface GuideRumor {
  /** Unique among the guide's own. */
  id: string
  /** The day on which it was published, `YYYY-MM-DD`. */
  on: string
  claim: string
  /** Name of the publisher, and the domain by which its feeds are known here. */
  by: { name: string; domain: string }
  /** Its address. */
  url?: string
  /** Slug of the product that it is about, where that has a guide of its own. */
  about?: string
  verdict: Verdict
  /** Of a settled one: when that was, what happened, and an address that shows it. */
  settled?: { on: string; outcome: string; url?: string }
}

/** Columns that at least half of the rows fill: a column of gaps is of no use. One price is shown all the same. */
export const filledKeys = (specs: readonly GuideSpec[]): SpecKey[] =>
  specKeys.filter((key) => {
    const filled = specs.filter((spec) => spec[key] !== undefined).length
    return key === 'price' ? filled > 0 : 2 * filled >= Math.max(1, specs.length)
  })

/**
 * Prices that a page about a device lacks: `all` where no row has one, else the newest model without one. Null where none
 * is lacking, and for services, systems and pages of many products.
 */
export function missingPrice({
  pageType,
  specs,
  releases,
}: Pick<Guide, 'pageType' | 'specs' | 'releases'>): 'all' | GuideSpec | null {
  const isHardware = specs.some(({ chip, screen, storage }) => releases.length > 0 || chip || screen || storage)
  if (pageType !== 'product_hub' || !isHardware) return null
  if (specs.every(({ price }) => price === undefined)) return 'all'
  const year = Math.max(...specs.map((spec) => spec.year ?? 0))
  return specs.find((spec) => (spec.year ?? 0) === year && spec.price === undefined) ?? null
}

/** First and last day on which its facts were read: a source may be older than the last check. Empty for unchecked ones. */
export function readingDays({ checked, sources }: Pick<Guide, 'checked' | 'sources'>): string[] {
  if (checked === null) return []
  const days = [...sources.map(({ read }) => read), checked].map((day) => day.slice(0, 10)).sort()
  return [days[0], days.at(-1)].flatMap((day) => day ?? [])
}

/** A line drawing of our own. */
export interface GuideImage {
  /** File in the drawings' folder, without its ending. */
  name: string
  /** Content of the image, for readers who do not see it. */
  alt: string
  /** The whole `<svg>` element; it has been checked to hold nothing but shapes. */
  svg: string
}

export interface Guide {
  /** File name within the guides' folder. */
  file: string
  title: string
  slug: string
  pageType: PageType
  /** Slug of the family hub that the page is below; a family hub names itself. */
  family: string
  /** Slug of the generation hub that the page belongs to; a generation hub names itself. */
  generation: string | null
  /** Slugs of the tags whose news the page shows. */
  tags: string[]
  /** Day on which an editor last went through the text, `YYYY-MM-DD`. */
  updated: string
  /** Latest day of the facts in the text, `YYYY-MM-DD`. */
  factsUntil: string | null
  /** Day on which its facts were last checked against its sources, `YYYY-MM-DD`; null for never. */
  checked: string | null
  /** Slug of the guide on the product that took its place. It is of use to checks alone, so it is not stored. */
  successor?: string
  /** Day on which it left the range, `YYYY-MM-DD`; not stored either. */
  discontinued?: string
  /** The text cites them by number, counted from one: `[1]`. */
  sources: GuideSource[]
  specs: GuideSpec[]
  /** Newest first. */
  releases: GuideRelease[]
  /** Newest first. */
  rumors: GuideRumor[]
  picture: GuideImage | null
  /** Names that news must mention to be about this subject; empty when its tags are precise enough. */
  names: string[]
  summary: string
  /** Markdown after the front matter. */
  body: string
  /** Line of the file on which `body` begins. */
  bodyLine: number
  /** Line of each front matter key in the file. */
  lines: Readonly<Record<string, number>>
}

/** A violation in a file, with its place. */
export interface GuideViolation {
  file: string
  line: number
  message: string
}

export interface StoredViolation extends GuideViolation {
  /** The file was refused, and its last good version stays up; otherwise the violation is a warning. */
  refused: boolean
}

/** Outcome of a sync. */
export interface GuideSync {
  /** Number of guides that are up now. */
  guides: number
  /** Slugs that are new or changed. */
  saved: string[]
  removed: string[]
  /** Files that were not taken in. */
  refused: string[]
  /** Of refused files and, as warnings, of those that were taken in. */
  faults: StoredViolation[]
}

/** Order in which violations are reported. */
export function byFileAndLine(a: GuideViolation, b: GuideViolation): number {
  return a.file.localeCompare(b.file) || a.line - b.line || a.message.localeCompare(b.message)
}
