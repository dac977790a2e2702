/** A record as markdown: the lines of its page, each with its figures. */
import type { MarkdownContext } from '../../platform/markdown/context.ts'
import { inline, link } from '../../platform/markdown/escape.ts'
import { frontMatter } from '../../platform/markdown/front-matter.ts'
import { recordLines } from './lines.ts'
import { recordPath } from './paths.ts'
import type { RecordSpan, RecordView } from './views.ts'

export function recordPage(record: RecordView, md: MarkdownContext): string {
  const head = frontMatter({
    title: record.name,
    canonical_url: md.baseUrl + recordPath(md.paths, record.publisher),
    publisher: record.publisher,
    since: record.since,
    until: record.until,
    language: md.site.language,
  })
  return `${head}\n${recordBody(record, md)}\n`
}

export const recordBody = (record: RecordView, md: MarkdownContext): string =>
  [
    `# ${inline(record.name)}`,
    recordLines(md, record)
      .map(({ text }) => `- ${inline(text)}`)
      .join('\n'),
    `${inline(md.t('record.limits'))} ${link(md.t('record.method'), `${md.baseUrl}${md.paths.publishers}#method`)}`,
  ].join('\n\n')

export const recordLine = (record: RecordSpan, { baseUrl, paths }: MarkdownContext): string =>
  `- ${link(record.name, `${baseUrl}${recordPath(paths, record.publisher)}.md`)} (${record.publisher})`
