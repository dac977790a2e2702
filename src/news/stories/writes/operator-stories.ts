/** The operator's acts on stories: their text, and joining two; recorded, with their ways back. */

import type { Selectable } from 'kysely'
import type { ActorDatabase, Trx } from '../../../platform/database/database.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Outcome } from '../../actions/rules/actions.ts'
import { type ActionRecord, auditedAction, type UndoHandlers } from '../../actions/writes/log.ts'
import { type OverridableFields, saveOverride } from '../../claims/writes/claims.ts'
import { mergeStories as join, refreshStories } from './stories.ts'

type Story = Selectable<Schema['stories']>

interface Text {
  title: string
  lead: string
  body: string
}

interface Written extends Text {
  text_by: Story['text_by']
  text_articles: number
  text_events: number
}

interface Edited {
  storyId: number
  /** State that must still hold. */
  expect: Text
  text: Written
  /** The sentence that was ruled on, as it was. */
  claim?: OverridableFields
}

interface Merged {
  into: number
  from: number
  /** Events that were linked to `from`, with who had linked them. */
  links: { event_id: number; decided_by: 'likeness' | 'model' | 'operator' }[]
  kept: { event_id: number; decided_by: 'likeness' | 'model' | 'operator' }[]
  led: number[]
  successors: number[]
  /** Predecessor of `into`, where that was `from`. */
  predecessor: number | null
}

export async function lockStory(trx: Trx, id: number): Promise<Story> {
  const row = await trx.selectFrom('stories').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('not_found', `There is no story ${id}.`)
  return row
}

const textOf = ({ title, lead, body }: Text): Text => ({ title, lead, body })
const sameText = (a: Text, b: Text) => a.title === b.title && a.lead === b.lead && a.body === b.body
const written = (story: Story): Written => ({
  ...textOf(story),
  text_by: story.text_by,
  text_articles: story.text_articles,
  text_events: story.text_events,
})

const rewrite = (trx: Trx, id: number, text: Written, now: Date) =>
  trx
    .updateTable('stories')
    .set({ ...text, updated_at: now })
    .where('id', '=', id)
    .execute()

/** The operator's own text, which no model overwrites. Throws `unprocessable` for a story that was merged into another. */
export const editStory = (database: ActorDatabase, id: number, text: Text, now: Date) =>
  auditedAction(database, now, async (trx) => {
    const story = await lockStory(trx, id)
    if (story.merged_into !== null) throw new AppError('unprocessable', `Story ${id} was merged into another.`)
    if (story.text_by === 'operator' && sameText(story, text)) return null
    await rewriteByOperator(trx, story, text, now)
    return editionOf(story, text)
  })

export const rewriteByOperator = (trx: Trx, story: Story, text: Text, now: Date) =>
  rewrite(trx, story.id, { ...written(story), ...textOf(text), text_by: 'operator' }, now)

/** That an operator has put another text in the place of the story's. */
export function editionOf(story: Story, text: Text, claim?: OverridableFields): ActionRecord<Edited> {
  return {
    action: 'story_edited',
    target: `story:${story.id}`,
    subject: story.title,
    before: { ...textOf(story), by: story.text_by },
    after: { ...textOf(text), by: 'operator' },
    undo: { storyId: story.id, expect: textOf(text), text: written(story), ...(claim ? { claim } : {}) },
  }
}

/** Gives the text back to the pipeline, which writes it again. */
export const releaseStory = (database: ActorDatabase, id: number, now: Date) =>
  auditedAction(database, now, async (trx) => {
    const story = await lockStory(trx, id)
    if (story.text_by !== 'operator') return null
    await rewrite(trx, id, { ...written(story), text_by: 'excerpt', text_articles: 0, text_events: 0 }, now)
    const undo: Edited = { storyId: id, expect: textOf(story), text: written(story) }
    return {
      action: 'story_released',
      target: `story:${id}`,
      subject: story.title,
      before: { by: 'operator' },
      after: { by: 'machine' },
      undo,
    }
  })

async function restoreText(trx: Trx, { storyId, expect, text, claim }: Edited, now: Date): Promise<boolean> {
  const story = await trx.selectFrom('stories').selectAll().where('id', '=', storyId).forUpdate().executeTakeFirst()
  // It may have been dissolved since.
  if (!story || !sameText(story, expect)) return false
  await rewrite(trx, storyId, text, now)
  if (claim) await saveOverride(trx, claim)
  return true
}

/** An operator merges two stories; the older goes on. The pipeline never splits them again. */
export async function mergeStories(
  database: ActorDatabase,
  one: number,
  other: number,
  now: Date,
): Promise<{ outcome: Outcome; storyId: number }> {
  if (one === other) throw new AppError('unprocessable', 'Name two different stories.')
  const [into, from] = [Math.min(one, other), Math.max(one, other)]
  let storyId = into
  const outcome = await auditedAction(database, now, async (trx) => {
    const [target, source] = [await lockStory(trx, into), await lockStory(trx, from)]
    storyId = target.merged_into ?? target.id
    if ((source.merged_into ?? source.id) === storyId) return null
    if (target.merged_into !== null || source.merged_into !== null)
      throw new AppError('unprocessable', 'One of these stories was merged into another already.')
    const undo = await undoOf(trx, target, source)
    await join(trx, into, from, now)
    await trx.updateTable('story_events').set({ decided_by: 'operator' }).where('story_id', '=', into).execute()
    await refreshStories(trx, [into], now)
    return {
      action: 'stories_merged',
      target: `story:${into}`,
      subject: target.title,
      before: { kept: target.title, merged: source.title },
      after: { articles: target.entries_count + source.entries_count },
      undo,
    }
  })
  return { outcome, storyId }
}

async function undoOf(trx: Trx, target: Story, source: Story): Promise<Merged> {
  const links = (storyId: number) =>
    trx.selectFrom('story_events').select(['event_id', 'decided_by']).where('story_id', '=', storyId).execute()
  const those = async (column: 'merged_into' | 'predecessor_id') =>
    (await trx.selectFrom('stories').select('id').where(column, '=', source.id).execute()).map(({ id }) => id)
  return {
    into: target.id,
    from: source.id,
    links: await links(source.id),
    kept: await links(target.id),
    led: await those('merged_into'),
    successors: await those('predecessor_id'),
    predecessor: target.predecessor_id,
  }
}

async function undoMerge(trx: Trx, undo: Merged, now: Date): Promise<boolean> {
  const { into, from } = undo
  const [target, source] = [await lockStory(trx, into), await lockStory(trx, from)]
  if (source.merged_into !== into || target.merged_into !== null) return false
  await trx.updateTable('stories').set({ merged_into: null, updated_at: now }).where('id', '=', from).execute()
  if (undo.led.length > 0)
    await trx.updateTable('stories').set({ merged_into: from }).where('id', 'in', undo.led).execute()
  if (undo.successors.length > 0)
    await trx.updateTable('stories').set({ predecessor_id: from }).where('id', 'in', undo.successors).execute()
  await trx.updateTable('stories').set({ predecessor_id: undo.predecessor }).where('id', '=', into).execute()
  for (const [storyId, links] of [
    [from, undo.links],
    [into, undo.kept],
  ] as const)
    for (const { event_id, decided_by } of links)
      await trx
        .updateTable('story_events')
        .set({ story_id: storyId, decided_by })
        .where('event_id', '=', event_id)
        .where('story_id', '=', into)
        .execute()
  // After a split, each may have more to be split.
  const separated = [...undo.links, ...undo.kept].map(({ event_id }) => event_id)
  await trx
    .updateTable('events')
    .set({ story_state: 'pending' })
    .where((where) => where('id', '=', where.fn.any(where.val(separated))))
    .execute()
  await refreshStories(trx, [into, from], now)
  return true
}

export const storyUndoHandlers: UndoHandlers = {
  story_edited: restoreText,
  story_released: restoreText,
  stories_merged: undoMerge,
}
