/** Sources as OPML. Its library takes memory, and few processes write a list: callers load this when they do. */

import { generateOpml, type Opml } from 'feedsmith'
import { fitForXml } from '../../../platform/text/text.ts'
import type { OpmlSource } from '../rules/source-list.ts'

const OUR_ATTRIBUTES = ['relevance', 'extract', 'publisher', 'publisherName'] as const

/** Writes a list that `parseOpml` reads back unchanged, one group for each category. */
export function renderOpml(sources: OpmlSource[], title: string): string {
  const groups = Map.groupBy(sources, (source) => source.category)
  const outlines: Outline[] = [...groups].flatMap(([category, members]): Outline[] => {
    const feeds = members.map(outlineOf)
    return category === null ? feeds : [{ text: category, outlines: feeds }]
  })
  // A body has one outline or more (OPML 2.0).
  if (outlines.length === 0) outlines.push({ text: title })
  return fitForXml(generateOpml({ head: { title }, body: { outlines } }, { extraOutlineAttributes: OUR_ATTRIBUTES }))
}

type Outline = Opml.Outline<Date, typeof OUR_ATTRIBUTES>

function outlineOf(source: OpmlSource): Outline {
  return {
    type: 'rss',
    text: source.title,
    xmlUrl: source.url,
    ...(source.siteUrl && { htmlUrl: source.siteUrl }),
    ...(source.language && { language: source.language }),
    ...(source.relevance === 'all' && { relevance: 'all' }),
    ...(!source.extract && { extract: 'false' }),
    ...(source.publisher && { publisher: source.publisher }),
    ...(source.publisherName && { publisherName: source.publisherName }),
  }
}
