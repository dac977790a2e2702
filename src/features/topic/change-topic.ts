/** Requested parts of a topic that is there → its folder, of which all else stays as it is. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Document, parseDocument } from 'yaml'
import {
  type CreatedTopic,
  type FolderRequest,
  type Made,
  toSource,
  writeValidFolder,
} from '../../app/topic/create-topic.ts'
import { learnRelevance } from '../../app/topic/topic.ts'
import { topicFiles } from '../../app/topic/write-topic.ts'
import { parseOpml } from '../../news/feeds/formats/opml.ts'
import { renderOpml } from '../../news/feeds/formats/render-opml.ts'
import type { TopicRequest } from '../../news/topic/rules/setup.ts'
import { rootTag, type TopicTag } from '../../news/topic/rules/topic-files.ts'
import type { Languages } from '../../platform/languages/languages.ts'

/** Throws `bad_request` where the folder would be invalid. */
export const changeTopic = (request: FolderRequest, languages: Languages): Promise<CreatedTopic> =>
  writeValidFolder(request, () => changed(request, languages))

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
