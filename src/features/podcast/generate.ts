/** A day's leading news → a spoken episode: script, speech, one MP3, chapters and transcript at their true times. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PodcastShow } from '../../news/editions/rules/show.ts'
import { plainScript, type ScriptLine, type SpeechScript } from '../../news/editions/stage/spoken-script.ts'
import { type ReservationCtx, withoutReserved } from '../../news/texts/summaries/reserved.ts'
import { AppError, messageOf } from '../../platform/errors.ts'
import type { ScriptMaterial, SpeechSynthesizer } from '../../platform/models/ports.ts'
import type { Site } from '../../platform/site/site.ts'
import { daySpan, isDay } from '../../platform/time/days.ts'
import { inspectAudio } from './audio/audio.ts'
import { type JoinedSegment, joinSpeech, type SpeechSegment } from './audio/join.ts'
import { makeCover } from './covers.ts'
import type { Chapter, Cue, EpisodeSource, SavedEpisode } from './episode.ts'
import type { IncomingFile } from './episode-files.ts'
import { type PoddCtx, publishEpisode } from './import.ts'
import { leadingEvents, modelScript } from './script.ts'
import type { ScriptWriter, WrittenScript } from './script-writer.ts'
import { type DayArticle, findEpisodeOrigin, listDayArticles } from './store.ts'
import { writeVtt } from './transcripts/vtt.ts'

export interface GenerateCtx extends PoddCtx, ReservationCtx {
  site: Site
  show: PodcastShow
  /** Path of the show's cover. */
  coverPath: string | null
  synthesizer: SpeechSynthesizer
  /** Null without a model: then the script is made of titles and summaries. */
  writer: ScriptWriter | null
  log: (message: string) => void
}

/**
 * Articles that publishers reserve from machines are neither written about nor spoken: a voice is a model too. Throws
 * `not_found` when the day has no news; `unavailable` when the voice or ffmpeg is missing. Saves all or nothing.
 */
export async function generateEpisode(ctx: GenerateCtx, day: string, signal?: AbortSignal): Promise<SavedEpisode> {
  if (!isDay(day)) throw new AppError('bad_request', `"${day}" is not a date such as 2026-11-21.`)
  await refuseImported(ctx, day)
  const { from, until } = daySpan(day, ctx.site.timezone)
  const articles = await listDayArticles(ctx.database, from, until)
  const material = await speakable(ctx, articles)
  if (material.length === 0) throw new AppError('not_found', `There are no relevant articles of ${day}.`)
  const { script, written } = await writeScript(ctx, day, material, signal)
  const workDir = await mkdtemp(join(tmpdir(), 'karnhuset-podd-'))
  try {
    return await record(ctx, { day, until, articles, script, written, workDir, signal })
  } finally {
    await rm(workDir, { recursive: true, force: true })
  }
}

/** A generated episode's id is its day; what an editor has imported under that id is never overwritten. */
async function refuseImported(ctx: PoddCtx, day: string): Promise<void> {
  if ((await findEpisodeOrigin(ctx.database, day)) === 'import')
    throw new AppError('unprocessable', `The episode ${day} was imported; a generated one would replace it.`)
}

/** The model's script when there is one, else one made of titles and summaries. */
async function writeScript(ctx: GenerateCtx, day: string, material: ScriptMaterial[], signal?: AbortSignal) {
  const written = await ctx.writer?.(day, material, signal).catch((error) => {
    signal?.throwIfAborted()
    ctx.log(`The model wrote no script: ${messageOf(error)}`)
    return null
  })
  if (!written) return { script: plainScript(day, material, ctx), written: null }
  return { script: modelScript(written.script, day, ctx), written }
}

async function speakable(ctx: GenerateCtx, articles: DayArticle[]): Promise<ScriptMaterial[]> {
  const events = leadingEvents(articles, ctx.site.language, ctx.show.script.happenings)
  const free = new Set(
    await withoutReserved(
      ctx,
      events.map(({ reported }) => reported),
    ),
  )
  return events.filter(({ reported }) => free.has(reported))
}

interface Session {
  day: string
  until: Date
  articles: DayArticle[]
  script: SpeechScript
  /** By a model; null where it is made of titles and summaries. */
  written: WrittenScript | null
  workDir: string
  signal: AbortSignal | undefined
}

async function record(ctx: GenerateCtx, session: Session): Promise<SavedEpisode> {
  const { day, script, written, workDir, signal } = session
  const cover = ctx.coverPath ? await makeCover(ctx.coverPath) : null
  const thumbPath = join(workDir, 'cover.jpg')
  if (cover) await writeFile(thumbPath, cover.thumb)
  const target = join(workDir, `${day}.mp3`)
  const tags = {
    title: script.title,
    artist: ctx.show.author,
    album: ctx.show.title,
    date: day,
    cover: cover && thumbPath,
  }
  const joined = await joinSpeech(synthesizeSegments(ctx.synthesizer, script, signal), {
    target,
    workDir,
    tags,
    signal,
  })
  const audio = await inspectAudio(target)
  const byId = new Map(session.articles.map((article) => [article.id, article]))
  const files: IncomingFile[] = [{ role: 'audio', extension: audio.extension, content: target }]
  if (cover) files.push({ role: 'cover', extension: '.jpg', content: cover.full })
  if (cover) files.push({ role: 'thumb', extension: '.jpg', content: cover.thumb })
  const draft = {
    episodeId: day,
    title: script.title,
    description: script.description,
    publishedOn: new Date(Math.min(ctx.clock.now().getTime(), session.until.getTime() - 1)),
    chapters: chaptersOf(script, joined, byId),
    sources: sourcesOf(script, byId),
    transcriptVtt: writeVtt(cuesOf(script, joined)),
    transcriptText: `${script.segments.map(({ lines }) => lines.map((line) => line.text).join(' ')).join('\n\n')}\n`,
    origin: 'generate' as const,
    audio,
  }
  return publishEpisode(ctx, draft, files, written)
}

async function* synthesizeSegments(
  synthesizer: SpeechSynthesizer,
  script: SpeechScript,
  signal?: AbortSignal,
): AsyncGenerator<SpeechSegment> {
  for (const segment of script.segments) {
    const lines: Uint8Array[] = []
    for (const line of segment.lines) lines.push(await synthesizer.synthesize(line.text, line.language, signal))
    yield { title: segment.title, lines }
  }
}

type ArticlesById = ReadonlyMap<number, DayArticle>

/** A chapter links to the original that its news comes from. */
function chaptersOf(script: SpeechScript, joined: JoinedSegment[], articles: ArticlesById): Chapter[] {
  return script.segments.map(({ title, entryIds }, i) => ({
    startSeconds: milliseconds(joined[i]?.startSeconds ?? 0),
    title,
    url: articles.get(entryIds[0] ?? 0)?.url ?? null,
    imageUrl: null,
  }))
}

function cuesOf(script: SpeechScript, joined: JoinedSegment[]): Cue[] {
  return script.segments.flatMap(({ lines }, i) =>
    lines.map((line: ScriptLine, j) => ({
      startSeconds: milliseconds(joined[i]?.lines[j]?.startSeconds ?? 0),
      endSeconds: milliseconds(joined[i]?.lines[j]?.endSeconds ?? 0),
      speaker: null,
      text: line.text,
    })),
  )
}

const milliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000

/** The articles that the segments were made of, each once, in the order of the episode. */
function sourcesOf(script: SpeechScript, articles: ArticlesById): EpisodeSource[] {
  return [...new Set(script.segments.flatMap((segment) => segment.entryIds))].flatMap((id) => {
    const article = articles.get(id)
    return article ? [{ title: article.title, url: article.url, source: article.source, entryId: id }] : []
  })
}
