/** The resource "change": a page of the log after a cursor, each change with its object as it is now. */
import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { type ChangeCursor, changeTypes, formatCursor, RETENTION_DAYS } from '../domain/change-types.ts'
import { AppError } from '../domain/errors.ts'
import { hydrateArticles } from '../read/articles/articles.ts'
import { type Change as ChangeView, listChanges } from '../read/changes/changes.ts'
import { type CorrectionView, hydrateCorrections } from '../read/changes/correction-changes.ts'
import { hydrateEpisodes } from '../read/content/episodes.ts'
import { hydrateGuides } from '../read/content/list-guides.ts'
import { hydrateEvents } from '../read/events/events.ts'
import { hydrateStories } from '../read/stories/stories.ts'
import { Entry, exampleArticle } from './article-resource.ts'
import { Episode } from './episode-resource.ts'
import { Event } from './event-resource.ts'
import { GuideItem } from './guide-resource.ts'
import { exampleOrigin, instant, type Shape, shape } from './shape.ts'
import { Story } from './story-resource.ts'

const Text = z.object({ title: z.string(), summary: z.string() })

const Correction = shape<CorrectionView>()('Correction', 'A correction by the operator.', {
  id: [z.int(), (correction) => correction.id],
  at: [instant, (correction) => correction.at.toISOString()],
  entry_id: [z.int(), (correction) => correction.articleId],
  before: [Text.describe('The text before the correction.'), (correction) => correction.before],
  after: [Text.describe('The text after the correction.'), (correction) => correction.after],
})

type Deps = Pick<Ctx, 'db' | 'site' | 'origin'>
type Kind = ChangeView['kind']

/** Loads the objects of a kind, by their ids. */
const kind =
  <View>(
    { present }: Shape<View>,
    keyOf: (view: View) => number | string,
    hydrate: (ctx: Deps, ids: string[]) => Promise<View[]>,
  ) =>
  async (ctx: Deps, ids: string[]) =>
    new Map((await hydrate(ctx, ids)).map((view) => [String(keyOf(view)), present(view, ctx.origin)]))

const idOf = ({ id }: { id: number }) => id
const objects: Record<Kind, (ctx: Deps, ids: string[]) => Promise<Map<string, object>>> = {
  entry: kind(Entry, idOf, ({ db, site }, ids) => hydrateArticles(db, ids.map(Number), site.language)),
  event: kind(Event, idOf, ({ db, site }, ids) => hydrateEvents(db, ids.map(Number), site.language)),
  story: kind(Story, idOf, ({ db }, ids) => hydrateStories(db, ids.map(Number))),
  episode: kind(
    Episode,
    ({ episodeId }) => episodeId,
    ({ db }, ids) => hydrateEpisodes(db, ids),
  ),
  guide: kind(
    GuideItem,
    ({ slug }) => slug,
    ({ db, site }, ids) => hydrateGuides(db, site.language, ids),
  ),
  correction: kind(Correction, idOf, ({ db }, ids) => hydrateCorrections(db, ids.map(Number))),
}

const typesOf = (kind: Kind) => changeTypes.filter((type) => type.startsWith(`${kind}.`)) as [string, ...string[]]

/** The types of one kind, with its object: `type` tells a reader of the wire which object it is. */
const changeOf = (kind: Kind, key: z.ZodType, { schema }: { schema: z.ZodObject }) =>
  z
    .object({
      cursor: z.string().describe('Cursor of this change. As `after`, it resumes behind it.'),
      at: instant,
      type: z.enum(typesOf(kind)),
      id: key.describe('Id of the object.'),
      into: z.int().optional().describe('Id of the object that it was merged into.'),
      from: z.int().optional().describe('Id of the object that it was split from.'),
      fields: z.array(z.string()).describe('Changed fields, for `updated`. Fields of a detail may be among them.'),
      object: schema.nullable().describe('The object as it is now, as in lists; null when it is gone.'),
    })
    .meta({ id: `${kind.replace(/^./, (letter) => letter.toUpperCase())}Change` })

export const Change = z
  .discriminatedUnion('type', [
    changeOf('entry', z.int(), Entry),
    changeOf('event', z.int(), Event),
    changeOf('story', z.int(), Story),
    changeOf('episode', z.string(), Episode),
    changeOf('guide', z.string(), GuideItem),
    changeOf('correction', z.int(), Correction),
  ])
  .meta({ id: 'Change', description: 'One change of one object in one transaction.' })

export const exampleChange = {
  cursor: '1-42',
  at: exampleArticle.updatedAt.toISOString(),
  type: 'entry.created',
  id: exampleArticle.id,
  fields: [],
  object: Entry.present(exampleArticle, exampleOrigin),
}

async function present(ctx: Deps, changes: ChangeView[], epoch: string) {
  const found = new Map<Kind, Map<string, object>>()
  for (const [kind, of] of Map.groupBy(changes, ({ kind }) => kind))
    found.set(kind, await objects[kind](ctx, [...new Set(of.map(({ id }) => id))]))
  return changes.map(({ kind, act, id, ...change }) => ({
    cursor: formatCursor({ epoch, position: change.position }),
    at: change.at.toISOString(),
    type: `${kind}.${act}`,
    id: kind === 'episode' || kind === 'guide' ? id : Number(id),
    ...(change.into === null ? {} : { into: Number(change.into) }),
    ...(change.from === null ? {} : { from: Number(change.from) }),
    fields: act === 'updated' ? change.fields : [],
    object: found.get(kind)?.get(id) ?? null,
  }))
}

export interface ChangesQuery {
  after?: ChangeCursor | undefined
  types?: string[] | undefined
  limit: number
}

/** Throws `gone` for a cursor that leads nowhere. */
export async function loadChanges(ctx: Deps, query: ChangesQuery) {
  const batch = await listChanges(ctx.db, query)
  if (batch === 'gone')
    throw new AppError(
      'gone',
      `This cursor is from before what is stored (${RETENTION_DAYS} days), or of another log. Begin again: ask without "after" for a new cursor, then read the lists.`,
    )
  return { data: await present(ctx, batch.changes, batch.next.epoch), next: batch.next, hasMore: batch.hasMore }
}
