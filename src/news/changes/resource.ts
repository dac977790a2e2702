/** The resource "change": a page of the log after a cursor, each change with its object as it is now. */
import { z } from 'zod'
import type { Ctx, LoggedKind } from '../../ctx.ts'
import { AppError } from '../../platform/errors.ts'
import { hydrateArticles } from '../articles/queries/articles.ts'
import { Entry, exampleArticle } from '../articles/resource.ts'
import { hydrateEvents } from '../events/queries/events.ts'
import { Event } from '../events/resource.ts'
import { exampleOrigin, instant, type Shape } from '../resources/shape.ts'
import { hydrateStories } from '../stories/queries/stories.ts'
import { Story } from '../stories/resource.ts'
import {
  type ChangeCursor,
  type ChangeKind,
  changeTypes,
  formatCursor,
  RETENTION_DAYS,
  typesOf,
} from './change-types.ts'
import { type Change as ChangeView, listChanges } from './queries/changes.ts'

type Deps = Pick<Ctx, 'db' | 'site' | 'origin' | 'kinds'>

/** Loads the objects of a kind, by their ids. */
export const loggedKind = <View>(
  kind: ChangeKind,
  { schema, present }: Shape<View>,
  keyOf: (view: View) => number | string,
  hydrate: (ctx: Pick<Ctx, 'db' | 'site'>, ids: string[]) => Promise<View[]>,
  { isNumbered = true } = {},
): LoggedKind => ({
  kind,
  isNumbered,
  schema,
  load: async (ctx, ids) =>
    new Map((await hydrate(ctx, ids)).map((view) => [String(keyOf(view)), present(view, ctx.origin)])),
})

const idOf = ({ id }: { id: number }) => id

/** In the order of their types. */
export const loggedKinds = (ofFeatures: readonly LoggedKind[]): LoggedKind[] =>
  [
    loggedKind('entry', Entry, idOf, ({ db, site }, ids) => hydrateArticles(db, ids.map(Number), site.language)),
    loggedKind('event', Event, idOf, ({ db, site }, ids) => hydrateEvents(db, ids.map(Number), site.language)),
    loggedKind('story', Story, idOf, ({ db }, ids) => hydrateStories(db, ids.map(Number))),
    ...ofFeatures,
  ].sort((one, other) => firstType(one) - firstType(other))

const firstType = ({ kind }: LoggedKind): number => changeTypes.findIndex((type) => type.startsWith(`${kind}.`))

/** The types of one kind, with its object: `type` tells a reader of the wire which object it is. */
const changeOf = ({ kind, isNumbered, schema }: LoggedKind) =>
  z
    .object({
      cursor: z.string().describe('Cursor of this change. As `after`, it resumes behind it.'),
      at: instant,
      type: z.enum(typesOf([{ kind }]) as [string, ...string[]]),
      id: (isNumbered ? z.int() : z.string()).describe('Id of the object.'),
      into: z.int().optional().describe('Id of the object that it was merged into.'),
      from: z.int().optional().describe('Id of the object that it was split from.'),
      fields: z.array(z.string()).describe('Changed fields, for `updated`. Fields of a detail may be among them.'),
      object: schema.nullable().describe('The object as it is now, as in lists; null when it is gone.'),
    })
    .meta({ id: `${kind.replace(/^./, (letter) => letter.toUpperCase())}Change` })

export const changeSchema = (kinds: readonly LoggedKind[]) =>
  z
    .discriminatedUnion('type', kinds.map(changeOf) as [ReturnType<typeof changeOf>])
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
  const kinds = new Map(ctx.kinds.map((one) => [one.kind, one]))
  const found = new Map<ChangeKind, Map<string, object>>()
  for (const [kind, of] of Map.groupBy(changes, ({ kind }) => kind))
    found.set(kind, (await kinds.get(kind)?.load(ctx, [...new Set(of.map(({ id }) => id))])) ?? new Map())
  return changes.map(({ kind, act, id, ...change }) => ({
    cursor: formatCursor({ epoch, position: change.position }),
    at: change.at.toISOString(),
    type: `${kind}.${act}`,
    id: kinds.get(kind)?.isNumbered ? Number(id) : id,
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
  const offered = typesOf(ctx.kinds)
  const all = offered.length < changeTypes.length ? offered : undefined
  const types = query.types?.filter((type) => offered.includes(type)) ?? all
  const batch = await listChanges(ctx.db, { ...query, types })
  if (batch === 'gone')
    throw new AppError(
      'gone',
      `This cursor is from before what is stored (${RETENTION_DAYS} days), or of another log. Begin again: ask without "after" for a new cursor, then read the lists.`,
    )
  return { data: await present(ctx, batch.changes, batch.next.epoch), next: batch.next, hasMore: batch.hasMore }
}
