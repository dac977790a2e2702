/** Episodes as every surface reads them. */
import type { Chapter, EpisodeSource } from './episode.ts'

export interface EpisodeView {
  episodeId: string
  title: string
  description: string
  publishedOn: Date
  durationSeconds: number
  /** Paths below /media/podcast/ (`ID/FILE`, see episodeMediaUrl), null where there is no such file. */
  audioPath: string
  audioType: string
  audioBytes: number
  coverPath: string | null
  coverThumbPath: string | null
  hasTranscript: boolean
  updatedAt: Date
}

export interface EpisodeDetailView extends EpisodeView {
  chapters: Chapter[]
  sources: EpisodeSource[]
  /** Left out where it is not asked for. */
  transcriptText?: string | null
  transcriptVtt: string | null
}
