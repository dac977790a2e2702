/** The resource "event", with the publishers that report it: fields, filters, lists and details. */
import { z } from 'zod'
import { articlePath, eventPath, eventPermalink, type Origin } from '../../platform/site/paths.ts'
import type { ArticleView } from '../articles/queries/views.ts'
import { below, Entry, exampleArticle, original, pageHere, StoryLink, writer } from '../articles/resource.ts'
import { writerOf } from '../articles/rules/authorship.ts'
import { partOfList } from '../resources/long-answers.ts'
import { anyId, kind, oneOf, relevance, searchText, sluggedId, tagSlug, time } from '../resources/parameters.ts'
import { resource } from '../resources/resource.ts'
import { address, count, id, instant, iso, pick, shape } from '../resources/shape.ts'
import { Tag } from '../tags/resource.ts'
import { eventBody, eventLine, eventPage, pointLine } from './markdown.ts'
import { assembleEvent } from './queries/assemble.ts'
import { loadBeside } from './queries/beside.ts'
import { resolveEvent } from './queries/events.ts'
import { EVENT_SORTS, type EventSort, pageEvents } from './queries/list.ts'
import type {
  EventBeside,
  EventPoint,
  EventQuote,
  EventRevision,
  EventSource,
  EventSourceRef,
  EventStatement,
  EventView,
} from './queries/views.ts'
import { POINT_STATUSES, REVISION_REASONS } from './rules/event-text.ts'
import { SETTLED_BY } from './rules/settlement.ts'

const SourceRef = shape<EventSourceRef>()('SourceRef', 'A publisher and its article.', {
  publisher: [z.string().describe('Registrable domain.'), (source) => source.publisher],
  name: [z.string(), (source) => source.name],
  entry_id: [id, (source) => source.articleId],
  url: [address.describe('Its first article.'), (source) => source.url],
})

const Source = shape<EventSource>()('Source', 'A publisher that reports an event.', {
  ...SourceRef.fields,
  published_at: [instant.nullable(), (source) => iso(source.publishedAt)],
  first: [z.boolean().describe('The first to report it in words of its own.'), (source) => source.first],
  copies_of: [
    z.string().nullable().describe('The publisher whose words these are, where they are not its own.'),
    (source) => source.copiesOf,
  ],
})

const refs = (sources: EventSourceRef[], origin: Origin) => sources.map((one) => SourceRef.present(one, origin))

const Quote = shape<EventQuote>()('Quote', 'A sentence of an article, word for word.', {
  ...SourceRef.fields,
  text: [z.string(), ({ text }) => text],
  language: [z.string().nullable(), ({ language }) => language],
  published_at: [instant.nullable(), ({ publishedAt }) => iso(publishedAt)],
})

const Statement = shape<EventStatement>()('Statement', 'What publishers say, and the sentences that they say it in.', {
  text: [z.string(), ({ text }) => text],
  sources: [z.array(SourceRef.schema).min(1), ({ sources }, origin) => refs(sources, origin)],
  quotes: [
    z.array(Quote.schema).describe('Of the publishers that may be quoted, one each.'),
    ({ quotes }, origin) => quotes.map((quote) => Quote.present(quote, origin)),
  ],
})

/** Of a settled dispute: which statement was right, when and by whom that showed. */
const settledOf = ({ settled, statements }: EventPoint) => {
  const right = settled && statements[settled.statement]
  if (!right) return undefined
  return { at: settled.at.toISOString(), statement: right.text, by: settled.by, reason: settled.reason }
}
const Settled = z
  .object({
    at: instant,
    statement: z.string().describe('The text of the one that was right.'),
    by: z
      .enum(SETTLED_BY)
      .describe(
        '`source`: those who said otherwise corrected themselves; `reports`: later reports agree, by a judge; `operator`: a ruling.',
      ),
    reason: z.string().nullable().describe("Later reports' sentences, by which a judge held it settled."),
  })
  .optional()
  .describe('Of a dispute that was settled since; absent while it is open.')

const Point = shape<EventPoint>()('Point', 'A statement, with the publishers behind it.', {
  text: [z.string(), ({ statements: [first] }) => first.text],
  status: [
    z
      .enum(POINT_STATUSES)
      .describe(
        '`agreed`: two independent publishers or more; `single`: one; `disputed`: others say what `against` holds.',
      ),
    (point) => point.status,
  ],
  sources: [z.array(SourceRef.schema).min(1), ({ statements: [first] }, origin) => refs(first.sources, origin)],
  against: [
    z
      .object({ text: z.string(), sources: z.array(SourceRef.schema).min(1) })
      .nullable()
      .describe('The second of `statements`.'),
    ({ statements: [, second] }, origin) =>
      second ? { text: second.text, sources: refs(second.sources, origin) } : null,
  ],
  judged: [z.boolean().describe('False for a dispute that no judge has confirmed.'), ({ judged }) => judged],
  statements: [
    z
      .array(Statement.schema)
      .min(1)
      .describe('One; of a dispute those that exclude each other, most publishers first.'),
    ({ statements }, origin) => statements.map((one) => Statement.present(one, origin)),
  ],
  settled: [Settled, settledOf],
})

const EventEntry = shape<ArticleView>()('EventEntry', 'An article of an event, in one line.', {
  id: [id, (article) => article.id],
  feed_id: [id, (article) => article.feed.id],
  publisher: [z.string(), (article) => article.feed.title],
  title: [z.string(), (article) => article.title],
  url: [original, (article) => article.url],
  canonical_url: [pageHere, (article, { baseUrl }) => baseUrl + articlePath(article)],
  published_at: [instant.nullable(), (article) => iso(article.publishedAt)],
  language: [z.string().nullable(), (article) => article.language],
  kind: [z.string().nullable(), (article) => article.kind],
})

const textOfEvent = {
  title: z.string(),
  summary: z.string(),
  by: writer.describe('Writer of title and summary; `publisher` where they are those of the best source.'),
  model: z.string().nullable().describe("The model that wrote the event's own text."),
  points: z.array(Point.schema).max(6),
  revision: count.describe('Number of the text; 0 while the event shows the text of its leading article.'),
}

const pointsOf = ({ points }: { points: EventPoint[] }, origin: Origin) =>
  points.map((one) => Point.present(one, origin))

export const Event = shape<EventView>()('Event', 'One incident, and who reports it.', {
  id: [id, (event) => event.id],
  title: [textOfEvent.title, (event) => event.title],
  summary: [textOfEvent.summary, (event) => event.summary],
  by: [textOfEvent.by, (event) => writerOf(event.textBy)],
  model: [textOfEvent.model, (event) => event.textModel],
  points: [textOfEvent.points, pointsOf],
  revision: [textOfEvent.revision, (event) => event.revision],
  language: [z.string().nullable(), (event) => event.language],
  url: [address.describe("The event's page."), (event, { baseUrl, paths }) => baseUrl + eventPath(paths, event)],
  image_url: [address.nullable(), (event) => event.imageUrl],
  first_published_at: [instant, (event) => event.firstPublishedAt.toISOString()],
  updated_at: [
    instant.describe('Time of the newest article, or of the newest text.'),
    (event) => event.updatedAt.toISOString(),
  ],
  source_count: [count.describe('Number of independent publishers.'), (event) => event.sourceCount],
  entries_count: [z.int().min(1), (event) => event.entriesCount],
  popularity_score: [z.number().min(0), (event) => event.popularityScore],
  relevant: [
    z.boolean().describe("True when at least one of its articles is about the site's topic."),
    (event) => event.relevant,
  ],
  apple_relevant: [z.boolean().describe('The older name of `relevant`.'), (event) => event.relevant],
  lead: [
    Entry.schema.describe('The leading article: that of the best source.'),
    ({ lead }, origin) => Entry.present(lead, origin),
  ],
  entries: [
    z.array(EventEntry.schema).max(100).describe('In the order of publication.'),
    ({ entries }, origin) => entries.map((article) => EventEntry.present(article, origin)),
  ],
  sources: [
    z.array(Source.schema).describe('One article of each publisher, in the order of publication.'),
    ({ sources }, origin) => sources.map((source) => Source.present(source, origin)),
  ],
  story: [StoryLink.schema.nullable(), ({ story }, origin) => story && StoryLink.present(story, origin)],
  tags: [z.array(Tag.schema), ({ tags }, origin) => tags.map((tag) => Tag.present(tag, origin))],
  split_from: [id.nullable().describe('The event that it was split from.'), (event) => event.splitFrom],
})

const { lead: _lead, entries: _entries, sources: _sources, ...briefFields } = Event.fields
const EventShort = shape<EventView>()('EventShort', 'An event without what repeats its articles.', briefFields)

/** Sources of a hit; one event in detail has all. */
const MAX_SOURCES = 5

const {
  id: eventId,
  title,
  summary,
  by,
  language,
  url,
  first_published_at,
  updated_at,
  source_count,
  story,
} = Event.fields
export const EventHit = shape<EventView>()(
  'EventHit',
  'An event as search gives it: enough to tell of it and to cite it.',
  {
    id: eventId,
    title,
    summary,
    by,
    language,
    url,
    first_published_at,
    updated_at,
    source_count,
    sources: [
      z.array(z.object({ name: z.string(), url: address })),
      ({ sources }) => sources.slice(0, MAX_SOURCES).map(({ name, url }) => ({ name, url })),
    ],
    story,
  },
)

export const EventBrief = shape<EventView>()('EventBrief', 'An event in brief.', {
  ...pick(EventHit, 'id', 'title', 'summary', 'by', 'language', 'url', 'first_published_at', 'updated_at'),
  ...pick(EventHit, 'source_count', 'sources'),
  story_id: [id.optional().describe('The running story that it belongs to.'), ({ story }) => story?.id],
})
const { sources: _links, ...BRIEF } = EventBrief.fields

const names = (sources: EventSourceRef[]) => sources.map(({ name }) => name)
const publishers = z.array(z.string())
const PointHit = shape<EventPoint>()('PointHit', 'A statement, with the names of the publishers behind it.', {
  ...pick(Point, 'text', 'status'),
  sources: [publishers, ({ statements: [first] }) => names(first.sources)],
  against: [
    z.object({ text: z.string(), sources: publishers }).nullable(),
    ({ statements: [, second] }) => (second ? { text: second.text, sources: names(second.sources) } : null),
  ],
  settled: Point.fields.settled,
})
const SourceBrief = shape<EventSource>()(
  'SourceBrief',
  'A publisher that reports an event, by name.',
  pick(Source, 'name', 'first', 'copies_of'),
)
const EventEntryHit = shape<ArticleView>()(
  'EventEntryHit',
  'An article of an event in one line.',
  pick(EventEntry, 'id', 'publisher', 'title', 'url', 'published_at'),
)
const entryHits = (entries: ArticleView[], origin: Origin) => entries.map((one) => EventEntryHit.present(one, origin))

const Revision = shape<EventRevision>()('Revision', 'A text that an event has had.', {
  revision: [textOfEvent.revision, (revision) => revision.revision],
  model: [textOfEvent.model, (revision) => revision.model],
  title: [textOfEvent.title, (revision) => revision.title],
  summary: [textOfEvent.summary, (revision) => revision.summary],
  reason: [z.enum(REVISION_REASONS).describe('Reason for the new text.'), (revision) => revision.reason],
  added: [z.array(z.string()).describe('Points that the earlier text did not have.'), (revision) => revision.added],
  by: [textOfEvent.by, (revision) => writerOf(revision.by)],
  at: [instant, (revision) => revision.at.toISOString()],
  points: [textOfEvent.points, pointsOf],
  brought_by: [
    z.array(SourceRef.schema).describe('The articles that brought what was new.'),
    ({ broughtBy }, origin) => refs(broughtBy, origin),
  ],
})

type EventDetailView = EventView & EventBeside

const EventDetail = shape<EventDetailView>()('EventDetail', 'One incident in detail.', {
  ...Event.fields,
  reactions: [
    z
      .array(EventEntry.schema)
      .max(30)
      .describe('Reactions and comments: articles of later events of its story that belong to it, earliest first.'),
    ({ reactions }, origin) => reactions.map((article) => EventEntry.present(article, origin)),
  ],
  revisions: [
    z.array(Revision.schema).describe('Newest first.'),
    ({ revisions }, origin) => revisions.map((revision) => Revision.present(revision, origin)),
  ],
})

const RevisionHit = shape<EventRevision>()(
  'RevisionHit',
  'That a text was written, and why.',
  pick(Revision, 'revision', 'reason', 'added', 'by', 'at'),
)
const EventFull = shape<EventDetailView>()('EventFull', 'One incident, each of its articles in one line.', {
  ...BRIEF,
  ...pick(Event, 'model', 'revision'),
  points: [z.array(PointHit.schema), ({ points }, origin) => points.map((one) => PointHit.present(one, origin))],
  entries: [z.array(EventEntryHit.schema), ({ entries }, origin) => entryHits(entries, origin)],
  sources: [
    z.array(SourceBrief.schema).describe('In the order of publication.'),
    ({ sources }, origin) => sources.map((one) => SourceBrief.present(one, origin)),
  ],
  reactions: [z.array(EventEntryHit.schema), ({ reactions }, origin) => entryHits(reactions, origin)],
  revisions: [
    z.array(RevisionHit.schema),
    ({ revisions }, origin) => revisions.map((one) => RevisionHit.present(one, origin)),
  ],
})

export const exampleEvent = assembleEvent(
  {
    id: 815,
    lastAt: exampleArticle.updatedAt,
    sourceCount: 1,
    entriesCount: 1,
    splitFrom: null,
    story: null,
    text: null,
  },
  [exampleArticle],
  'en',
)

/** Of one answer of MCP: so many fit. */
const MAX_ENTRIES = 50
const MAX_REVISIONS = 20

export const event = resource<EventView, EventDetailView>({
  name: 'event',
  plural: 'events',
  path: '/events',
  id: sluggedId('event'),
  query: () => ({
    ...relevance,
    feed_id: anyId('Only events that this source reports.'),
    min_sources: anyId('Only events of so many independent publishers.'),
    story_id: anyId('Only events of this story.'),
    sort: oneOf(
      EVENT_SORTS,
      'Order: first reported last (`newest`, unless said otherwise), reported on last, or most read.',
    ),
    tag: tagSlug('Only events of the tag with this slug.'),
    kind: kind('Only events with an article of this kind.'),
    q: searchText
      .optional()
      .describe('Only events that a search finds, by its 100 best articles. It counts as a call of the search.'),
    since: time('Reported on at this instant or later.'),
    until: time('First reported before this instant.'),
  }),
  sorts: EVENT_SORTS,
  moves: 'The event was merged into another',
  cursor: 'time',
  dependsOn: ['content', 'views'],
  item: Event,
  short: EventShort,
  detail: EventDetail,
  example: { item: exampleEvent, detail: { ...exampleEvent, reactions: [], revisions: [] } },
  list: ({ db, site }, { sort = 'newest', ...request }) =>
    pageEvents(db, { ...request, sort: sort as EventSort, siteLanguage: site.language }),
  find: async ({ db, site }, id) => {
    const event = await resolveEvent(db, Number(id), site.language)
    if (!event || 'moved' in event) return event
    return { found: { ...event.found, ...(await loadBeside(db, event.found, site.language)) } }
  },
  markdown: {
    title: 'agents.events_title',
    folder: '/events',
    template: ({ events }) => `${events}/{id}`,
    path: (event, paths) => eventPath(paths, event),
    permalink: (id, paths) => eventPermalink(paths, { id }),
    render: (event, md) => eventPage(event, event, md),
  },
  mcp: {
    one: 'event',
    many: 'events',
    item: EventBrief,
    lists: [
      {
        name: 'latest_events',
        parameters: ['tag', 'feed_id', 'kind', 'since', 'until', 'min_sources', 'sort'],
        filter: { relevant: true },
      },
    ],
    get: {
      detail: EventFull,
      name: 'get_event',
      id: 'id',
      about: 'Id of an event, from latest_events or an article.',
      render: (event, md) => eventBody(event, md, 1, event),
      part: {
        about: 'Where its entries go on.',
        cut: (event, from) => {
          const { shown, next } = partOfList(event.entries, from, MAX_ENTRIES)
          return { shown: { ...event, entries: shown, revisions: event.revisions.slice(0, MAX_REVISIONS) }, next }
        },
      },
    },
    line: (event, md) => `${eventLine(event, md)} (${factsOf(event)})\n\n  ${below(event.summary)}`,
  },
})

/** "id 5, sv, story 2, by model" */
const factsOf = ({ id, language, story, textBy }: EventView): string =>
  [`id ${id}`, language, story && `story ${story.id}`, `by ${writerOf(textBy)}`].filter(Boolean).join(', ')

const isDispute = ({ status }: EventPoint) => status === 'disputed'

const Dispute = shape<EventView>()('Dispute', 'An event on which publishers disagree, or did.', {
  ...pick(Event, 'id', 'title', 'url', 'first_published_at', 'updated_at', 'source_count', 'language'),
  disputes: [
    z.array(Point.schema).describe('Each with its statements, which exclude each other.'),
    ({ points }, origin) => points.filter(isDispute).map((one) => Point.present(one, origin)),
  ],
})

const StatementHit = shape<EventStatement>()(
  'StatementHit',
  'A statement, its publishers and one of their sentences.',
  {
    text: [z.string(), ({ text }) => text],
    sources: [publishers, ({ sources }) => names(sources)],
    quote: [z.string().optional(), ({ quotes: [first] }) => first?.text],
  },
)
const DisputeHit = shape<EventView>()('DisputeHit', 'An event on which publishers disagree, in brief.', {
  ...pick(Event, 'id', 'title', 'url', 'source_count'),
  disputes: [
    z.array(z.object({ judged: z.boolean(), statements: z.array(StatementHit.schema), settled: Settled })),
    ({ points }, origin) =>
      points.filter(isDispute).map((point) => ({
        judged: point.judged,
        statements: point.statements.map((one) => StatementHit.present(one, origin)),
        settled: settledOf(point),
      })),
  ],
})

/** Events by their disputes. One that was merged is found as an event. */
export const dispute = resource<EventView>({
  name: 'dispute',
  plural: 'disputes',
  path: '/disputes',
  id: sluggedId('event'),
  query: () => ({
    tag: tagSlug('Only events of the tag with this slug.'),
    min_sources: anyId('Only events of so many independent publishers.'),
    since: time('Reported on at this instant or later.'),
    until: time('First reported before this instant.'),
  }),
  cursor: 'time',
  dependsOn: ['content'],
  item: Dispute,
  detail: Dispute,
  example: { item: exampleEvent, detail: exampleEvent },
  list: ({ db, site }, { filter, ...request }) =>
    pageEvents(db, {
      ...request,
      sort: 'newest',
      siteLanguage: site.language,
      filter: { ...filter, disputed: true, relevant: true },
    }),
  find: ({ db, site }, id) => resolveEvent(db, Number(id), site.language),
  mcp: {
    many: 'disputes',
    item: DisputeHit,
    lists: [{ name: 'latest_disputes', parameters: ['since'] }],
    line: (event, md) =>
      `${eventLine(event, md)} (id ${event.id})${event.points
        .filter(isDispute)
        .map((one) => `\n  ${pointLine(one, md)}`)
        .join('')}`,
  },
})
