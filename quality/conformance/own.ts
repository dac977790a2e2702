/** The project's own feeds, each beside what it must be read as: adding a pair adds a check. Prints nothing. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseFeed } from '../../src/news/feeds/parse.ts'
import { AppError } from '../../src/platform/errors.ts'
import { appendedPattern } from '../../src/platform/languages/appended.ts'
import { readLanguages } from '../../src/platform/languages/language-files.ts'
import { activeIn } from './survivors.ts'

const folder = join(import.meta.dirname, 'feeds')

interface Expected {
  /** As served; left out for a server that says nothing. */
  contentType?: string
  /** Part of the parsed feed: what is not named is not looked at, `items` must be as many. */
  feed?: Record<string, unknown>
  /** True for what is no feed, and must be refused as such. */
  refused?: true
}

const appended = appendedPattern(readLanguages('content').all)

export const listLocalFeeds = (): string[] => readdirSync(folder).filter((name) => !name.endsWith('.expected.json'))

/** What is wrong with the reading of one feed, one sentence each; empty where all is as expected. */
export function checkLocalFeed(name: string): string[] {
  const expected = JSON.parse(readFileSync(join(folder, name.replace(/\.\w+$/, '.expected.json')), 'utf8')) as Expected
  try {
    const options = { url: `https://feeds.example/${name}`, contentType: expected.contentType ?? null, appended }
    const feed = parseFeed(readFileSync(join(folder, name)), options)
    if (expected.refused) return ['was read, though it is no feed']
    const active = feed.items.flatMap((item) => activeIn(item.contentHtml)).map((what) => `still holds ${what}`)
    return [...differences(expected.feed, JSON.parse(JSON.stringify(feed)), 'feed'), ...active]
  } catch (error) {
    if (expected.refused && error instanceof AppError) return []
    return [`threw ${error}`]
  }
}

function differences(expected: unknown, actual: unknown, path: string): string[] {
  if (typeof expected !== 'object' || expected === null)
    return expected === actual ? [] : [`${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`]
  const found = (actual ?? {}) as Record<string, unknown>
  const counts = Array.isArray(expected) ? differences(expected.length, found.length, `${path}.length`) : []
  return [
    ...counts,
    ...Object.entries(expected).flatMap(([key, value]) => differences(value, found[key], `${path}.${key}`)),
  ]
}
