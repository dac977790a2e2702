/** An episode's folder as its maker left it → everything that an import needs, or a violation that names the file. */
import { readdir, readFile } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import { parseContent } from '../../platform/site/content-file.ts'
import type { SentenceEnds } from '../../platform/text/sentences.ts'
import { foldSpace, slugify } from '../../platform/text/text.ts'
import { parseDate } from '../../platform/time/dates.ts'
import { type AudioFacts, inspectAudio, isAudioName } from './audio/audio.ts'
import { type Cover, makeCover } from './covers.ts'
import { type Chapter, type EpisodeSource, isEpisodeId } from './episode.ts'
import { parseChapters } from './transcripts/chapters.ts'
import { isTranscriptName, type Recording, readTranscript, type Transcript } from './transcripts/transcripts.ts'

export interface EpisodeFolder {
  episodeId: string
  title: string
  description: string
  publishedOn: Date
  chapters: Chapter[]
  sources: EpisodeSource[]
  audioPath: string
  audio: AudioFacts
  cover: Cover | null
  transcript: Transcript | null
}

const NOTES = 'episode.yaml'
const CHAPTERS = 'chapters.json'
const IMAGE = /\.(jpe?g|png|webp|avif|gif|tiff?)$/i
/** Transcripts with an ambiguous ending must be called `transcript`. */
const SPEAKING_ENDING = /\.(vtt|srt|txt)$/i

const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
const nonEmptyText = z.string().transform(foldSpace).pipe(z.string().min(1, 'must not be empty'))
/** Lines are kept, as they part the paragraphs of a description. */
const paragraphs = (text: string) => text.split(/\r?\n/).map(foldSpace).join('\n').trim()
const fileName = z.string().regex(/^[^/\\]+$/, 'must be the name of a file in the same folder')

const seconds = z.union([z.number().nonnegative(), z.string()]).transform((value, issues) => {
  if (typeof value === 'number') return value
  if (/^\d+(:[0-5]?\d){1,2}(\.\d+)?$/.test(value))
    return value.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  issues.addIssue({ code: 'custom', message: 'must be seconds or a time such as 1:02:03' })
  return z.NEVER
})

const date = z.string().transform((text, issues) => {
  const instant = parseDate(text)
  if (instant) return instant
  issues.addIssue({ code: 'custom', message: 'must be a date such as 2026-11-21 or 2026-11-21T06:00:00+01:00' })
  return z.NEVER
})

const Notes = z.strictObject({
  episode_id: z.string().refine(isEpisodeId, 'must be lower-case letters, digits and hyphens').optional(),
  title: nonEmptyText,
  description: z.string().default('').transform(paragraphs),
  published_on: date,
  audio: fileName.optional(),
  cover: fileName.optional(),
  transcript: fileName.optional(),
  chapters: z
    .array(z.strictObject({ start: seconds, title: nonEmptyText, url: address.nullish(), image: address.nullish() }))
    .optional(),
  sources: z
    .array(
      z.strictObject({
        title: nonEmptyText,
        url: address,
        source: nonEmptyText,
        entry_id: z.number().int().positive().nullish(),
      }),
    )
    .default([]),
})
type Notes = z.infer<typeof Notes>

/** Reads and checks every file. `ends` are those of its language. Throws with the file's name and why; changes nothing. */
export async function readEpisodeFolder(dir: string, ends: SentenceEnds): Promise<EpisodeFolder> {
  const names = await listNames(dir)
  if (!names.includes(NOTES)) throw new AppError('unprocessable', `${NOTES}: there is no such file in ${dir}`)
  const notes = parseContent(await readFile(join(dir, NOTES), 'utf8'), NOTES, Notes)
  const audioName = oneFile(names, notes.audio, isAudioName, 'audio file (.mp3, .m4a or .ogg)')
  if (!audioName) throw new AppError('unprocessable', `${dir}: there is no audio file (.mp3, .m4a or .ogg) in it`)
  const audio = await inspectAudio(join(dir, audioName))
  const coverName = oneFile(names, notes.cover, (name) => IMAGE.test(name), 'image')
  const transcriptName = oneFile(names, notes.transcript, isTranscript, 'transcript')
  return {
    episodeId: notes.episode_id ?? idFromFolder(dir),
    title: notes.title,
    description: notes.description,
    publishedOn: notes.published_on,
    chapters: await chaptersOf(dir, names, notes, audio),
    sources: notes.sources.map(({ entry_id, ...source }) => ({ ...source, entryId: entry_id ?? null })),
    audioPath: join(dir, audioName),
    audio,
    cover: coverName ? await makeCover(join(dir, coverName)) : null,
    transcript: transcriptName
      ? await transcriptOf(join(dir, transcriptName), { duration: audio.durationSeconds, ends })
      : null,
  }
}

async function listNames(dir: string): Promise<string[]> {
  try {
    return (await readdir(dir)).filter((name) => !name.startsWith('.')).sort()
  } catch (cause) {
    throw new AppError('unprocessable', `${dir}: this folder cannot be read`, { cause })
  }
}

const isTranscript = (name: string) =>
  SPEAKING_ENDING.test(name) || (isTranscriptName(name) && basename(name, extname(name)) === 'transcript')

/** The file that the notes name, else the only one of its kind. Two of a kind are a violation: neither is guessed. */
function oneFile(names: string[], named: string | undefined, fits: (name: string) => boolean, kind: string) {
  if (named !== undefined) {
    if (names.includes(named)) return named
    throw new AppError('unprocessable', `${named}: ${NOTES} names this file, but it is not in the folder`)
  }
  const found = names.filter(fits)
  if (found.length > 1)
    throw new AppError(
      'unprocessable',
      `${found.join(', ')}: there is more than one ${kind}; name the right one in ${NOTES}`,
    )
  return found[0]
}

function idFromFolder(dir: string): string {
  const id = slugify(basename(resolve(dir)))
    .slice(0, 64)
    .replace(/-+$/, '')
  if (isEpisodeId(id)) return id
  throw new AppError('unprocessable', `${NOTES}: episode_id is needed, as the folder's name cannot serve as one`)
}

async function chaptersOf(dir: string, names: string[], notes: Notes, audio: AudioFacts): Promise<Chapter[]> {
  const [file, chapters] = notes.chapters
    ? [
        NOTES,
        notes.chapters.map((c) => ({
          startSeconds: c.start,
          title: c.title,
          url: c.url ?? null,
          imageUrl: c.image ?? null,
        })),
      ]
    : names.includes(CHAPTERS)
      ? [CHAPTERS, await readChapterFile(join(dir, CHAPTERS))]
      : ['', audio.chapters]
  const late = chapters.find((chapter) => chapter.startSeconds >= audio.durationSeconds)
  if (late && file)
    throw new AppError(
      'unprocessable',
      `${file}: the chapter "${late.title}" begins at ${late.startSeconds} s, but the audio ends at ${audio.durationSeconds.toFixed(1)} s`,
    )
  return chapters.toSorted((a, b) => a.startSeconds - b.startSeconds)
}

async function readChapterFile(path: string): Promise<Chapter[]> {
  try {
    return parseChapters(await readFile(path, 'utf8'))
  } catch (cause) {
    throw new AppError('unprocessable', `${CHAPTERS}: it is not a whole Podcasting 2.0 chapters document`, { cause })
  }
}

const transcriptOf = async (path: string, recording: Recording): Promise<Transcript> =>
  readTranscript(basename(path), await readFile(path), recording)
