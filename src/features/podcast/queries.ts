/** Podcast episodes as readers see them. */

import type { ReadDb } from '../../platform/database/read-db.ts'
import { keyedPage, type Page, type PageRequest } from '../../platform/site/pages.ts'
import type { EpisodeDetailView, EpisodeView } from './views.ts'

const LIST_COLUMNS = [
  'episode_id as episodeId',
  'title',
  'description',
  'published_on as publishedOn',
  'duration_seconds as durationSeconds',
  'audio_path as audioPath',
  'audio_type as audioType',
  'audio_bytes as audioBytes',
  'cover_path as coverPath',
  'cover_thumb_path as coverThumbPath',
  'updated_at as updatedAt',
] as const

/** Bounds of the day of publication. */
interface Published {
  since?: Date
  until?: Date
}

/** One page of episodes, newest first, by its number or from behind the one whose id is `after`. */
export async function pageEpisodes(
  db: ReadDb,
  { page, perPage, after, since, until }: PageRequest & Published & { after?: string | undefined },
): Promise<Page<EpisodeView>> {
  const ids = await db
    .selectFrom('episodes')
    .select('episode_id')
    .$if(since !== undefined, (query) => query.where('published_on', '>=', since as Date))
    .$if(until !== undefined, (query) => query.where('published_on', '<', until as Date))
    .orderBy('published_on', 'desc')
    .orderBy('episode_id', 'desc')
    .execute()
  const all = ids.map(({ episode_id }) => episode_id)
  const found = keyedPage(all, { page, perPage }, after, (id) => id)
  return { ...found, items: found.items.length === 0 ? [] : await hydrateEpisodes(db, found.items) }
}

/** The newest episodes, at most `limit`. */
export const listEpisodes = (db: ReadDb, limit: number): Promise<EpisodeView[]> => selectList(db).limit(limit).execute()

/** Those of `ids` that exist. */
export const hydrateEpisodes = (db: ReadDb, ids: string[]): Promise<EpisodeView[]> =>
  selectList(db).where('episode_id', 'in', ids).execute()

/** The newest episodes with chapters and transcripts, at most `limit`: for the podcast feed. */
export const listEpisodeDetails = (db: ReadDb, limit: number): Promise<EpisodeDetailView[]> =>
  selectDetails(db).limit(limit).execute()

/** One episode with everything, or null. */
export const findEpisode = async (db: ReadDb, episodeId: string): Promise<EpisodeDetailView | null> =>
  (await selectDetails(db).where('episode_id', '=', episodeId).executeTakeFirst()) ?? null

const selectList = (db: ReadDb) =>
  db
    .selectFrom('episodes')
    .select(LIST_COLUMNS)
    .select((eb) => eb('transcript_vtt', 'is not', null).$castTo<boolean>().as('hasTranscript'))
    .orderBy('published_on', 'desc')
    .orderBy('episode_id', 'desc')

const selectDetails = (db: ReadDb) =>
  selectList(db).select(['chapters', 'sources', 'transcript_text as transcriptText', 'transcript_vtt as transcriptVtt'])

/** An episode whose script a model wrote, with what became of its sentences. */
export interface ClaimedEpisode {
  episodeId: string
  title: string
  publishedOn: Date
  current: number
  dropped: number
}

/** Newest first. */
export async function listClaimedEpisodes(db: ReadDb, limit: number): Promise<ClaimedEpisode[]> {
  const rows = await db
    .selectFrom('claims as c')
    .innerJoin('episodes as e', 'e.episode_id', 'c.episode_id')
    .select(['e.episode_id as episodeId', 'e.title', 'e.published_on as publishedOn'])
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('c.verdict', '=', 'stands').as('stands'),
      fn.countAll<number>().filterWhere('c.verdict', '=', 'dropped').as('dropped'),
    ])
    .groupBy(['e.episode_id', 'e.title', 'e.published_on'])
    .orderBy('e.published_on', 'desc')
    .orderBy('e.episode_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, current: Number(row.stands), dropped: Number(row.dropped) }))
}
