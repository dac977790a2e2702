/** Podcast episodes as readers see them. */
import type { Chapter, EpisodeSource } from '../../domain/podcast/episode.ts'
import { keyedPage, type Page, type PageRequest } from '../../domain/site/pages.ts'
import type { ReadDb } from '../articles/articles.ts'
import type { EpisodeDetailView, EpisodeView } from './views.ts'

const LIST_COLUMNS = [
  'episode_id',
  'title',
  'description',
  'published_on',
  'duration_seconds',
  'audio_path',
  'audio_type',
  'audio_bytes',
  'cover_path',
  'cover_thumb_path',
  'updated_at',
] as const

/** One page of episodes, newest first, by its number or from behind the one whose id is `after`. */
export async function pageEpisodes(
  db: ReadDb,
  { page, perPage, after }: PageRequest & { after?: string | undefined },
): Promise<Page<EpisodeView>> {
  const ids = await db
    .selectFrom('episodes')
    .select('episode_id')
    .orderBy('published_on', 'desc')
    .orderBy('episode_id', 'desc')
    .execute()
  const all = ids.map(({ episode_id }) => episode_id)
  const found = keyedPage(all, { page, perPage }, after, (id) => id)
  return { ...found, items: found.items.length === 0 ? [] : await hydrateEpisodes(db, found.items) }
}

/** The newest episodes, at most `limit`. */
export async function listEpisodes(db: ReadDb, limit: number): Promise<EpisodeView[]> {
  return (await selectList(db).limit(limit).execute()).map(toView)
}

/** Those of `ids` that exist. */
export async function hydrateEpisodes(db: ReadDb, ids: string[]): Promise<EpisodeView[]> {
  return (await selectList(db).where('episode_id', 'in', ids).execute()).map(toView)
}

/** The newest episodes with chapters and transcripts, at most `limit`: for the podcast feed. */
export async function listEpisodeDetails(db: ReadDb, limit: number): Promise<EpisodeDetailView[]> {
  const rows = await selectList(db).select(DETAIL_COLUMNS).limit(limit).execute()
  return rows.map(toDetail)
}

/** One episode with everything, or null. */
export async function findEpisode(db: ReadDb, episodeId: string): Promise<EpisodeDetailView | null> {
  const row = await selectList(db).select(DETAIL_COLUMNS).where('episode_id', '=', episodeId).executeTakeFirst()
  return row ? toDetail(row) : null
}

const DETAIL_COLUMNS = ['chapters', 'sources', 'transcript_text', 'transcript_vtt'] as const

const selectList = (db: ReadDb) =>
  db
    .selectFrom('episodes')
    .select(LIST_COLUMNS)
    .select((eb) => eb('transcript_vtt', 'is not', null).as('has_transcript'))
    .orderBy('published_on', 'desc')
    .orderBy('episode_id', 'desc')

type ListRow = Awaited<ReturnType<ReturnType<typeof selectList>['executeTakeFirstOrThrow']>>

interface DetailRow extends ListRow {
  chapters: Chapter[]
  sources: EpisodeSource[]
  transcript_text: string | null
  transcript_vtt: string | null
}

const toView = (row: ListRow): EpisodeView => ({
  episodeId: row.episode_id,
  title: row.title,
  description: row.description,
  publishedOn: row.published_on,
  durationSeconds: row.duration_seconds,
  audioPath: row.audio_path,
  audioType: row.audio_type,
  audioBytes: row.audio_bytes,
  coverPath: row.cover_path,
  coverThumbPath: row.cover_thumb_path,
  hasTranscript: Boolean(row.has_transcript),
  updatedAt: row.updated_at,
})

const toDetail = (row: DetailRow): EpisodeDetailView => ({
  ...toView(row),
  chapters: row.chapters,
  sources: row.sources,
  transcriptText: row.transcript_text,
  transcriptVtt: row.transcript_vtt,
})
