/** Podcast episodes: writes of them, and the day's news for one. */
import { sql } from 'kysely'
import { type NewClaim, replaceClaims } from '../../news/claims/writes/claims.ts'
import { recordVerdict } from '../../news/models/writes/ai-calls.ts'
import { areModelsStopped } from '../../news/models/writes/model-stop.ts'
import { type Database, publishing } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Chapter, EpisodeSource } from './episode.ts'

export interface EpisodeRecord {
  episodeId: string
  title: string
  description: string
  publishedOn: Date
  durationSeconds: number
  /** Files below DATA_DIR/media/podd, `ID/NAME`. */
  audioFile: string
  audioType: string
  audioBytes: number
  coverFile: string | null
  coverThumbFile: string | null
  transcriptVtt: string | null
  transcriptText: string | null
  chapters: Chapter[]
  sources: EpisodeSource[]
  origin: 'import' | 'generate'
  /** A model's text comes with its claims and the row of its call. */
  written: { claims: readonly NewClaim[]; row: number } | null
}

/**
 * Adds the episode or replaces the one of the same id; returns the files that the replaced one had. Throws
 * `unavailable` where a model wrote it and an operator has stopped the models since.
 */
export async function saveEpisode(
  database: Database,
  episode: EpisodeRecord,
  now: Date,
): Promise<{ outcome: 'added' | 'updated'; replacedFiles: string[] }> {
  const values = { ...columnsOf(episode), updated_at: now }
  const { written } = episode
  return publishing(database, async (trx) => {
    if (written && (await areModelsStopped(trx)))
      throw new AppError('unavailable', 'Models were stopped while the episode was made: it is not published.')
    const old = await trx
      .selectFrom('episodes')
      .select(['audio_path', 'cover_path', 'cover_thumb_path'])
      .where('episode_id', '=', episode.episodeId)
      .executeTakeFirst()
    await trx
      .insertInto('episodes')
      .values({ ...values, episode_id: episode.episodeId, created_at: now })
      .onConflict((conflict) => conflict.column('episode_id').doUpdateSet(values))
      .execute()
    await replaceClaims(trx, { episode_id: episode.episodeId }, written?.claims ?? [], now)
    if (written) await recordVerdict(trx, written.row, 'accepted', null)
    const replacedFiles = old
      ? [old.audio_path, old.cover_path, old.cover_thumb_path].filter((path) => path !== null)
      : []
    return { outcome: old ? 'updated' : 'added', replacedFiles }
  })
}

const columnsOf = (episode: EpisodeRecord) => ({
  title: episode.title,
  description: episode.description,
  published_on: episode.publishedOn,
  duration_seconds: episode.durationSeconds,
  audio_path: episode.audioFile,
  audio_type: episode.audioType,
  audio_bytes: episode.audioBytes,
  cover_path: episode.coverFile,
  cover_thumb_path: episode.coverThumbFile,
  transcript_vtt: episode.transcriptVtt,
  transcript_text: episode.transcriptText,
  chapters: JSON.stringify(episode.chapters),
  sources: JSON.stringify(episode.sources),
  origin: episode.origin,
})

export async function findEpisodeOrigin(
  database: Database,
  episodeId: string,
): Promise<EpisodeRecord['origin'] | undefined> {
  const row = await database.db
    .selectFrom('episodes')
    .select('origin')
    .where('episode_id', '=', episodeId)
    .executeTakeFirst()
  return row?.origin
}

/** Those of `ids` that name no article. */
export async function unknownArticles(database: Database, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await database.db.selectFrom('articles').select('id').where('id', 'in', ids).execute()
  const existing = new Set(rows.map((row) => row.id))
  return ids.filter((id) => !existing.has(id))
}

/** An article of the day as a script may use it: what readers see of it, never its original text. */
export interface DayArticle {
  id: number
  /** The publisher's reservation from machines, as far as that was read. */
  reservation: string | null
  title: string
  summary: string
  language: string | null
  url: string
  source: string
  /** Articles with the same number report the same event. */
  eventKey: number
  sourceCount: number
  popularity: number
  story: string | null
}

const MAX_ARTICLES = 1000

/** Relevant published articles from `from` to before `until`, earliest first. */
export async function listDayArticles(database: Database, from: Date, until: Date): Promise<DayArticle[]> {
  const { rows } = await sql<DayArticle>`
    select a.id, a.title, a.summary, coalesce(a.language, f.language) as language,
      a.url, a.reservation, f.title as source, coalesce(a.event_id, -a.id) as "eventKey", a.source_count as "sourceCount", a.popularity,
      (select s.title from story_events se join shown_stories s on s.id = se.story_id
        where se.event_id = a.event_id) as story
    from shown_articles a join feeds f on f.id = a.feed_id
    where a.relevant and a.sort_at >= ${from} and a.sort_at < ${until}
    order by a.sort_at, a.id limit ${MAX_ARTICLES}`.execute(database.db)
  return rows
}
