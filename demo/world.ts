/** The demo's invented world: publishers and articles read from a folder. Times are minutes before the world's "now". */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { parseContent } from '../src/platform/site/content-file.ts'
import { slugify } from '../src/platform/text/text.ts'

const Publisher = z.strictObject({
  id: z.string().regex(/^[a-z]+$/),
  name: z.string(),
  language: z.string(),
  format: z.enum(['rss', 'atom', 'rdf', 'json']),
  encoding: z.enum(['utf-8', 'iso-8859-1']).default('utf-8'),
  /** Whether the feed carries whole articles, or only their first sentences. */
  full_text: z.boolean(),
  relevance: z.enum(['model', 'all']),
  accent: z.string(),
  tagline: z.string(),
})

const Article = z.strictObject({
  /** Id of the publisher. */
  p: z.string(),
  /** "2d4h30m" before now. */
  ago: z.string().regex(/^(\d+d)?(\d+h)?(\d+m)?$/),
  /** What the picture shows; none for an article without one. */
  img: z.string().optional(),
  by: z.string().optional(),
  /** Title, summary, and body in paragraphs. */
  t: z.string(),
  s: z.string(),
  b: z.string(),
})

export interface DemoPublisher {
  id: string
  name: string
  domain: string
  language: string
  format: 'rss' | 'atom' | 'rdf' | 'json'
  encoding: 'utf-8' | 'iso-8859-1'
  fullText: boolean
  relevance: 'model' | 'all'
  accent: string
  tagline: string
  /** Newest first. */
  articles: DemoArticle[]
}

export interface DemoArticle {
  slug: string
  title: string
  summary: string
  paragraphs: string[]
  author: string | null
  motif: string | null
  at: Date
}

/** Every publisher of `folder` with its articles, dated before `now`. */
export function loadWorld(folder: string, now: Date): DemoPublisher[] {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const publishers = parseContent(read('publishers.yaml'), 'publishers.yaml', z.array(Publisher))
  const articles = readdirSync(join(folder, 'articles'))
    .filter((file) => file.endsWith('.yaml'))
    .flatMap((file) => parseContent(read(`articles/${file}`), file, z.array(Article)))
  const stray = articles.find((article) => !publishers.some((p) => p.id === article.p))
  if (stray) throw new Error(`"${stray.p}", which should have published "${stray.t}", is no publisher`)
  return publishers.map(({ full_text: fullText, ...publisher }) => ({
    ...publisher,
    domain: `${publisher.id}.example`,
    fullText,
    articles: articles
      .filter((article) => article.p === publisher.id)
      .map((article) => articleOf(article, now))
      .sort((a, b) => b.at.getTime() - a.at.getTime()),
  }))
}

function articleOf(article: z.infer<typeof Article>, now: Date): DemoArticle {
  return {
    slug: slugify(article.t),
    title: article.t,
    summary: article.s,
    paragraphs: article.b
      .trim()
      .split(/\n\s*\n/)
      .map((paragraph) => paragraph.replace(/\s*\n\s*/g, ' ')),
    author: article.by ?? null,
    motif: article.img ?? null,
    at: new Date(now.getTime() - minutesOf(article.ago) * 60_000),
  }
}

function minutesOf(ago: string): number {
  const part = (unit: string) => Number(new RegExp(`(\\d+)${unit}`).exec(ago)?.[1] ?? 0)
  return part('d') * 1440 + part('h') * 60 + part('m')
}
