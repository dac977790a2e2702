/** The labelled sets on which clustering is measured: real ones, which no clone brings, and the project's own, all invented. */
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Report } from '../../tests/support/stages.ts'
import { selectedData } from '../../tests/support/test-data.ts'
import { demoArticles } from './demo-articles.ts'
import { playedVector } from './played-embedder.ts'
import { type LabelledArticle, readLabelled } from './read-labelled.ts'

export interface LabelledSet {
  name: string
  /** Sets that were labelled in one way are one family; null for an invented set. */
  family: string | null
  articles: LabelledArticle[]
}

const DEMO_NOW = new Date('2026-11-21T12:00:00Z')
const MAX_SHOWN = 10

/** Real sets first. A line that cannot be read is named, left out, and makes the exit code 2. */
export function readSets({ file, data }: { file?: string | undefined; data?: string | undefined }): LabelledSet[] {
  if (file) return [{ name: 'file', family: 'file', articles: readFile(file) }]
  const shared = selectedData(data, 'clustering')
  const real = (shared ? setsIn(join(shared, 'clustering'), '') : []).map((set) => ({
    ...set,
    family: familyOf(set.name),
  }))
  const local = setsIn(import.meta.dirname, 'clusters').map((set) => ({ ...set, family: null }))
  return [...real, ...local, { name: 'demo', family: null, articles: demoArticles(DEMO_NOW) }]
}

/** "gnews-2023-07" and "gnews-2024-06" are of one family. */
const familyOf = (name: string) => name.replace(/-\d{4}.*$/, '')

function setsIn(folder: string, start: string) {
  const files = readdirSync(folder).filter((file) => file.startsWith(start) && file.endsWith('.jsonl'))
  return files.sort().map((file) => {
    const name = basename(file, '.jsonl').slice(start ? start.length + 1 : 0) || 'own'
    return { name, articles: readFile(join(folder, file)) }
  })
}

function readFile(path: string): LabelledArticle[] {
  const { articles, faults } = readLabelled(path)
  for (const fault of faults.slice(0, MAX_SHOWN)) console.error(fault)
  if (faults.length > MAX_SHOWN)
    console.error(`${path}: and ${faults.length - MAX_SHOWN} more lines that cannot be read`)
  if (faults.length > 0) process.exitCode = 2
  if (articles.length === 0) throw new Error(`${path}: no line that can be read`)
  return articles
}

export const reportsOf = (articles: LabelledArticle[], vectors = false): Report[] =>
  articles.map(({ label: _, ...article }, i) => {
    const vector = vectors ? playedVector(`${article.title}. ${article.text}`) : null
    return { ...article, id: i + 1, vector }
  })
