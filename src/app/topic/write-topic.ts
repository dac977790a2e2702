/** A topic's content folder on the disk: all requested files are written, or none, and other files stay as they are. */

import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { renderOpml } from '../../news/feeds/formats/render-opml.ts'
import type { OpmlSource } from '../../news/feeds/rules/source-list.ts'
import type { LearntWeights } from '../../news/topic/rules/fit-relevance.ts'
import {
  type KindWords,
  kindsYaml,
  relevanceYaml,
  rootTag,
  siteYaml,
  type TopicSite,
  type TopicTag,
  vocabularyYaml,
} from '../../news/topic/rules/topic-files.ts'
import { drawBrand, letterLogo } from '../../platform/media/images/brand.ts'
import { shippedContent } from '../../platform/package/package-folder.ts'

/** A missing part leaves its files alone. */
export interface TopicContent {
  site?: TopicSite
  sources?: { title: string; sources: OpmlSource[] }
  tags?: { topic: string; words: readonly string[]; tags: readonly TopicTag[] }
  relevance?: { topic: string; weights: LearntWeights }
  /** Languages of the sources. */
  kinds?: readonly string[]
  logo?: { name: string; colour: string }
}

/** Path in the folder → content. */
export async function topicFiles(parts: TopicContent): Promise<Map<string, string | Buffer>> {
  const files = new Map<string, string | Buffer>()
  const { site, sources, tags, relevance, kinds, logo } = parts
  if (site) files.set('site.yaml', siteYaml(site))
  if (sources) files.set('sources.opml', renderOpml(sources.sources, sources.title))
  if (tags) files.set('vocabulary.yaml', vocabularyYaml(tags.topic, tags.words, tags.tags))
  if (relevance) files.set('relevance.yaml', relevanceYaml(rootTag(relevance.topic, []).slug, relevance.weights))
  if (kinds) files.set('kinds.yaml', kindsYaml(kinds, await readKindWords()))
  if (logo) {
    const drawing = letterLogo(logo.name, logo.colour)
    files.set('brand/mark.svg', drawing)
    for (const [name, body] of await drawBrand(drawing, logo.colour)) files.set(`brand/${name}`, body)
  }
  return files
}

/** Writes the files beside those that are there; each replaces the one of its name at once. Returns their paths. */
export async function writeTopic(folder: string, files: ReadonlyMap<string, string | Buffer>): Promise<string[]> {
  for (const [path, body] of files) {
    const target = join(folder, path)
    const beside = `${target}.${process.pid}.new`
    await mkdir(dirname(target), { recursive: true })
    try {
      await writeFile(beside, body)
      await rename(beside, target)
    } finally {
      await rm(beside, { force: true })
    }
  }
  return [...files.keys()]
}

async function readKindWords(): Promise<KindWords> {
  return parse(await readFile(join(shippedContent, 'topic/kinds.yaml'), 'utf8')) as KindWords
}
