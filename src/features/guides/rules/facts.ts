/** The front matter of a guide with the origin of its facts: sources, specifications, image, names. */
import { z } from 'zod'
import { type GuideRelease, type GuideRumor, type GuideSource, type GuideSpec, verdicts } from './guide.ts'

export const oneLine = (min: number, max: number) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .regex(/^[^\p{Cc}]*$/u, 'must be one line of plain text')

export const day = z.iso.date('must be a date, YYYY-MM-DD')

const Source = z.strictObject({
  title: oneLine(2, 200),
  url: z
    .string()
    .max(500)
    .regex(/^https?:\/\/[^\s/]+\.[^\s/]+/, 'must be a full http address'),
  read: day,
  supports: oneLine(3, 300),
})

const fact = oneLine(1, 120).optional()

const Spec = z.strictObject({
  model: oneLine(2, 80),
  year: z.int().min(1976).max(2100).optional(),
  chip: fact,
  screen: fact,
  storage: fact,
  price: z
    .strictObject({
      amount: z.number().min(0.01).max(1_000_000),
      currency: z.string().regex(/^[A-Z]{3}$/, 'is an ISO code of three letters'),
      at: z.union([day, z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)], 'must be a date, YYYY-MM-DD or YYYY-MM'),
    })
    .optional(),
  system: fact,
  sources: z.array(z.int().min(1)).min(1, 'needs the number of a source'),
})

const cited = z.array(z.int().min(1)).min(1, 'needs the number of a source')
const Release = z.strictObject({ date: day, sources: cited })

const address = z
  .string()
  .max(500)
  .regex(/^https?:\/\/[^\s/]+\.[^\s/]+/, 'must be a full http address')

const Rumor = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]{1,60}$/, 'must be lower-case words of a–z and digits, joined by hyphens'),
    on: day,
    claim: oneLine(5, 200),
    by: z.strictObject({
      name: oneLine(2, 60),
      domain: z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'is a domain such as paper.example'),
    }),
    url: address.optional(),
    about: z.string().optional(),
    verdict: z.enum(verdicts),
    settled: z.strictObject({ on: day, outcome: oneLine(3, 300), url: address.optional() }).optional(),
  })
  .superRefine(({ verdict, settled, on }, context) => {
    if ((verdict === 'open') !== (settled === undefined))
      context.addIssue({ code: 'custom', message: 'is open, or is settled: "settled" says when and how' })
    if (settled && settled.on < on) context.addIssue({ code: 'custom', message: 'is settled before it was published' })
  })

/** Keys of the front matter; each may be left out. */
export const factKeys = {
  checked: day.nullish(),
  sources: z.array(Source).min(1).max(30).optional(),
  specs: z.array(Spec).min(1).max(20).optional(),
  releases: z.array(Release).min(1).max(30).optional(),
  rumors: z.array(Rumor).min(1).max(60).optional(),
  picture: z
    .string()
    .regex(/^[a-z0-9-]{1,60}$/, 'is the name of a drawing, without folder and ending')
    .optional(),
  picture_alt: oneLine(10, 200).optional(),
  names: z.array(oneLine(2, 60)).min(1).max(12).optional(),
}

export interface Facts {
  updated: string
  checked?: string | null | undefined
  sources?: GuideSource[] | undefined
  specs?: { sources: number[] }[] | undefined
  releases?: GuideRelease[] | undefined
  rumors?: { id: string }[] | undefined
  picture?: string | undefined
  picture_alt?: string | undefined
}

/** Contradictions between keys: key and complaint. */
export function factComplaints(facts: Facts): [keyof Facts, string][] {
  const { updated, checked, sources = [], specs = [], releases = [], rumors = [] } = facts
  const complaints: [keyof Facts, string][] = []
  if (checked && sources.length === 0) complaints.push(['checked', 'without sources says nothing'])
  if (!checked && sources.length > 0)
    complaints.push(['sources', 'need the day on which facts were checked: "checked"'])
  if (checked && checked > updated) complaints.push(['checked', 'is later than updated'])
  if (checked && sources.some(({ read }) => read > checked))
    complaints.push(['sources', 'were read later than checked'])
  if (new Set(sources.map(({ url }) => url)).size < sources.length)
    complaints.push(['sources', 'name an address twice'])
  if (specs.some((spec) => spec.sources.some((number) => number > sources.length)))
    complaints.push(['specs', 'cite a source that is not there'])
  if (releases.some((release) => release.sources.some((number) => number > sources.length)))
    complaints.push(['releases', 'cite a source that is not there'])
  if (releases.some(({ date }) => date > updated)) complaints.push(['releases', 'are later than updated'])
  if (new Set(rumors.map(({ id }) => id)).size < rumors.length) complaints.push(['rumors', 'name an id twice'])
  if (Boolean(facts.picture) !== Boolean(facts.picture_alt)) complaints.push(['picture', 'and picture_alt go together'])
  return complaints
}

/** A row without the keys that were left out. */
export const asSpec = (row: z.infer<typeof Spec>): GuideSpec =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as unknown as GuideSpec

/** Newest first, without the keys that were left out. */
export const asReleases = (rows: GuideRelease[] = []): GuideRelease[] =>
  rows.toSorted((a, b) => b.date.localeCompare(a.date))

export const asRumors = (rows: z.infer<typeof Rumor>[] = []): GuideRumor[] =>
  (JSON.parse(JSON.stringify(rows)) as GuideRumor[]).toSorted((a, b) => b.on.localeCompare(a.on))
