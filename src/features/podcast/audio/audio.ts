/** Properties of an audio file: container, duration and chapters, read from its bytes. Refuses an incomplete file. */
import { type FileHandle, open } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { IChapter, ITag } from 'music-metadata'
import { AppError, messageOf } from '../../../platform/errors.ts'
import { foldSpace } from '../../../platform/text/text.ts'
import type { Chapter } from '../episode.ts'
import { type ByteWindow, openWindow } from './byte-window.ts'
import { mp4Duration } from './mp4-boxes.ts'
import { isProbablyMpeg, mpegDuration } from './mpeg-frames.ts'
import { oggDuration } from './ogg-pages.ts'

export interface AudioFacts {
  type: 'audio/mpeg' | 'audio/mp4' | 'audio/ogg'
  /** The usual ending of such a file, with its dot. */
  extension: string
  bytes: number
  durationSeconds: number
  /** In order of time; empty where the file has none. */
  chapters: Chapter[]
}

type Container = 'mp3' | 'm4a' | 'ogg'

const TYPES: Record<Container, AudioFacts['type']> = { mp3: 'audio/mpeg', m4a: 'audio/mp4', ogg: 'audio/ogg' }
const ENDINGS: Record<string, Container> = {
  '.mp3': 'mp3',
  '.m4a': 'm4a',
  '.m4b': 'm4a',
  '.mp4': 'm4a',
  '.ogg': 'ogg',
  '.oga': 'ogg',
  '.opus': 'ogg',
}

/** True for file names that claim to be audio of a kind that can be read. */
export const isAudioName = (name: string) => extname(name).toLowerCase() in ENDINGS

/** Throws `unprocessable` with the file's name and what is wrong with it. */
export async function inspectAudio(path: string): Promise<AudioFacts> {
  const violation = (why: string, cause?: unknown) =>
    new AppError('unprocessable', `${basename(path)}: ${why}`, { cause })
  const file = await open(path).catch((error) => {
    throw violation(
      error.code === 'ENOENT' ? 'there is no such file' : `it cannot be opened (${messageOf(error)})`,
      error,
    )
  })
  try {
    const window = await openWindow(file)
    if (!(await file.stat()).isFile()) throw violation('it is not a file')
    if (window.size === 0) throw violation('it is empty')
    const container = await containerOf(window)
    const mismatch = container ? labelError(path, container) : `its content is ${foreignKind(await headOf(window))}`
    if (!container || mismatch) throw violation(mismatch ?? 'it is no audio')
    const durationSeconds = await durationOf(container, window, file)
    const chapters = (await readChapters(path)).filter((chapter) => chapter.startSeconds <= durationSeconds)
    return { type: TYPES[container], extension: `.${container}`, bytes: window.size, durationSeconds, chapters }
  } catch (error) {
    throw error instanceof AppError ? error : violation(messageOf(error), error)
  } finally {
    await file.close()
  }
}

const headOf = async (file: ByteWindow) => Buffer.from(await file.read(0, 16)).toString('latin1')

async function containerOf(file: ByteWindow): Promise<Container | null> {
  const head = await headOf(file)
  if (head.startsWith('OggS')) return 'ogg'
  if (head.slice(4, 8) === 'ftyp') return 'm4a'
  return (await isProbablyMpeg(file)) ? 'mp3' : null
}

/** Words for content that is known but not accepted. */
function foreignKind(head: string): string {
  const accepted = 'save the sound as MP3, M4A or OGG'
  if (head.startsWith('RIFF')) return `a WAV or AVI file; ${accepted}`
  if (head.startsWith('fLaC')) return `a FLAC file; ${accepted}`
  if (head.startsWith('\u001aE\u00df\u00a3')) return `a Matroska or WebM file; ${accepted}`
  if (/^(\u0089PNG|\u00ff\u00d8\u00ff|GIF8)/.test(head)) return 'an image, not sound'
  if (/^\s*<|^PK|^%PDF|^\{/.test(head)) return 'a document, not sound'
  return 'not MP3, M4A or OGG audio'
}

function labelError(path: string, container: Container): string | null {
  const ending = extname(path).toLowerCase()
  if (ENDINGS[ending] === container) return null
  return `its name ends in "${ending}", but its content is ${TYPES[container]}; name it .${container}`
}

function durationOf(container: Container, window: ByteWindow, file: FileHandle): Promise<number> {
  if (container === 'mp3') return mpegDuration(window)
  if (container === 'ogg') return oggDuration(window)
  return mp4Duration(window, async (offset, length) => {
    const buffer = Buffer.alloc(length)
    const { bytesRead } = await file.read(buffer, 0, length, offset)
    return buffer.subarray(0, bytesRead)
  })
}

async function readChapters(path: string): Promise<Chapter[]> {
  const { parseFile } = await import('music-metadata')
  const { format, native } = await parseFile(path, { includeChapters: true, skipCovers: true })
  const chapters = format.chapters?.map(fromTag) ?? vorbisChapters(native.vorbis ?? [])
  return chapters.filter((chapter) => chapter.title !== '').sort((a, b) => a.startSeconds - b.startSeconds)
}

function fromTag(chapter: IChapter): Chapter {
  const url = chapter.url?.url ?? ''
  return {
    startSeconds: chapter.start / (chapter.timeScale || 1),
    title: foldSpace(chapter.title),
    url: /^https?:\/\//.test(url) ? url : null,
    imageUrl: null,
  }
}

/** `CHAPTER001=00:01:02.500` and `CHAPTER001NAME=…`, the convention for Vorbis comments. */
function vorbisChapters(tags: ITag[]): Chapter[] {
  const values = new Map(tags.map((tag) => [tag.id.toUpperCase(), String(tag.value)]))
  return [...values].flatMap(([id, value]) => {
    const time = /^CHAPTER\d+$/.test(id) ? /^(\d+):(\d{1,2}):(\d{1,2}(?:\.\d+)?)$/.exec(value.trim()) : null
    const title = foldSpace(values.get(`${id}NAME`) ?? '')
    if (!time) return []
    const startSeconds = Number(time[1]) * 3600 + Number(time[2]) * 60 + Number(time[3])
    return [{ startSeconds, title, url: null, imageUrl: null }]
  })
}
