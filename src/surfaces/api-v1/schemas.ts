/** The resources of /api/v1 as they stand on the wire (interface.md 2.3–2.6): types, documentation and contract in one. */
import { z } from 'zod'
import { WRITERS } from '../../domain/articles/authorship.ts'
import { POINT_STATUSES, REVISION_REASONS } from '../../domain/events/event-text.ts'

const instant = z.iso.datetime()
const address = z.url()
const id = z.int().min(1)

const FeedRef = z
  .object({
    id,
    title: z.string(),
    url: address.describe("The publisher's site."),
    language: z.string().nullable(),
    icon_url: address.nullable(),
  })
  .meta({ id: 'FeedRef', description: 'The source of an article.' })

const Tag = z.object({ id, name: z.string(), slug: z.string() }).meta({ id: 'Tag', description: 'A subject.' })

const Text = z
  .object({
    title: z.string(),
    summary: z.string().describe('A summary or an excerpt, never the full text.'),
    language: z.string().nullable().describe('ISO 639-1.'),
  })
  .meta({ id: 'Text', description: 'Title and summary in one language.' })

const writer = z.enum(WRITERS)
const TranslatedText = z
  .object({ ...Text.shape, by: writer.describe('Who wrote it: a model, or a person.') })
  .meta({ id: 'TranslatedText', description: "Title and summary in the site's language." })

const StoryLink = z
  .object({ id, title: z.string(), url: address })
  .meta({ id: 'StoryLink', description: 'The running story that it belongs to.' })

const EventLink = z
  .object({
    id,
    url: address.describe("Permanent; leads to the event's page."),
    entries_count: z.int().min(0),
  })
  .meta({ id: 'EventLink', description: 'The event that an article reports.' })

export const Entry = z
  .object({
    id,
    url: address.describe('The original at its source.'),
    canonical_url: address.describe('The page of the article on this site.'),
    main_image_url: address.nullable(),
    published_at: instant.nullable(),
    updated_at: instant,
    source_count: z.int().min(0).describe('Independent sources that covered the same event.'),
    event: EventLink.nullable().describe('Null for the seconds until it has been clustered.'),
    story: StoryLink.nullable(),
    click_count: z.int().min(0).meta({ deprecated: true, description: 'Views of the article. Kept for older apps.' }),
    popularity_score: z.number().min(0).describe('Views weighted by recency, times 1 + ln(source_count).'),
    relevant: z.boolean().describe("The article is about the site's topic."),
    apple_relevant: z.boolean().describe('The same as `relevant`, under its first name.'),
    feed: FeedRef,
    content: z.object({
      original: Text.describe("In the original's language."),
      translated: TranslatedText.nullable().describe("In the site's language; null until there is one."),
    }),
    tags: z.array(Tag),
  })
  .meta({ id: 'Entry', description: 'An article: metadata and a summary, never the full text.' })

const feedItem = {
  ...FeedRef.shape,
  entries_count: z.int().min(0),
  last_entry_published_at: instant.nullable(),
  is_following: z.boolean().describe('False for an anonymous caller.'),
}
export const Feed = z.object(feedItem).meta({ id: 'Feed', description: 'An active source.' })

export const FeedDetail = z
  .object({
    ...feedItem,
    description: z.string().nullable(),
    feed_url: address.describe('The feed that is read.'),
    reservation: z
      .object({
        said: z.string().describe('Where it is said: robots.txt, a header, a meta element, tdmrep.json.'),
        articles: z.int().min(1).describe('Articles that are reserved.'),
        of: z.int().min(1).describe('The latest articles that were looked at.'),
      })
      .nullable()
      .describe('Where the publisher reserves its texts from machines. Such an article is given to no model.'),
  })
  .meta({ id: 'FeedDetail', description: 'An active source in detail.' })

const tagItem = { ...Tag.shape, entries_count: z.int().min(0) }
export const TagItem = z.object(tagItem).meta({ id: 'TagItem', description: 'A subject that has articles.' })

export const TagDetail = z
  .object({ ...tagItem, related: z.array(Tag).max(10).describe('Tags that stand beside it most often.') })
  .meta({ id: 'TagDetail', description: 'A subject in detail.' })

const status = z.enum(['active', 'dormant'])

const StoryRef = z
  .object({ id, title: z.string(), status, url: address })
  .meta({ id: 'StoryRef', description: 'Another story that this one follows or that follows it.' })

const storyItem = {
  id,
  title: z.string(),
  lead: z.string(),
  status,
  entries_count: z.int().min(0),
  first_entry_published_at: instant.nullable(),
  last_entry_published_at: instant.nullable(),
  image_url: address.nullable().describe('From the earliest member that has an image.'),
  url: address.describe("The story's page."),
  by: writer.describe(
    'Who wrote title, lead and body; `publisher` where they are put together from what sources wrote.',
  ),
}
export const Story = z.object(storyItem).meta({ id: 'Story', description: 'An affair that runs over several events.' })

const StoryEntry = z
  .object({
    id,
    title: z.string(),
    summary: z.string(),
    source: z.string(),
    url: address,
    canonical_url: address.describe('The page of the article on this site.'),
    published_at: instant.nullable(),
    tags: z.array(Tag),
  })
  .meta({ id: 'StoryEntry', description: 'A member of a story.' })

export const StoryDetail = z
  .object({
    ...storyItem,
    body: z.string().describe('Markdown.'),
    predecessor: StoryRef.nullable(),
    successors: z.array(StoryRef),
    entries: z.array(StoryEntry).describe('Newest first.'),
  })
  .meta({ id: 'StoryDetail', description: 'A story in detail.' })

const episodeItem = {
  episode_id: z.string(),
  title: z.string(),
  description: z.string(),
  published_on: instant,
  duration_seconds: z.number().min(0),
  page_url: address,
  audio_url: address,
  cover_url: address.nullable(),
  cover_thumb_url: address.nullable(),
}
export const Episode = z.object(episodeItem).meta({ id: 'Episode', description: 'An episode of the podcast.' })

const Chapter = z
  .object({
    start_seconds: z.number().min(0),
    title: z.string(),
    url: address.nullable(),
    image_url: address.nullable(),
  })
  .meta({ id: 'Chapter', description: 'Where in the audio something begins.' })

const EpisodeSource = z
  .object({ title: z.string(), url: address, source: z.string(), entry_id: id.nullable() })
  .meta({ id: 'EpisodeSource', description: 'What an episode talks about.' })

export const EpisodeDetail = z
  .object({
    ...episodeItem,
    chapters: z.array(Chapter),
    sources: z.array(EpisodeSource),
    transcript_url: address.nullable().describe('WebVTT.'),
    transcript: z.string().nullable().optional().describe('Present with include_transcript=true.'),
  })
  .meta({ id: 'EpisodeDetail', description: 'An episode in detail.' })

const SourceRef = z
  .object({
    publisher: z.string().describe('Registrable domain.'),
    name: z.string(),
    entry_id: id,
    url: address.describe('Its first article.'),
  })
  .meta({ id: 'SourceRef', description: 'A publisher and its article.' })

const Source = z
  .object({
    ...SourceRef.shape,
    published_at: instant.nullable(),
    first: z.boolean().describe('The first to report it in words of its own.'),
    copies_of: z.string().nullable().describe('The publisher whose words these are, where they are not its own.'),
  })
  .meta({ id: 'Source', description: 'A publisher that reports an event.' })

const Point = z
  .object({
    text: z.string(),
    status: z
      .enum(POINT_STATUSES)
      .describe(
        '`agreed`: two independent publishers or more; `single`: one; `disputed`: others say what `against` holds.',
      ),
    sources: z.array(SourceRef).min(1),
    against: z.object({ text: z.string(), sources: z.array(SourceRef).min(1) }).nullable(),
  })
  .meta({ id: 'Point', description: 'A statement, with the publishers behind it.' })

const EventEntry = z
  .object({
    id,
    feed_id: id,
    publisher: z.string(),
    title: z.string(),
    url: address.describe('The original at its source.'),
    canonical_url: address.describe('The page of the article on this site.'),
    published_at: instant.nullable(),
    language: z.string().nullable(),
    kind: z.string().nullable(),
  })
  .meta({ id: 'EventEntry', description: 'An article of an event, in one line.' })

const textOfEvent = {
  title: z.string(),
  summary: z.string(),
  by: writer.describe('Who wrote title and summary; `publisher` where they are those of the best source.'),
  model: z.string().nullable().describe("The model that wrote the event's own text."),
  points: z.array(Point).max(6),
  revision: z.int().min(0).describe("0 while the event has no text of its own: then the text is the lead's."),
}

const eventItem = {
  id,
  ...textOfEvent,
  language: z.string().nullable(),
  url: address.describe("The event's page."),
  image_url: address.nullable(),
  first_published_at: instant,
  updated_at: instant.describe('When an article was last added, or the text was last written.'),
  source_count: z.int().min(0).describe('Independent publishers.'),
  entries_count: z.int().min(1),
  popularity_score: z.number().min(0),
  relevant: z.boolean().describe("One of its articles at least is about the site's topic."),
  apple_relevant: z.boolean().describe('The same as `relevant`, under its first name.'),
  lead: Entry.describe('The best source.'),
  entries: z.array(EventEntry).max(100).describe('In the order of publication.'),
  sources: z.array(Source).describe('One a publisher, in the order of publication.'),
  story: StoryLink.nullable(),
  tags: z.array(Tag),
  split_from: id.nullable().describe('The event that it was split from.'),
}
export const Event = z.object(eventItem).meta({ id: 'Event', description: 'One happening, and who reports it.' })

const Revision = z
  .object({
    ...textOfEvent,
    at: instant,
    reason: z.enum(REVISION_REASONS).describe('Why it was written.'),
    brought_by: z.array(SourceRef).describe('The articles that brought what was new.'),
    added: z.array(z.string()).describe('Points that the text before it did not have.'),
  })
  .meta({ id: 'Revision', description: 'A text that an event has had.' })

export const EventDetail = z
  .object({
    ...eventItem,
    reactions: z
      .array(EventEntry)
      .max(30)
      .describe('Reactions and comments: articles of later events of its story that belong to it, earliest first.'),
    revisions: z.array(Revision).describe('Newest first.'),
  })
  .meta({ id: 'EventDetail', description: 'One happening in detail.' })

export type Wire<Schema extends z.ZodType> = z.infer<Schema>
