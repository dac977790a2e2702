/** An episode from the day's news, spoken by espeak-ng and joined by ffmpeg, measured by ffprobe and the audio itself. */

import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parseConfig } from '../../../src/config.ts'
import { inspectAudio } from '../../../src/features/podcast/audio/audio.ts'
import { type GenerateCtx, generateEpisode } from '../../../src/features/podcast/generate.ts'
import { importEpisode, poddMediaDir } from '../../../src/features/podcast/import.ts'
import { findEpisode } from '../../../src/features/podcast/queries.ts'
import { leadingEvents } from '../../../src/features/podcast/script.ts'
import { createScriptWriter } from '../../../src/features/podcast/script-writer.ts'
import { listDayArticles } from '../../../src/features/podcast/store.ts'
import { parseVtt } from '../../../src/features/podcast/transcripts/vtt.ts'
import type { EpisodeDetailView } from '../../../src/features/podcast/views.ts'
import { type PodcastShow, parseShow } from '../../../src/news/editions/rules/show.ts'
import { releaseModels, stopModels } from '../../../src/news/models/writes/model-stop.ts'
import { createBudget } from '../../../src/news/texts/budget.ts'
import { loadVerifyRules } from '../../../src/news/texts/load-rules.ts'
import type { ActorDatabase } from '../../../src/platform/database/database.ts'
import { readLanguages } from '../../../src/platform/languages/language-files.ts'
import { espeakSynthesizer, openAiSynthesizer } from '../../../src/platform/media/audio/speech.ts'
import { loadPrompt } from '../../../src/platform/models/prompts.ts'
import { createSummariser } from '../../../src/platform/models/summariser.ts'
import { parseSite } from '../../../src/platform/site/site.ts'
import { daySpan } from '../../../src/platform/time/days.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { havePrograms } from '../../../tests/support/machine.ts'
import { type ModelServer, startModelServer } from '../../../tests/support/played/model.ts'
import { probeLoudness, probeSeconds, soundAfterSilence } from '../../../tests/support/sound-probes.ts'
import { insertDayNews } from '../../../tests/support/worlds/podcast.ts'

// Synthesising takes seconds, and longer where many tests run beside each other.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const content = join(import.meta.dirname, '../../../content')
const day = '2026-11-21'

let database: ActorDatabase
let root: string
let ids: number[] = []
let logged: string[]

async function ctx(more: Partial<GenerateCtx> = {}): Promise<GenerateCtx> {
  logged = []
  const site = parseSite(await readFile(join(content, 'site.yaml'), 'utf8'))
  return {
    database,
    config: { DATA_DIR: root },
    clock: { now: () => new Date('2026-11-21T18:00:00Z') },
    site,
    show: parseShow(await readFile(join(content, 'podcast/show.yaml'), 'utf8'), site),
    languages: readLanguages(content),
    coverPath: join(content, 'podcast/cover.jpg'),
    synthesizer: espeakSynthesizer(),
    writer: null,
    reservationOf: async () => null,
    log: (message) => logged.push(message),
    ...more,
  }
}

/** A show of few words, for what does not depend on them. */
async function curtShow(): Promise<PodcastShow> {
  const { show } = await ctx()
  return { ...show, script: { ...show.script, happenings: 1, opening: ['Hej.'], closing: [], item: ['{title}'] } }
}

async function episode(id = day): Promise<EpisodeDetailView> {
  const found = await findEpisode(database.readDb, id)
  if (!found) throw new Error(`no episode ${id}`)
  return found
}

const file = (path: string) => join(poddMediaDir({ DATA_DIR: root }), path)

beforeAll(async () => {
  database = await openTestDatabase()
  root = await mkdtemp(join(tmpdir(), 'podcast-'))
  // What others make at the same time stands elsewhere.
  process.env.TMPDIR = await mkdtemp(join(root, 'work-'))
  ids = await insertDayNews(database)
})
afterAll(async () => {
  await database.close()
  await rm(root, { recursive: true })
})

describe.skipIf(!havePrograms('espeak-ng', 'ffmpeg', 'ffprobe'))('an episode by espeak-ng and ffmpeg', () => {
  let made: EpisodeDetailView
  beforeAll(async () => {
    await generateEpisode(await ctx(), day)
    made = await episode()
  })

  it('tells the leading news of the day, and names its sources', () => {
    expect(made.title).toBe('Lördag 21 november: Apple släpper iOS 26.2 med nya kartor')
    expect(made.chapters.map((chapter) => chapter.title)).toEqual([
      'Inledning',
      'Apple släpper iOS 26.2 med nya kartor',
      'Ny butik öppnar i Göteborg',
      'Pencil firmware arrives',
      'Avslutning',
    ])
    expect(made.chapters[1]?.url).toBe('https://a.example/0')
    expect(made.sources.map((source) => source.entryId)).toEqual(ids.slice(0, 4))
    expect(made.description).toBe(
      'Nyheterna lördag den 21 november:\n• Apple släpper iOS 26.2 med nya kartor (Svenska Bladet och The Paper)\n• Ny butik öppnar i Göteborg (Svenska Bladet)\n• Pencil firmware arrives (The Paper)',
    )
    expect(made.transcriptText).toContain(
      'Den rättar 14 fel, bland annat i Kartor och Mail. Det rapporterar Svenska Bladet och The Paper.',
    )
    expect(made.transcriptText).not.toContain('hör inte hit')
    expect(made.publishedOn).toEqual(new Date('2026-11-21T18:00:00Z'))
  })

  it('lasts as long as ffprobe says', () => {
    expect(made.durationSeconds).toBeGreaterThan(20)
    expect(Math.abs(made.durationSeconds - probeSeconds(file(made.audioPath)))).toBeLessThan(0.1)
  })

  it('has its chapters where the sound begins again', () => {
    const starts = [0, ...soundAfterSilence(file(made.audioPath), 0.8)]
    expect(starts).toHaveLength(made.chapters.length)
    const off = made.chapters.map((chapter, i) => Math.abs(chapter.startSeconds - (starts[i] ?? 99)))
    expect(Math.max(...off)).toBeLessThan(0.2)
  })

  it('has every line of the transcript where it is spoken', () => {
    const cues = parseVtt(made.transcriptVtt ?? '')
    const starts = [0, ...soundAfterSilence(file(made.audioPath), 0.25)]
    expect(cues.length).toBeGreaterThan(12)
    for (const cue of cues) {
      expect(Math.min(...starts.map((start) => Math.abs(start - cue.startSeconds)))).toBeLessThan(0.2)
      expect(cue.endSeconds).toBeGreaterThan(cue.startSeconds)
    }
    expect(cues.map((cue) => cue.text).join(' ')).toBe(made.transcriptText?.replace(/\s+/g, ' ').trim())
  })

  it('carries the same chapters in its ID3 tag, and a cover', async () => {
    const { chapters } = await inspectAudio(file(made.audioPath))
    expect(chapters.map((chapter) => chapter.title)).toEqual(made.chapters.map((chapter) => chapter.title))
    for (const [i, chapter] of chapters.entries())
      expect(Math.abs(chapter.startSeconds - (made.chapters[i]?.startSeconds ?? 99))).toBeLessThan(0.002)
    expect(await readFile(file(made.coverPath ?? ''))).toHaveProperty('length')
  })

  it('is as loud as podcast directories ask', () => {
    expect(Math.abs(probeLoudness(file(made.audioPath)) - -16)).toBeLessThan(1)
  })

  it('is made again on the same day without a second row', async () => {
    expect(await generateEpisode(await ctx(), day)).toMatchObject({ outcome: 'updated', episodeId: day })
  })

  it('leaves no work behind', async () => {
    expect((await readdir(tmpdir())).filter((name) => name.startsWith('karnhuset-podd-'))).toEqual([])
  })

  it('speaks of nothing that a publisher reserves from machines', async () => {
    const spoken: string[] = []
    const listening = {
      ...espeakSynthesizer(),
      synthesize: (text: string, language: string) => {
        spoken.push(text)
        return espeakSynthesizer().synthesize(text, language)
      },
    }
    const reservationOf = async (url: string) => (url === 'https://a.example/2' ? 'robots.txt' : null)
    await generateEpisode(
      await ctx({ ...(await ctx()), show: await curtShow(), synthesizer: listening, reservationOf }),
      day,
    )
    expect(spoken.join(' ')).toContain('iOS 26.2')
    const show = { ...(await curtShow()), script: { ...(await curtShow()).script, happenings: 3 } }
    await generateEpisode(await ctx({ show, synthesizer: listening, reservationOf }), day)
    expect(spoken.join(' ')).toContain('Pencil')
    expect(spoken.join(' ')).not.toContain('Göteborg')
    await database.db.updateTable('articles').set({ reservation: null }).execute()
  })

  it('says that a day has no news', async () => {
    await expect(generateEpisode(await ctx(), '2020-01-01')).rejects.toMatchObject({ code: 'not_found' })
    await expect(generateEpisode(await ctx(), 'igår')).rejects.toMatchObject({ code: 'bad_request' })
  })

  it('never overwrites an imported episode', async () => {
    const other = await openTestDatabase()
    await insertDayNews(other)
    const folder = await mkdtemp(join(tmpdir(), 'imported-'))
    await copyFile(join(import.meta.dirname, '../../../src/features/podcast/fixtures/tone.mp3'), join(folder, 'a.mp3'))
    await writeFile(join(folder, 'episode.yaml'), `title: x\npublished_on: ${day}\nepisode_id: '${day}'\n`)
    const mine = await ctx({ database: other })
    await importEpisode(mine, folder)
    await expect(generateEpisode(mine, day)).rejects.toThrow('was imported')
    await other.close()
    await rm(folder, { recursive: true })
  })

  describe('with a model', () => {
    let server: ModelServer
    beforeAll(async () => {
      server = await startModelServer()
    })
    afterAll(() => server.close())

    const said = (text: string, source: number, quote: string) => ({ text, evidence: [{ source, quote }] })
    const MAPPED = 'Apple släpper iOS 26.2 med nya kartor'
    const MAPS = 'Uppdateringen kom på lördagen. Den rättar 14 fel, bland annat i Kartor och Mail.'
    const SHOP = 'Ny butik öppnar i Göteborg'
    const SHOPPING = 'Butiken ligger vid Kungsportsplatsen och öppnar i december.'
    const good = {
      title: 'Nya kartor i iOS 26.2',
      description: [said('Apple har släppt iOS 26.2.', 1, MAPPED), said('En ny butik öppnar i Göteborg.', 2, SHOP)],
      segments: [
        {
          title: 'iOS 26.2 är här',
          sentences: [
            said('Apple har släppt iOS 26.2 med nya kartor, skriver Svenska Bladet.', 1, MAPPED),
            said('Den rättar 14 fel i bland annat Kartor och Mail.', 1, MAPS),
          ],
        },
        {
          title: 'Butik i Göteborg',
          sentences: [
            {
              text: 'En ny butik öppnar i Göteborg i december.',
              evidence: [SHOP, SHOPPING].map((quote) => ({ source: 2, quote })),
            },
            said('Den ligger vid Kungsportsplatsen.', 2, SHOPPING),
          ],
        },
      ],
    }
    const written = (...texts: string[]) => ({
      ...good,
      segments: [
        { title: 'iOS 26.2 är här', sentences: texts.map((text, at) => said(text, 1, at === 0 ? MAPPED : MAPS)) },
      ],
    })

    async function writerCtx(env: Record<string, string> = {}): Promise<Partial<GenerateCtx>> {
      const config = parseConfig({ AI_PROVIDER: 'openai', AI_MODEL: 'played', AI_BASE_URL: server.url, ...env })
      const { site, show, clock } = await ctx()
      const summariser = createSummariser(config, { tries: 1 })
      const writer = createScriptWriter({
        database,
        clock,
        log: pino({ level: 'silent' }),
        summariser,
        prompt: await loadPrompt(content, 'podcast', 'sv'),
        rules: await loadVerifyRules(content, 'sv', [site.topic]),
        reservationOf: async () => null,
        budget: createBudget(config.AI_MONTHLY_BUDGET ?? null, clock, site.timezone),
        judge: null,
        site,
        show,
      })
      const curt = await curtShow()
      return { writer, show: { ...curt, script: { ...curt.script, happenings: 3 } } }
    }
    const calls = () =>
      database.db
        .selectFrom('ai_calls')
        .select(['purpose', 'verdict', 'reason', 'prompt_version'])
        .orderBy('id')
        .execute()
    /** The model's answers to come; the last one stays. */
    const answer = (...answers: (object | string)[]) => {
      server.mode = 'good'
      server.calls = []
      server.script = () => {
        const next = answers.length > 1 ? answers.shift() : answers[0]
        return typeof next === 'string' ? next : JSON.stringify(next)
      }
    }
    const generate = async (answers: object[], env = {}) => {
      answer(...answers)
      await database.db.deleteFrom('ai_calls').execute()
      await generateEpisode(await ctx(await writerCtx(env)), day)
    }

    it('speaks its script, between the greeting and the farewell of the show', async () => {
      await generate([good])
      expect(await episode()).toMatchObject({
        title: good.title,
        description: 'Apple har släppt iOS 26.2. En ny butik öppnar i Göteborg.',
        transcriptText: `Hej.\n\n${good.segments.map(({ sentences }) => sentences.map(({ text }) => text).join(' ')).join('\n\n')}\n`,
        sources: [{ entryId: ids[0] }, { entryId: ids[1] }, { entryId: ids[2] }],
        chapters: [
          { title: 'Inledning' },
          { title: 'iOS 26.2 är här', url: 'https://a.example/0' },
          { title: 'Butik i Göteborg' },
        ],
      })
      expect(await calls()).toEqual([
        { purpose: 'podcast', verdict: 'accepted', reason: null, prompt_version: 'podcast.sv@4' },
      ])
      expect(server.calls[0]?.prompt).toContain('Uppdateringen kom på lördagen.')
      expect(server.calls[0]?.system).not.toContain('Uppdateringen kom på lördagen.')
    })

    it('is told why its script was refused, and may try again', async () => {
      await generate([
        written('Apple har släppt iOS 26.2 med nya kartor.', 'Den rättar 99 fel i bland annat Kartor och Mail.'),
        good,
      ])
      expect((await episode()).title).toBe(good.title)
      expect((await calls()).map((call) => call.verdict)).toEqual(['refused', 'accepted'])
      expect(server.calls[1]?.prompt).toMatch(/ett tal står inte i källan \(\W*Den rättar 99 fel/)
    })

    it.each([
      [
        'invents a number',
        written('Apple har släppt iOS 26.2 med nya kartor.', 'Den rättar 99 fel i Kartor.'),
        /numbers/,
      ],
      [
        'invents a name',
        written('Apple har släppt iOS 26.2 med nya kartor.', 'Det säger Urban Strömkvist i dag.'),
        /names/,
      ],
      [
        'speaks English',
        written('Apple has released iOS 26.2 with new maps. It is the update that many of us waited for.'),
        /language/,
      ],
      [
        'writes markup',
        written('Apple har släppt <b>iOS 26.2</b> med nya kartor.', 'Den rättar 14 fel i Kartor.'),
        /markup/,
      ],
      [
        'names none of the news',
        {
          ...good,
          segments: [{ title: 'iOS', sentences: ['En.', 'Två ord här.'].map((text) => said(text, 7, MAPS)) }],
        },
        /does not stand in source 7|length/,
      ],
      ['invents in the title', { ...good, title: 'Nya kartor i iOS 27.1' }, /numbers|literal/],
      ['has no segments', { ...good, segments: [] }, /no segments/],
      ['answers something else', 'Här är manuset!', /could not be read/],
    ])('is refused twice, and then not used, when it %s', async (_, script, reason) => {
      answer(script)
      await database.db.deleteFrom('ai_calls').execute()
      const { writer } = await writerCtx()
      const { from, until } = daySpan(day, 'Europe/Stockholm')
      const material = leadingEvents(await listDayArticles(database, from, until), 'sv', 3)
      expect(await writer?.(day, material)).toBeNull()
      expect((await calls()).map((call) => call.verdict)).toEqual(['refused', 'refused'])
      expect((await calls())[1]?.reason).toMatch(reason)
    })

    it('keeps each sentence with its passages, and is not published where models are stopped while it is spoken', async () => {
      await generate([good])
      const claims = await database.db
        .selectFrom('claims')
        .selectAll()
        .where('episode_id', '=', day)
        .orderBy('position')
        .execute()
      expect(claims.map(({ part }) => part)).toEqual([
        ...['title', 'description', 'description'],
        ...['title', 'sentence', 'sentence', 'title', 'sentence', 'sentence'],
      ])
      expect(claims[8]).toMatchObject({ verdict: 'stands', evidence: [{ text: SHOPPING, articleId: ids[2] }] })
      await database.db.deleteFrom('ai_calls').execute()
      answer({ ...good, title: 'Nya kartor i iOS' })
      const stopping = {
        ...espeakSynthesizer(),
        synthesize: async (text: string, language: string) => {
          await stopModels(database, new Date())
          return espeakSynthesizer().synthesize(text, language)
        },
      }
      await expect(generateEpisode(await ctx({ ...(await writerCtx()), synthesizer: stopping }), day)).rejects.toThrow(
        'stopped',
      )
      expect((await episode()).title).toBe(good.title)
      expect((await calls()).map(({ verdict }) => verdict)).toEqual(['answered'])
      await releaseModels(database, new Date())
      // What was bought before the stop is spoken after it.
      server.calls = []
      await generateEpisode(await ctx(await writerCtx()), day)
      expect([server.calls.length, (await episode()).title]).toEqual([0, 'Nya kartor i iOS'])
    })

    it('falls back when the server fails, and when the budget is used up', async () => {
      answer(good)
      server.mode = 'broken'
      await database.db.deleteFrom('ai_calls').execute()
      await generateEpisode(await ctx(await writerCtx()), day)
      expect((await episode()).title).toMatch(/^Lördag/)
      expect(logged.join()).toMatch(/The model wrote no script/)
      expect((await calls())[0]).toMatchObject({ verdict: 'failed' })
      await generate([good], { AI_MONTHLY_BUDGET: '0.001', AI_PRICE_INPUT: '100', AI_PRICE_OUTPUT: '100' })
      expect(server.calls).toEqual([])
      expect((await episode()).title).toMatch(/^Lördag/)
    })
  })

  describe('with a speech server', () => {
    const asked: { url: string | undefined; authorization: string | undefined; body: Record<string, unknown> }[] = []
    let refusals = 0
    const server = createServer(async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part)
      const body = JSON.parse(Buffer.concat(parts).toString())
      asked.push({ url: request.url, authorization: request.headers.authorization, body })
      if (refusals-- > 0) return void response.writeHead(503).end('busy')
      if (body.model === 'unknown') return void response.writeHead(404).end('no such model')
      response.end(await espeakSynthesizer().synthesize(body.input, 'sv'))
    })
    beforeAll(() => new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready)))
    afterAll(() => void server.close())
    const synthesizer = (model = 'tts') =>
      openAiSynthesizer({
        baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`,
        apiKey: 'k',
        model,
        voice: 'alva',
        patience: 1,
      })

    it('asks as OpenAI does, and again when it is busy', async () => {
      refusals = 2
      await generateEpisode(await ctx({ synthesizer: synthesizer(), show: await curtShow() }), day)
      expect(asked[0]).toEqual({
        url: '/v1/audio/speech',
        authorization: 'Bearer k',
        body: { model: 'tts', voice: 'alva', input: 'Hej.', response_format: 'wav' },
      })
      expect(asked[2]?.body).toEqual(asked[0]?.body)
      expect(asked[3]?.body.input).toBe('Apple släpper iOS 26.2 med nya kartor.')
      expect(
        Math.abs((await episode()).durationSeconds - probeSeconds(file((await episode()).audioPath))),
      ).toBeLessThan(0.1)
    })

    it('changes nothing when it refuses', async () => {
      const before = await episode()
      await expect(
        generateEpisode(await ctx({ synthesizer: synthesizer('unknown'), show: await curtShow() }), day),
      ).rejects.toMatchObject({
        code: 'unavailable',
        message: 'The speech server answered 404: no such model',
      })
      expect(await episode()).toEqual(before)
    })
  })
})
