/** Texts of a played model, read from a world's folder: each sentence with the sentences of the articles that it rests on. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { parseContent } from '../src/platform/site/content-file.ts'
import type { DemoPublisher } from './world.ts'

export interface PlayedSentence {
  text: string
  /** Sentences of articles, word for word. */
  quotes: string[]
  /** They do not say it: the judge refuses the sentence. */
  isUntrue?: true
}

export interface PlayedSummary {
  /** Headline of the article. */
  of: string
  title: string
  sentences: PlayedSentence[]
  kind: string
}

export interface PlayedEvent {
  /** Headlines of its articles. */
  of: string[]
  title: string
  sentences: PlayedSentence[]
  points: (PlayedSentence & { against: PlayedSentence[] })[]
}

export interface PlayedStory {
  /** Headline of an article of its first event. */
  of: string
  title: string
  lead: PlayedSentence[]
  body: PlayedSentence[][]
}

/** An editor's change to a summary. */
export interface PlayedCorrection {
  of: string
  was: string
  is: string
}

export interface PlayedTexts {
  summaries: PlayedSummary[]
  events: PlayedEvent[]
  stories: PlayedStory[]
  corrections: PlayedCorrection[]
}

// A sentence ends with what it rests on: "[1, 2]", or in an event "[orchardwire 1, fruktfatet 3]".
const Cited = z.string().regex(/^.+ \[[^\]]+\]$/s, 'must end with what it rests on, in brackets')
const Text = { t: z.string(), s: z.array(Cited) }
const Texts = z.strictObject({
  summaries: z.array(z.strictObject({ of: z.string(), ...Text, kind: z.string().default('news') })).default([]),
  events: z
    .array(
      z.strictObject({
        of: z.array(z.string()),
        ...Text,
        /** A list is a dispute. */
        points: z.array(z.union([Cited, z.tuple([Cited, Cited]).rest(Cited)])),
      }),
    )
    .default([]),
  stories: z
    .array(z.strictObject({ of: z.string(), t: z.string(), lead: z.array(Cited), body: z.array(z.array(Cited)) }))
    .default([]),
  corrections: z.array(z.strictObject({ of: z.string(), was: z.string(), is: z.string() })).default([]),
})

/** Of a world without texts all lists are empty. Throws where a text rests on a sentence that no article has. */
export function loadPlayedTexts(folder: string, world: readonly DemoPublisher[]): PlayedTexts {
  const place = join(folder, 'texts')
  const files = existsSync(place) ? readdirSync(place).filter((name) => name.endsWith('.yaml')) : []
  const read = files.map((name) => parseContent(readFileSync(join(place, name), 'utf8'), name, Texts))
  const sentences = indexSentences(world)
  return {
    summaries: read.flatMap(({ summaries }) => summaries).map((one) => summaryOf(one, sentences)),
    events: read.flatMap(({ events }) => events).map((one) => eventOf(one, sentences)),
    stories: read.flatMap(({ stories }) => stories).map(storyOf),
    corrections: read.flatMap(({ corrections }) => corrections),
  }
}

/** Sentences of an article by its headline, with its publisher. */
type Sentences = ReadonlyMap<string, { publisher: string; sentences: string[] }>

const indexSentences = (world: readonly DemoPublisher[]): Sentences =>
  new Map(
    world.flatMap(({ id, articles }) =>
      articles.map(({ title, paragraphs }) => [
        title,
        { publisher: id, sentences: paragraphs.flatMap((paragraph) => paragraph.split(SENTENCE_START)) },
      ]),
    ),
  )

/** Of a sentence of a summary. */
const MAX_PASSAGES = 3
const SENTENCE_START = /(?<=[.!?…]["”]?) +(?=["“”–A-ZÅÄÖ0-9])/u

const parse = (cited: string): { text: string; refs: string[] } => {
  const [, text = '', refs = ''] = /^(.+) \[([^\]]+)\]$/s.exec(cited) ?? []
  return { text, refs: refs.split(/,\s*/) }
}

function articleBy(title: string, sentences: Sentences) {
  const found = sentences.get(title)
  if (!found) throw new Error(`No article is called "${title}"`)
  return found
}

function sentenceAt(article: { sentences: string[] }, number: string | undefined, text: string): string {
  const found = article.sentences[Number(number) - 1]
  if (found === undefined) throw new Error(`"${text}" rests on sentence ${number}, which its article does not have`)
  return found
}

function summaryOf(one: z.infer<typeof Texts>['summaries'][number], all: Sentences): PlayedSummary {
  const article = articleBy(one.of, all)
  const sentences = one.s.map((cited) => {
    const { text, refs } = parse(cited)
    if (refs.length > MAX_PASSAGES) throw new Error(`"${text}" rests on more than ${MAX_PASSAGES} sentences`)
    const quotes = refs.map((number) => sentenceAt(article, number.replace('!', ''), text))
    return { text, quotes, ...(cited.includes('[!') && { isUntrue: true as const }) }
  })
  return { of: one.of, title: one.t, sentences, kind: one.kind }
}

function eventOf(one: z.infer<typeof Texts>['events'][number], all: Sentences): PlayedEvent {
  const articles = one.of.map((title) => articleBy(title, all))
  const resolve = (cited: string): PlayedSentence => {
    const { text, refs } = parse(cited)
    const quotes = refs.map((ref) => {
      const [publisher, number] = ref.split(' ')
      const found = articles.find((article) => article.publisher === publisher)
      if (!found) throw new Error(`"${text}" rests on ${publisher}, which has no article in this event`)
      return sentenceAt(found, number, text)
    })
    return { text, quotes }
  }
  const points = one.points.map((point) => {
    const [side, ...against] = typeof point === 'string' ? [point] : point
    return { ...resolve(side), against: against.map(resolve) }
  })
  return { of: one.of, title: one.t, sentences: one.s.map(resolve), points }
}

/** A story rests on texts of events, which are named by words that occur in them. */
function storyOf({ of, t, lead, body }: z.infer<typeof Texts>['stories'][number]): PlayedStory {
  const resolve = (cited: string) => {
    const { text, refs } = parse(cited)
    return { text, quotes: refs }
  }
  return { of, title: t, lead: lead.map(resolve), body: body.map((paragraph) => paragraph.map(resolve)) }
}
