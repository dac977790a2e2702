/** A requested topic → all files of its folder. */
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpmlSource } from '../../news/feeds/rules/source-list.ts'
import type { LearningFigures } from '../../news/topic/rules/fit-relevance.ts'
import type { TopicRequest, TriedFeed } from '../../news/topic/rules/setup.ts'
import { AppError } from '../../platform/errors.ts'
import type { Languages } from '../../platform/languages/languages.ts'
import { ACCENT } from '../../platform/media/images/brand.ts'
import { isLanguage } from '../../platform/site/site.ts'
import { readContent, shippedMessages } from '../content.ts'
import { learnRelevance } from './topic.ts'
import { topicFiles, writeTopic } from './write-topic.ts'

export type FolderRequest = TopicRequest & { folder: string }

export interface CreatedTopic {
  /** Paths in the folder, of what was written. */
  files: string[]
  figures: LearningFigures | null
}

export const isTopicFolder = (folder: string): boolean => existsSync(join(folder, 'site.yaml'))

/** Throws `bad_request` where it lacks what cannot be chosen for it, or the folder would be invalid. */
export const createTopic = (request: FolderRequest, languages: Languages): Promise<CreatedTopic> =>
  writeValidFolder(request, () => fresh(request, languages))

/** Writes what is valid alone. */
export async function writeValidFolder(request: FolderRequest, make: () => Promise<Made>): Promise<CreatedTopic> {
  if (request.colour !== undefined && !/^#[0-9a-f]{6}$/i.test(request.colour))
    throw new AppError('bad_request', `"${request.colour}" is no colour, as #1d4ed8.`)
  if (request.language !== undefined && !isLanguage(request.language))
    throw new AppError('bad_request', `"${request.language}" is no language tag, as da or en-GB.`)
  const { files, figures } = await make()
  await requireValid(request.folder, files)
  return { files: await writeTopic(request.folder, files), figures }
}

/** Reads the folder as it would be, in a copy. */
async function requireValid(folder: string, files: Made['files']): Promise<void> {
  const copy = await mkdtemp(join(tmpdir(), 'karnhuset-topic-'))
  try {
    if (existsSync(folder)) await cp(folder, copy, { recursive: true })
    await writeTopic(copy, files)
    readContent(copy)
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

export interface Made {
  files: Map<string, string | Buffer>
  figures: LearningFigures | null
}

async function fresh(request: FolderRequest, languages: Languages): Promise<Made> {
  const { topic, words = [], tags, feeds, examples } = request
  if (!topic) throw new AppError('bad_request', 'A new topic needs its name: --topic gardening.')
  if (feeds.length === 0) throw new AppError('bad_request', 'A new topic needs a source: --source https://example.org.')
  const language = request.language ?? feeds.find((feed) => feed.language)?.language ?? 'en'
  const name = request.name ?? topic
  const { t } = shippedMessages(language)
  const languageCodes = [...new Set([language, ...feeds.flatMap((feed) => feed.language ?? [])])]
  const learnt = examples.length > 0 ? learnRelevance({ topic, words, tags, language }, examples, languages) : null
  const files = await topicFiles({
    site: {
      name,
      topic,
      language,
      languages: languageCodes,
      timezone: request.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
      tagline: t('topic.tagline', { topic }),
      description: t('topic.description', { name, topic, n: feeds.length }),
    },
    sources: { title: name, sources: feeds.map((feed) => toSource(feed, request.onlyTopic)) },
    tags: { topic, words, tags },
    relevance: { topic, weights: learnt?.weights ?? { terms: {}, sources: {} } },
    kinds: languageCodes,
    logo: { name, colour: request.colour ?? ACCENT },
  })
  return { files, figures: learnt?.figures ?? null }
}

export const toSource = ({ url, title, siteUrl, language }: TriedFeed, onlyTopic: readonly string[]): OpmlSource => ({
  url,
  title,
  siteUrl,
  language,
  relevance: onlyTopic.includes(url) ? 'all' : 'model',
  extract: true,
  publisher: null,
  category: null,
})
