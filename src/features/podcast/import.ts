/** A folder with an episode → media files and one row, or nothing at all. */

import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { Database } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Languages } from '../../platform/languages/languages.ts'
import type { Site } from '../../platform/site/site.ts'
import { sentenceEndsOf } from '../../platform/text/sentences.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { SavedEpisode } from './episode.ts'
import { type IncomingFile, storeFiles, sweepFiles } from './episode-files.ts'
import { type EpisodeFolder, readEpisodeFolder } from './folder.ts'
import { type EpisodeRecord, saveEpisode, unknownArticles } from './store.ts'

export interface PoddCtx {
  database: Database
  config: Pick<Config, 'DATA_DIR'>
  clock: Clock
  /** Its language is that of the podcast. */
  site: Pick<Site, 'language'>
  languages: Languages
}

/** Folder of the files of episodes; served below /media/podcast/. */
export const poddMediaDir = (config: Pick<Config, 'DATA_DIR'>): string => join(config.DATA_DIR, 'media', 'podd')

/**
 * Imports the episode in `dir`, or updates the one with the same id. A folder with a violation changes nothing: the
 * error names the file and the reason.
 */
export async function importEpisode(ctx: PoddCtx, dir: string): Promise<SavedEpisode> {
  const folder = await readEpisodeFolder(dir, sentenceEndsOf(ctx.languages, ctx.site.language))
  const unknown = await unknownArticles(
    ctx.database,
    folder.sources.flatMap((source) => source.entryId ?? []),
  )
  if (unknown.length > 0)
    throw new AppError(
      'unprocessable',
      `episode.yaml: sources name articles that do not exist (entry_id ${unknown.join(', ')})`,
    )
  return publishEpisode(ctx, { ...folder, ...transcriptColumns(folder), origin: 'import' }, filesOf(folder))
}

const transcriptColumns = ({ transcript }: EpisodeFolder) => ({
  transcriptVtt: transcript?.vtt ?? null,
  transcriptText: transcript?.text ?? null,
})

function filesOf({ audio, audioPath, cover }: EpisodeFolder): IncomingFile[] {
  const files: IncomingFile[] = [{ role: 'audio', extension: audio.extension, content: audioPath }]
  if (!cover) return files
  return [
    ...files,
    { role: 'cover', extension: '.jpg', content: cover.full },
    { role: 'thumb', extension: '.jpg', content: cover.thumb },
  ]
}

/** An episode before its files have their places. */
export type EpisodeDraft = Pick<
  EpisodeRecord,
  | 'episodeId'
  | 'title'
  | 'description'
  | 'publishedOn'
  | 'chapters'
  | 'sources'
  | 'transcriptVtt'
  | 'transcriptText'
  | 'origin'
> & { audio: { type: string; bytes: number; durationSeconds: number } }

/** Files first, under names of their own, then one transaction; when that fails the files are removed again. */
export async function publishEpisode(
  ctx: PoddCtx,
  draft: EpisodeDraft,
  files: IncomingFile[],
  written: EpisodeRecord['written'] = null,
): Promise<SavedEpisode> {
  const mediaDir = poddMediaDir(ctx.config)
  const retained = await storeFiles(mediaDir, draft.episodeId, files)
  const record: EpisodeRecord = {
    episodeId: draft.episodeId,
    title: draft.title,
    description: draft.description,
    publishedOn: draft.publishedOn,
    durationSeconds: draft.audio.durationSeconds,
    audioFile: retained.paths.audio ?? '',
    audioType: draft.audio.type,
    audioBytes: draft.audio.bytes,
    coverFile: retained.paths.cover ?? null,
    coverThumbFile: retained.paths.thumb ?? null,
    transcriptVtt: draft.transcriptVtt,
    transcriptText: draft.transcriptText,
    chapters: draft.chapters,
    sources: draft.sources,
    origin: draft.origin,
    written,
  }
  const saved = await saveEpisode(ctx.database, record, ctx.clock.now()).catch(async (error) => {
    await retained.undo()
    throw error
  })
  await sweepFiles(mediaDir, draft.episodeId, Object.values(retained.paths), saved.replacedFiles, ctx.clock.now())
  return {
    episodeId: draft.episodeId,
    outcome: saved.outcome,
    title: draft.title,
    durationSeconds: draft.audio.durationSeconds,
    chapters: draft.chapters.length,
    hasTranscript: draft.transcriptVtt !== null,
  }
}
