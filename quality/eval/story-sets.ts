/** Labelled happenings with the affairs that they belong to: from the demo world, and from files of labelled articles. */
import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { readContent } from '../../src/app/content.ts'
import { classifyArticle, type RuleClassification } from '../../src/news/articles/rules/classify-by-rules.ts'
import { parseContent } from '../../src/platform/site/content-file.ts'
import { ClusterMemory } from '../../tests/support/stages.ts'
import { demoArticles } from './demo-articles.ts'

const HOUR = 3_600_000
const content = readContent('content')
export const { lexicon } = content

export interface Told extends RuleClassification {
  title: string
  publisher: string
  at: number
}

/** One event, as it is labelled; `affair` is null where it belongs to none. */
export interface Happening {
  affair: string | null
  articles: Told[]
}

const Line = z.object({
  title: z.string(),
  text: z.string().nullish(),
  publisher: z.string().nullish(),
  language: z.string().nullish(),
  published_at: z.string(),
  event: z.union([z.string(), z.number()]).transform(String),
  affair: z.string().nullish(),
})

const judge = (
  title: string,
  summary: string,
  text: string,
  publisher: string,
  language: string | null,
): RuleClassification =>
  classifyArticle(content.rules, {
    title,
    summary,
    text,
    language,
    feed: { publisher, language, relevance: 'all' },
  })

/** Happenings of a file of JSON lines, by their own labels, so that clustering's faults do not count. */
export function happeningsOf(path: string): Happening[] {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => Line.parse(JSON.parse(line)))
  return [...Map.groupBy(lines, ({ event }) => event).values()].map((told) => ({
    affair: told.find(({ affair }) => affair)?.affair ?? null,
    articles: told.map(({ title, text, publisher, language, published_at }) => ({
      ...judge(title, text ?? '', '', publisher ?? '', language ?? null),
      title,
      publisher: publisher ?? '',
      at: Date.parse(published_at),
    })),
  }))
}

/** Files of the demo world that tell of no one affair. */
const LOOSE = /^(happenings|other|singles)/

/** The demo world's happenings as clustering joins them; each file that is not a loose collection tells of one affair. */
export function demoHappenings(now: Date): Happening[] {
  const folder = 'demo/apple/articles'
  const affairs = new Map<string, string>()
  for (const file of readdirSync(folder))
    if (!LOOSE.test(file))
      for (const { t } of parseContent(
        readFileSync(`${folder}/${file}`, 'utf8'),
        file,
        z.array(z.looseObject({ t: z.string() })),
      ))
        affairs.set(t, file.replace('.yaml', ''))
  const articles = demoArticles(now).map(({ verdict, title, text, publisher, at }) => {
    return { ...verdict, title, text, publisher, at }
  })
  const memory = new ClusterMemory(lexicon)
  const reports = articles.map(({ title, text, language, at }, i) => ({ id: i + 1, title, text, language, at }))
  for (const hour of Map.groupBy(reports, ({ at }) => Math.floor(at / HOUR)).values()) memory.add(hour)
  return [...memory.events.values()].map((members) => {
    const told = members.flatMap((id) => articles[id - 1] ?? [])
    return { affair: mostCommon(told.map(({ title }) => affairs.get(title) ?? null)), articles: told }
  })
}

function mostCommon<Value>(values: Value[]): Value | null {
  const counts = [...Map.groupBy(values, (value) => value)].sort((a, b) => b[1].length - a[1].length)
  return counts[0]?.[0] ?? null
}
