/** The resource "publisher": its record, as fields, list and detail, and a tool for agents. */
import { z } from 'zod'
import { textId } from '../../news/resources/parameters.ts'
import { resolve } from '../../news/resources/queries/moved.ts'
import { resource } from '../../news/resources/resource.ts'
import { address, count, id, pick, shape } from '../../news/resources/shape.ts'
import { keyedPage } from '../../platform/site/pages.ts'
import { type Share, wilson } from '../../platform/text/wilson.ts'
import { figureNames, topicFigures } from './figures.ts'
import { publisherParameter, publisherPattern, recordPath } from './paths.ts'
import { recordBody, recordLine, recordPage } from './record-markdown.ts'
import { findRecord, latestMonths, listRecords } from './record-queries.ts'
import type { Comparison, FigureShares, PairView, RecordMonth, RecordSpan, RecordView, TopicShares } from './views.ts'

const unit = z.number().min(0).max(1)
const Figure = z
  .object({
    count: count,
    of: count.describe('Cases: 20 at least.'),
    share: unit,
    low: unit.describe('Wilson interval of 95 %.'),
    high: unit,
  })
  .meta({ id: 'RecordFigure', description: 'A share of cases, with its interval.' })

const round = (share: number) => Math.round(share * 1000) / 1000
const presentShare = (share: Share | null): z.infer<typeof Figure> | null =>
  share && {
    count: share.hits,
    of: share.of,
    share: round(share.hits / share.of),
    low: round(share.low),
    high: round(share.high),
  }

const few = Figure.nullable()
const Figures = z
  .object(
    Object.fromEntries(figureNames.map((name) => [name, few])) as Record<(typeof figureNames)[number], typeof few>,
  )
  .meta({ id: 'RecordFigures', description: 'Each is null below 20 cases.' })
export const presentFigures = (figures: FigureShares): z.infer<typeof Figures> =>
  Object.fromEntries(figureNames.map((name) => [name, presentShare(figures[name])])) as z.infer<typeof Figures>

const TopicFigures = z.object(
  Object.fromEntries(topicFigures.map((name) => [name, few])) as Record<(typeof topicFigures)[number], typeof few>,
)
const presentTopic = (figures: TopicShares | null): z.infer<typeof TopicFigures> | null =>
  figures &&
  (Object.fromEntries(topicFigures.map((name) => [name, presentShare(figures[name])])) as z.infer<typeof TopicFigures>)

const Clock = z
  .enum(['right', 'ahead', 'behind'])
  .describe('Comparison of its dates with the times at which we saw its reports. Only `right` counts in `first`.')
const month = z.string().regex(/^\d{4}-\d{2}$/)

const Publisher = shape<RecordSpan>()('Publisher', 'A publisher, by what it did in a span of months.', {
  publisher: [z.string().describe('Its registrable domain.'), (record) => record.publisher],
  name: [z.string(), (record) => record.name],
  feed_id: [id.nullable().describe('One of its sources.'), (record) => record.feedId],
  url: [address, (record, { baseUrl, paths }) => baseUrl + recordPath(paths, record.publisher)],
  since: [month, (record) => record.since],
  until: [month, (record) => record.until],
  events: [count.describe('Events that it reported.'), (record) => record.events],
  clock: [Clock, (record) => record.clock],
  figures: [Figures, (record) => presentFigures(record.figures)],
  corrected_after_minutes: [count.nullable().describe('Median.'), (record) => record.correctedAfterMinutes],
})

const Pair = shape<PairView>()('PublisherPair', 'How often the texts of one publisher are those of another.', {
  publisher: [z.string(), ({ publisher }) => publisher.publisher],
  other: [z.string().describe('Publisher of the texts.'), ({ other }) => other.publisher],
  texts: [Figure, ({ share }) => presentShare(share) as z.infer<typeof Figure>],
  after_minutes: [count.nullable().describe('Median.'), ({ afterMinutes }) => afterMinutes],
  counts_as_copy: [z.boolean().describe('By this history, or by the operator.'), ({ isCopy }) => isCopy],
  decided_by: [z.enum(['history', 'operator']), ({ override }) => (override === null ? 'history' : 'operator')],
})

const Month = shape<RecordMonth>()('PublisherMonth', 'A month of a publisher.', {
  month: [month, (one) => one.month],
  events: [count, (one) => one.events],
  clock: [Clock, (one) => one.clock],
  figures: [Figures, (one) => presentFigures(one.figures)],
})

const PublisherDetail = shape<RecordView>()('PublisherDetail', 'The record of a publisher.', {
  ...Publisher.fields,
  rumors: [few.describe('Rumors that came true, of those that are settled.'), ({ rumors }) => presentShare(rumors)],
  copies: [z.array(Pair.schema), ({ copies }, origin) => copies.map((one) => Pair.present(one, origin))],
  copied: [z.array(Pair.schema), ({ copied }, origin) => copied.map((one) => Pair.present(one, origin))],
  months: [z.array(Month.schema), ({ months }, origin) => months.map((one) => Month.present(one, origin))],
})

const Topic = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  figures: z.array(TopicFigures.nullable()).describe('Of the two, in their order.'),
})

export const Compared = shape<Comparison>()('PublisherComparison', 'Two publishers side by side.', {
  publishers: [
    z.array(PublisherDetail.schema),
    ({ publishers }, origin) => publishers.map((one) => PublisherDetail.present(one, origin)),
  ],
  texts: [
    z.array(Pair.schema.nullable()).describe('The texts of the first that are the second’s, and the other way round.'),
    ({ pairs }, origin) => pairs.map((one) => one && Pair.present(one, origin)),
  ],
  topics: [
    z.array(Topic),
    ({ topics }) =>
      topics.map(({ tag: { id: tag, name, slug }, figures }) => ({
        id: tag,
        name,
        slug,
        figures: figures.map(presentTopic),
      })),
  ],
})

const none = Object.fromEntries(figureNames.map((name) => [name, null])) as FigureShares
export const exampleRecord: RecordView = {
  publisher: 'daily.example',
  name: 'The Daily',
  title: 'The Daily',
  feedId: 7,
  since: '2025-12',
  until: '2026-11',
  events: 412,
  clock: 'right',
  figures: { ...none, first: wilson(61, 180), copies: wilson(4, 412) },
  correctedAfterMinutes: null,
  rumors: null,
  copies: [],
  copied: [],
  months: [],
}
export const exampleComparison: Comparison = {
  publishers: [
    exampleRecord,
    { ...exampleRecord, publisher: 'courier.example', name: 'The Courier', title: 'The Courier' },
  ],
  pairs: [null, null],
  topics: [],
}

export const publisher = resource<RecordSpan, RecordView>({
  name: 'publisher',
  plural: 'publishers',
  path: '/publishers',
  id: textId(publisherPattern, 'Registrable domain of the publisher, or its host where it has none.').meta({
    examples: ['daily.example'],
  }),
  cursor: 'key',
  dependsOn: ['content'],
  item: Publisher,
  detail: PublisherDetail,
  example: { item: exampleRecord, detail: exampleRecord },
  list: async ({ db, site }, { page, perPage, afterKey }) =>
    keyedPage(
      await listRecords(db, await latestMonths(db), site.language),
      { page, perPage },
      afterKey,
      (one) => one.publisher,
    ),
  find: ({ db }, domain) => resolve(() => findRecord(db, domain)),
  markdown: {
    title: 'record.title',
    folder: '/publishers',
    parameter: publisherParameter('id'),
    template: ({ publishers }) => `${publishers}/{id}`,
    path: ({ publisher: domain }, paths) => recordPath(paths, domain),
    render: recordPage,
  },
  mcp: {
    one: 'record',
    many: 'publishers',
    item: shape<RecordSpan>()('PublisherHit', 'A publisher.', pick(Publisher, 'publisher', 'name')),
    lists: [],
    get: {
      detail: PublisherDetail,
      name: 'publisher_record',
      id: 'publisher',
      about: 'Registrable domain of the publisher, as macrumors.com.',
      instead: 'Call list_feeds for the sources, and take the domain of their url.',
      render: recordBody,
    },
    line: recordLine,
  },
})
