/** The demo world's articles as clustering reads them, headline, excerpt and text, with the happening that each tells. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { loadWorld } from '../../demo/world.ts'
import { readContent } from '../../src/app/content.ts'
import { classifyArticle, type RuleClassification } from '../../src/news/articles/rules/classify-by-rules.ts'
import { textToRead } from '../../src/news/events/clustering/pair-features.ts'
import { parseContent } from '../../src/platform/site/content-file.ts'
import type { LabelledArticle } from './read-labelled.ts'

export interface DemoArticle extends LabelledArticle {
  publisher: string
  verdict: RuleClassification
}

const Happenings = z.array(z.array(z.string()).min(2))

/** In order of time. A title of the labels that no article has is an error. */
export function demoArticles(now: Date): DemoArticle[] {
  const { rules } = readContent('content')
  const labels = readLabels()
  const articles = loadWorld('demo/apple', now).flatMap(({ language, domain, articles }) =>
    articles.map(({ title, summary, paragraphs, at }): DemoArticle => {
      const original = paragraphs.join('\n\n')
      const feed = { publisher: domain, language, relevance: 'all' as const }
      const verdict = classifyArticle(rules, { title, summary, text: original, language, feed })
      const text = textToRead(verdict.excerpt, original)
      const label = labels.get(title) ?? title
      return { title, text, language: verdict.language, at: at.getTime(), label, publisher: domain, verdict }
    }),
  )
  const titles = new Set(articles.map(({ title }) => title))
  for (const title of labels.keys())
    if (!titles.has(title)) throw new Error(`demo-events.yaml: no article of the demo world is called "${title}"`)
  return articles.sort((a, b) => a.at - b.at)
}

/** Title → the first title of its happening. */
function readLabels(): Map<string, string> {
  const file = join(import.meta.dirname, 'demo-events.yaml')
  const happenings = parseContent(readFileSync(file, 'utf8'), 'demo-events.yaml', Happenings)
  return new Map(happenings.flatMap((titles) => titles.map((title) => [title, titles[0] ?? title] as const)))
}
