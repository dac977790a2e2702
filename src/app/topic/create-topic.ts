/** A requested topic → its folder: all files of a new one, and of an existing one the requested parts alone. */

import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Document, parseDocument } from 'yaml'
import { parseOpml } from '../../news/feeds/formats/opml.ts'
import { renderOpml } from '../../news/feeds/formats/render-opml.ts'
import type { OpmlSource } from '../../news/feeds/rules/source-list.ts'
import type { LearningFigures } from '../../news/topic/rules/fit-relevance.ts'
import type { TopicRequest, TriedFeed } from '../../news/topic/rules/setup.ts'
import { rootTag, type TopicTag } from '../../news/topic/rules/topic-files.ts'
import { AppError } from '../../platform/errors.ts'
import type { Languages } from '../../platform/languages/languages.ts'
import { ACCENT } from '../../platform/media/images/brand.ts'
import { isLanguage } from '../../platform/site/site.ts'
import { readContent, shippedMessages } from '../content.ts'
import { learnRelevance } from './topic.ts'
import { topicFiles, writeTopic } from './write-topic.ts'

type FolderRequest = TopicRequest & { folder: string }

export interface CreatedTopic {
  /** Paths in the folder, of what was written. */
  files: string[]
  figures: LearningFigures | null
}

export const isTopicFolder = (folder: string): boolean => existsSync(join(folder, 'site.yaml'))

/** Throws `bad_request` where a new topic lacks what cannot be chosen for it, or the folder would be invalid. */
export async function createTopic(request: FolderRequest, languages: Languages): Promise<CreatedTopic> {
  if (request.colour !== undefined && !/^#[0-9a-f]{6}$/i.test(request.colour))
    throw new AppError('bad_request', `"${request.colour}" is no colour, as #1d4ed8.`)
  if (request.language !== undefined && !isLanguage(request.language))
    throw new AppError('bad_request', `"${request.language}" is no language tag, as da or en-GB.`)
  const made = isTopicFolder(request.folder) ? await changed(request, languages) : await fresh(request, languages)
  await requireValid(request.folder, made.files)
  return { files: await writeTopic(request.folder, made.files), figures: made.figures }
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

interface Made {
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

const toSource = ({ url, title, siteUrl, language }: TriedFeed, onlyTopic: readonly string[]): OpmlSource => ({
  url,
  title,
  siteUrl,
  language,
  relevance: onlyTopic.includes(url) ? 'all' : 'model',
  extract: true,
  publisher: null,
  category: null,
})

async function changed(request: FolderRequest, languages: Languages): Promise<Made> {
  const text = (name: string) => readFile(join(request.folder, name), 'utf8')
  const site = parseDocument(await text('site.yaml'))
  const vocabulary = parseDocument(await text('vocabulary.yaml'))
  const files = new Map<string, string | Buffer>()
  const put = (name: string, document: Document) => files.set(name, document.toString({ lineWidth: 0 }))
  const { topic, name, language, timezone } = request
  const given = Object.entries({ topic, name, language, timezone }).filter(([, value]) => value !== undefined)
  for (const [key, value] of given) site.set(key, value)
  if (given.length > 0) put('site.yaml', site)
  const subject = String(site.get('topic'))
  const relevance = parseDocument(await text('relevance.yaml'))
  const root = String(relevance.getIn(['roots', 0]))
  const added = [...(request.words ? [{ ...rootTag(subject, request.words), slug: root }] : []), ...request.tags]
  if (added.length > 0) {
    for (const tag of added) addTag(vocabulary, tag, root)
    put('vocabulary.yaml', vocabulary)
  }
  if (request.feeds.length > 0 || request.onlyTopic.length > 0)
    files.set('sources.opml', withSources(await text('sources.opml'), String(site.get('name')), request))
  if (request.colour !== undefined) {
    const logo = { name: String(site.get('name')), colour: request.colour }
    for (const [path, body] of await topicFiles({ logo })) files.set(path, body)
  }
  if (request.examples.length === 0) return { files, figures: null }
  const tags = (vocabulary.toJS() as { tags: TopicTag[] }).tags
  const rules = {
    topic: subject,
    words: tags.find(({ slug }) => slug === root)?.aliases ?? [],
    language: String(site.get('language')),
    tags: tags
      .filter(({ slug }) => slug !== root)
      .map((tag) => ({ ...tag, parent: tag.parent ?? null, aliases: tag.aliases ?? [] })),
  }
  const { weights, figures } = learnRelevance(rules, request.examples, languages)
  for (const [kind, learnt] of Object.entries(weights))
    for (const [word, weight] of Object.entries(learnt)) relevance.setIn([kind, word], weight)
  if (figures.learning.isBetter) put('relevance.yaml', relevance)
  return { files, figures }
}

/** A tag that is there gets the words that it lacks. */
function addTag(vocabulary: Document, { parent, ...tag }: TopicTag, root: string): void {
  const tags = (vocabulary.toJS() as { tags: TopicTag[] }).tags
  const at = tags.findIndex(({ slug }) => slug === tag.slug)
  if (at < 0) {
    const above = tags.some(({ slug }) => slug === parent) ? parent : root
    vocabulary.addIn(['tags'], vocabulary.createNode({ ...tag, parent: above }, { flow: true }))
  } else vocabulary.setIn(['tags', at, 'aliases'], [...new Set([...(tags[at]?.aliases ?? []), ...tag.aliases])])
}

/** Outlines of new sources at the end, and a mark on those about nothing else: comments and groups stay as they are. */
function withSources(opml: string, title: string, { feeds, onlyTopic }: TopicRequest): string {
  const { sources } = parseOpml(opml)
  const present = new Set(sources.map(({ url }) => url))
  const added = feeds.filter(({ url }) => !present.has(url)).map((feed) => toSource(feed, onlyTopic))
  const all = [...sources, ...added].map((source) =>
    onlyTopic.includes(source.url) ? { ...source, relevance: 'all' as const } : source,
  )
  const lines = added.map((source) => `  ${OUTLINE.exec(renderOpml([source], title))?.[0]}\n  `)
  const changed = opml
    .replace(new RegExp(OUTLINE, 'g'), (tag) => withRelevance(tag, onlyTopic))
    .replace(/<\/body\s*>(?![\s\S]*<\/body)/i, (end) => lines.join('') + end)
  const isRight = JSON.stringify(parseOpml(changed).sources) === JSON.stringify(all)
  return isRight ? changed : renderOpml(all, title)
}

const OUTLINE = /<outline\b(?:[^<>"']|"[^"]*"|'[^']*')*>/

function withRelevance(tag: string, onlyTopic: readonly string[]): string {
  const [source] = parseOpml(`<opml>${tag.replace(/\/?>$/, '/>')}</opml>`).sources
  if (!source || source.relevance === 'all' || !onlyTopic.includes(source.url)) return tag
  return tag
    .replace(/\s+relevance=(?:"[^"]*"|'[^']*')/, '')
    .replace(/\s*\/?>$/, (end) => ` relevance="all"${end.trim()}`)
}
