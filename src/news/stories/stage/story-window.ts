/** The index of stories in memory, loaded from the database and kept until another process writes, a day at most. */

import type { Db } from '../../../platform/database/database.ts'
import { type Revisions, readRevisions } from '../../../platform/database/revisions.ts'
import type { Lexicon } from '../../../platform/text/thesaurus.ts'
import { StoryIndex } from '../rules/story-index.ts'
import { REVIVAL_MS, STORY_WINDOW_MS } from '../rules/story-rules.ts'
import {
  listLinks,
  listStoredEvents,
  listUnstoredEvents,
  readEvents,
  type StoryLink,
  saveEvents,
} from '../writes/story-reads.ts'

/** Far enough back for a dormant story to be revived or followed. Some 1 KB an event is held. */
const REACH_MS = REVIVAL_MS + 2 * STORY_WINDOW_MS
const MAX_AGE_MS = 86_400_000
const PAGE = 1000

/** Reading of texts; translations are in the site's language. */
export interface ReadingContext {
  lexicon: Lexicon
  language: string
}

export interface StoryWindow {
  index: StoryIndex
  loadedAt: number
  revisions: Revisions
}

/** The current window, where it is still valid; else a new one. What is read after this is at least as new as it. */
export async function openWindow(
  db: Db,
  reading: ReadingContext,
  current: StoryWindow | null,
  now: Date,
): Promise<StoryWindow> {
  const since = new Date(now.getTime() - REACH_MS)
  const young = current !== null && Math.abs(now.getTime() - current.loadedAt) < MAX_AGE_MS
  if (!young) await storeMissing(db, reading, since)
  const revisions = await readRevisions(db)
  const fits = young && current.revisions.story_features === revisions.story_features
  if (fits && current.revisions.story_events === revisions.story_events) return current
  const index = fits ? current.index : await load(db, since)
  for (const event of index.events) index.link(event, null)
  applyLinks(index, await listLinks(db, { since }))
  return { index, revisions, loadedAt: fits ? current.loadedAt : now.getTime() }
}

/** Events that an earlier version has decided are read from their articles, once. */
async function storeMissing(db: Db, reading: ReadingContext, since: Date): Promise<void> {
  for (;;) {
    const ids = await listUnstoredEvents(db, since, PAGE)
    if (ids.length === 0) return
    await saveEvents(db, await readEvents(db, reading, ids))
  }
}

async function load(db: Db, since: Date): Promise<StoryIndex> {
  const index = new StoryIndex()
  let after = 0
  for (;;) {
    const page = await listStoredEvents(db, since, after, PAGE)
    for (const { features, ...about } of page) if (Object.keys(features.terms).length > 0) index.put(about, features)
    if (page.length < PAGE) return index
    after = page.at(-1)?.id ?? after
  }
}

export function applyLinks(index: StoryIndex, links: StoryLink[]): void {
  for (const { eventId, storyId, byOperator } of links) {
    const event = index.event(eventId)
    if (event) index.link(event, storyId, byOperator)
  }
}
