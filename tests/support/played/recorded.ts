/**
 * Thirty invented articles in Swedish, English and German with the answers of a capable model, written once: their publishers,
 * and a model that gives those answers. Its judge knows the sentences of the answers, and so what is planted among them.
 */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { claimsOf, isTruePair, type PlayedJudge, wordsThatDecide } from './answers/judge.ts'
import { honestPairs } from './answers/pairs.ts'
import { existingOf, reportsOf } from './answers/texts.ts'
import { type PlayedSummary, sourceOf } from './answers/writer.ts'
import type { ModelServer } from './model.ts'
import { type Publisher, rssDocument } from './publisher.ts'

/** With the numbers of the article's sentences that it rests on; 0 is the headline. */
type NumberedSentence = [text: string, evidence: number[]]

export interface RecordedArticle {
  id: string
  publisher: keyof typeof recordedPublishers
  /** Before the time of the test. */
  hours: number
  title: string
  text: string[]
  answer: { title: string; sentences: NumberedSentence[]; tags: string[]; products: string[]; kind: string }
}

/** With evidence as "ARTICLE NUMBER". */
type EventSentence = [text: string, evidence: string[]]

interface EventPoint {
  text: string
  evidence: string[]
  against?: EventSentence[]
}

export interface RecordedEvent {
  reports: string[]
  title: string
  sentences: EventSentence[]
  points: EventPoint[]
  /** The answer when a later report joins. A point of the text is meant by its words. */
  update?: { sentences: EventSentence[]; points: EventPoint[] }
}

const folder = new URL('../../fixtures/recorded/', import.meta.url)
const read = <T>(name: string): T => parse(readFileSync(new URL(name, folder), 'utf8')) as T

const LANGUAGES = ['sv', 'en', 'de'] as const
export const recordedArticles: readonly RecordedArticle[] = LANGUAGES.flatMap((language) =>
  read<RecordedArticle[]>(`articles-${language}.yaml`),
)
/** Names by domain. */
export const recordedPublishers = {
  norrsken: 'Norrsken',
  vardagsteknik: 'Vardagsteknik',
  harbourwire: 'Harbour Wire',
  slowcircuits: 'Slow Circuits',
  fernblick: 'Fernblick',
  werkbank: 'Werkbank',
}
export const recordedEvents = read<RecordedEvent[]>('events.yaml')

const passage = ({ title, text }: RecordedArticle, number: number): string =>
  (number === 0 ? title : text[number - 1]) ?? ''
const articleOf = (id: string): RecordedArticle => {
  const found = recordedArticles.find((article) => article.id === id)
  if (!found) throw new Error(`No recorded article ${id}`)
  return found
}

/** Serves the articles as the feeds of their publishers, apart from those that are held back. Returns the addresses by publisher. */
export function serveRecorded(publisher: Publisher, now: Date, heldBack: readonly string[] = []) {
  const served = recordedArticles.filter(({ id }) => !heldBack.includes(id))
  const byPublisher = Map.groupBy(served, (article) => article.publisher)
  return new Map(
    [...byPublisher].map(([name, articles]) => {
      const items = articles.map(({ id, title, text, hours }) => ({
        title,
        link: `https://${name}.example/${id}`,
        date: new Date(now.getTime() - hours * 3_600_000),
        description: text.join(' '),
      }))
      publisher.serve(`/${name}.xml`, { body: rssDocument(recordedPublishers[name], items) })
      return [name, publisher.at(`/${name}.xml`)]
    }),
  )
}

/** Makes the server answer as recorded. */
export function playRecorded(server: ModelServer): void {
  server.summary = summaryOf
  server.sameEvent = sameEvent
  server.judge = judge
  server.pairs = honestPairs(({ a, b }) => (isAgainst(a, b) || isAgainst(b, a) ? 'exclude' : 'add'))
  server.eventText = (prompt) => {
    const event = eventOf(prompt)
    return JSON.stringify({ title: event?.title ?? '', ...cited(prompt, event) })
  }
  server.eventUpdate = (prompt) => {
    const { sentences, points } = cited(prompt, eventOf(prompt)?.update)
    const numbers = new Map(Object.entries(existingOf(prompt)).map(([number, text]) => [text, Number(number.slice(1))]))
    return JSON.stringify({
      title: null,
      sentences: sentences.map((one) => ({ ...one, replaces: null })),
      points: points.map((one) => ({ ...one, existing: numbers.get(one.text) ?? null })),
    })
  }
}

/** The article that a prompt shows. */
const shown = (text: string): RecordedArticle | undefined => recordedArticles.find(({ title }) => text.includes(title))

function summaryOf(prompt: string): PlayedSummary {
  const article = shown(sourceOf(prompt))
  if (!article) throw new Error('The prompt has no recorded article')
  const { title, sentences, ...answer } = article.answer
  return {
    ...answer,
    title,
    sentences: sentences.map(([text, evidence]) => ({
      evidence: evidence.map((number) => passage(article, number)),
      text,
    })),
    relevant: true,
    relevance_reason: null,
    proposed_tags: [],
  }
}

function sameEvent(prompt: string): string {
  const pair = [...prompt.matchAll(/<report-([0-9a-f]+)>\n([\s\S]*?)\n<\/report-\1>/g)].map(
    ([, , text = '']) => shown(text)?.id ?? '',
  )
  const isSame = recordedEvents.some(({ reports }) => pair.every((id) => reports.includes(id)))
  return JSON.stringify({ same: isSame ? 'yes' : 'no' })
}

/** Of the reports that a prompt shows. */
const eventOf = (prompt: string): RecordedEvent | undefined => {
  const ids = reportsOf(prompt).map(({ title }) => shown(title)?.id ?? '')
  return recordedEvents.find(({ reports }) => ids.every((id) => reports.includes(id)))
}

/** By the numbers of the reports in the prompt. Without what rests on others. */
function cited(prompt: string, answer: Pick<RecordedEvent, 'sentences' | 'points'> | undefined) {
  const numbers = new Map(reportsOf(prompt).map(({ number, title }) => [shown(title)?.id, number]))
  const cite = ([text, evidence]: EventSentence) => ({
    evidence: evidence.flatMap((place) => {
      const [id = '', number] = place.split(' ')
      const source = numbers.get(id)
      return source === undefined ? [] : { source, quote: passage(articleOf(id), Number(number)) }
    }),
    text,
  })
  const all = (sentences: EventSentence[]) => sentences.map(cite).filter(({ evidence }) => evidence.length > 0)
  return {
    sentences: all(answer?.sentences ?? []),
    points: (answer?.points ?? []).flatMap(({ text, evidence, against = [] }) => {
      const [point] = all([[text, evidence]])
      const others = all(against)
      return point ? { ...point, against: others.length > 0 ? others : null } : []
    }),
  }
}

const isAgainst = (one: string, other: string): boolean =>
  recordedEvents.some(({ points }) =>
    points.some(({ text, against }) => text === one && against?.some(([answer]) => answer === other)),
  )

const written = new Set([
  ...recordedArticles.flatMap(({ answer }) => [answer.title, ...answer.sentences.map(([text]) => text)]),
  ...recordedEvents.flatMap(({ title, sentences, points, update }) => [
    title,
    ...[...sentences, ...(update?.sentences ?? [])].map(([text]) => text),
    ...[...points, ...(update?.points ?? [])].flatMap(({ text, against = [] }) => [
      text,
      ...against.map(([one]) => one),
    ]),
  ]),
])

const wordsNamed = new Map(read<[sentence: string, words: string][]>('judge.yaml'))

const statements: Record<string, string> = parse(
  readFileSync(new URL('../../../content/prompts/statements.sv.yaml', import.meta.url), 'utf8'),
)

/** As of an article of that kind. */
const statesKind = (prompt: string, sentence: string): boolean =>
  statements[shown(prompt)?.answer.kind ?? ''] === sentence

const judge: PlayedJudge = (prompt) => {
  const verdicts = claimsOf(prompt).map((claim, at) => {
    const { sentence } = claim
    const isTrue = written.has(sentence) || isTruePair(sentence) || statesKind(prompt, sentence)
    if (written.has(sentence) && claim.findings.length > 0 && !wordsNamed.has(sentence))
      throw new Error(`judge.yaml has no words for "${sentence}" ${claim.findings.join(' ')}`)
    return {
      sentence: at + 1,
      verdict: isTrue ? 'supported' : 'contradicted',
      aspect: isTrue ? null : 'what',
      words: wordsNamed.get(sentence) ?? wordsThatDecide(claim),
    }
  })
  return JSON.stringify({ verdicts })
}
