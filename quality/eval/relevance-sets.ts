/** The labelled headlines on which relevance is measured: the project's own, all invented, and real ones, which no clone brings. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { loadWorld } from '../../demo/world.ts'
import type { Example } from '../../src/news/topic/rules/fit-relevance.ts'
import { registrableDomain } from '../../src/platform/text/url.ts'
import { selectedData } from '../../tests/support/test-data.ts'

export const HALVES = ['tuning', 'held-out'] as const
export type Half = (typeof HALVES)[number]

/** An example whose half its own name decides, so that no change of the file moves it. */
export interface Labelled extends Example {
  /** As its feed declares it. */
  language: string | null
  half: Half
}

export interface RelevanceSet {
  name: string
  /** Content folder of its topic. */
  content: string
  examples: Labelled[]
}

const Line = z.object({
  id: z.string(),
  title: z.string().min(1),
  text: z.string().nullish(),
  publisher: z.string().nullish(),
  language: z.string().nullish(),
  label: z.union([z.literal(0), z.literal(1), z.literal('borderline')]),
})

/** Articles of the demo's papers that write about other things too, which are not about the topic. */
const OTHER_SUBJECTS = new Set([
  'Old cannery to become 90 flats',
  'Ferry to the islands gets a winter timetable',
  'Brass band wins national title for the third time',
  'Winter tyres for vans: what our delivery driver chose',
  'Freibad Brandhofen öffnet erst im Juni',
])
const DEMO_NOW = new Date('2026-11-21T12:00:00Z')
const CONTENT = { swedish: 'content', bicycles: 'demo/bicycles/content', railways: 'demo/railways/content' }

/** A named file alone, or the own sets and, where the shared data are chosen, the real one before them. Throws where one is missing. */
export function readRelevanceSets(options: {
  file?: string | undefined
  data?: string | undefined
  content: string
}): RelevanceSet[] {
  const { file, data, content } = options
  if (file !== undefined) return [{ name: basename(file, '.jsonl'), content, examples: readLines(file) }]
  const shared = selectedData(data, 'relevance/headlines.jsonl')
  const real = shared ? readLines(join(shared, 'relevance/headlines.jsonl')) : null
  return [
    ...(real ? [{ name: 'headlines', content: 'content', examples: real }] : []),
    ...Object.entries(CONTENT).map(([name, folder]) => ({
      name,
      content: folder,
      examples: readLines(join(import.meta.dirname, `relevance-${name}.jsonl`)),
    })),
    ...['bicycles', 'railways'].map((world) => ({
      name: `${world}, demo`,
      content: `demo/${world}/content`,
      examples: demoExamples(`demo/${world}`),
    })),
  ]
}

/** Borderline ones are left out. Throws for a line that cannot be read, with its number. */
function readLines(path: string): Labelled[] {
  const lines = readFileSync(path, 'utf8').split('\n').entries()
  return [...lines].flatMap(([at, line]) => {
    if (line.trim() === '') return []
    const { success, data, error } = Line.safeParse(parsedJson(line))
    if (!success)
      throw new Error(`${path}:${at + 1}: ${error.issues.map(({ path, message }) => `${path}: ${message}`)}`)
    if (data.label === 'borderline') return []
    const { id, title, text, publisher, language, label } = data
    return {
      title,
      text: text ?? '',
      relevant: label === 1,
      language: language ?? null,
      publisher: domainOf(publisher),
      half: halfOf(id),
    }
  })
}

function parsedJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

const domainOf = (publisher: string | null | undefined) => (publisher ? registrableDomain(publisher) : null)

/** As the stage ingest reads them, each as if its paper wrote about other things too. */
function demoExamples(world: string): Labelled[] {
  return loadWorld(world, DEMO_NOW).flatMap(({ domain, language, articles }) =>
    articles.map(({ title, summary, paragraphs }) => ({
      title,
      language,
      publisher: domain,
      relevant: !OTHER_SUBJECTS.has(title),
      half: halfOf(title),
      text: paragraphs.join('\n\n') || summary,
    })),
  )
}

export const halfOf = (id: string): Half =>
  (createHash('md5').update(id).digest()[0] ?? 0) % 2 === 0 ? 'tuning' : 'held-out'
