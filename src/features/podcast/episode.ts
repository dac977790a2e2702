/** Components of a podcast episode: types shared by media, pipeline, store and the read model. */
import { addressOf } from '../../platform/site/addresses.ts'
import type { Origin } from '../../platform/site/paths.ts'

export interface Chapter {
  startSeconds: number
  title: string
  url: string | null
  imageUrl: string | null
}

export interface EpisodeSource {
  title: string
  url: string
  source: string
  entryId: number | null
}

/** One line of a transcript, in seconds from the start of the audio. */
export interface Cue {
  startSeconds: number
  endSeconds: number
  speaker: string | null
  text: string
}

/** Outcome of an import or a generation. */
export interface SavedEpisode {
  episodeId: string
  outcome: 'added' | 'updated'
  title: string
  durationSeconds: number
  chapters: number
  hasTranscript: boolean
}

/** Episode ids stand in paths and folder names: lower-case words with hyphens, at most 64 characters. */
export function isEpisodeId(text: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/.test(text)
}

/** Address of a file under /media/podcast/, from the path that an episode keeps for it. */
export const episodeMediaUrl = ({ baseUrl, paths }: Origin, path: string): string =>
  baseUrl + addressOf(paths, `/media/podcast/${path.split('/').map(encodeURIComponent).join('/')}`)
