/** The content folder of a topic, as a person would write it: the text of each file, with what it is for. Pure. */
import { stringify } from 'yaml'
import { slugify } from '../../../platform/text/text.ts'
import type { TagKind } from '../../../platform/text/vocabulary.ts'
import type { LearntWeights } from './fit-relevance.ts'

export interface TopicTag {
  name: string
  slug: string
  kind: TagKind
  parent: string | null
  aliases: readonly string[]
}

export interface TopicSite {
  name: string
  topic: string
  language: string
  /** Of the originals. */
  languages: readonly string[]
  timezone: string
  tagline: string
  description: string
}

/** By kind, by language: the words of content/topic/kinds.yaml. */
export type KindWords = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

const KINDS = ['deal', 'review', 'how-to', 'rumor', 'opinion'] as const
const flow = (value: unknown) => stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim()
const quoted = (text: string) => stringify(text, { lineWidth: 0 }).trim()

export const siteYaml = (
  site: TopicSite,
): string => `# What this site is called, what it is about, and in which language it speaks.
name: ${quoted(site.name)}
language: ${site.language}
# Languages of originals that lists can be filtered by.
languages: ${flow(site.languages)}
topic: ${quoted(site.topic)}
tagline: ${quoted(site.tagline)}
description: ${quoted(site.description)}
timezone: ${site.timezone}
`

/** `words`: names of the topic beside its own; the root tag is found by them. */
export function vocabularyYaml(topic: string, words: readonly string[], tags: readonly TopicTag[]): string {
  const root = rootTag(topic, words)
  return `# The tags, and the words that give each away. The topic itself comes first; a tag below it is evidence of relevance.
# Endings need not be listed. =Word: this very case. Word*: may go on. Word!: no endings. ^Word: only where it comes first.
tags:
${[root, ...belowRoot(root.slug, tags)].map((tag) => `  - ${flow(tagEntry(tag))}\n`).join('')}# Phrases that look like a tag and are none: "Big Mac" for Mac.
decoys: []
`
}

export const rootTag = (topic: string, words: readonly string[]): TopicTag => ({
  name: topic,
  slug: slugify(topic) || 'topic',
  kind: 'topic',
  parent: null,
  aliases: words.filter((word) => word !== topic),
})

function belowRoot(root: string, tags: readonly TopicTag[]): TopicTag[] {
  const others = tags.filter(({ slug }) => slug !== root)
  const slugs = new Set(others.map(({ slug }) => slug))
  return others.map((tag) => ({ ...tag, parent: tag.parent !== null && slugs.has(tag.parent) ? tag.parent : root }))
}

const tagEntry = ({ name, slug, kind, parent, aliases }: TopicTag) => ({
  name,
  slug,
  kind,
  ...(parent !== null && { parent }),
  ...(aliases.length > 0 && { aliases }),
})

export const relevanceYaml = (
  root: string,
  { terms, sources }: LearntWeights,
): string => `# When is an article about the topic? Each tag below a root counts: once in the title, each time in the first 400 characters
# (lead) and in the rest (body); a text that begins with one gets the opening's weight. At the threshold it is relevant.
threshold: 2
roots: [${root}]
weights: { title: 3, lead: 1, body: 0.25, opening: 1, text_max: 4 }
# Words beside the tags that speak for the topic or, below zero, against it: in full in the title, a third in the lead.
terms: ${flow(terms)}
# Sources that write about the topic often (above zero) or seldom (below), by their domain.
sources: ${flow(sources)}
`

/** Of a language that has no words, there are no kinds: all its articles are news. */
export function kindsYaml(languages: readonly string[], words: KindWords): string {
  const lines = KINDS.flatMap((kind) => {
    const titles = [...new Set(languages.flatMap((language) => words[language]?.[kind] ?? []))]
    return titles.length > 0 ? `  - { kind: ${kind}, title: ${flow(titles)} }\n` : []
  })
  return `# What sort of article it is, by words of its title. The first kind that fits is taken; what fits none is news.
kinds:${lines.length > 0 ? `\n${lines.join('')}` : ' []\n'}`
}
