/** A played language model: answers in OpenAI's form, with the texts written for the demo's articles. Pure. */
import type { PlayedEvent, PlayedSentence, PlayedTexts } from './played-texts.ts'

export const PLAYED_MODEL = 'spelad-modell'

/** Settings of a site that asks the model of the demo's publisher. */
export const playedModelSettings = (publisher: string): Record<string, string> => ({
  AI_PROVIDER: 'openai',
  AI_BASE_URL: `${publisher}/v1`,
  AI_MODEL: PLAYED_MODEL,
  AI_CONCURRENCY: '8',
  AI_RATE_PER_MINUTE: '100000',
})

export type PlayedModel = (prompt: string) => string

/** Answers to the judge's exams. */
export interface Truths {
  /** Sentences that are true. */
  sentences: ReadonlySet<string>
  /** Relations of planted pairs, by both texts with a line break between them. */
  relations: ReadonlyMap<string, string>
}

/** An empty object is the answer to what it has no text for. */
export function playModel(texts: PlayedTexts, truths: Truths): PlayedModel {
  const evidence = evidenceBySentence(texts)
  return (prompt) => {
    const answer =
      playJudge(prompt, evidence, truths.sentences) ??
      playPairJudge(prompt, texts, truths.relations) ??
      playSummary(prompt, texts) ??
      playUpdate(prompt, texts) ??
      playEvent(prompt, texts) ??
      playSameEvent(prompt, texts) ??
      playStory(prompt, texts) ??
      playScript(prompt)
    return JSON.stringify(answer ?? {})
  }
}

const fold = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Texts of a prompt between marks of that name. */
const between = (prompt: string, name: string): string[] =>
  [...prompt.matchAll(new RegExp(`<${name}-([0-9a-f]+)>\\n([\\s\\S]*?)\\n</${name}-\\1>`, 'g'))].map(
    ([, , text = '']) => text,
  )

function playSummary(prompt: string, { summaries }: PlayedTexts) {
  const headline = between(prompt, 'article')[0]?.split('\n')[0]
  const found = summaries.find(({ of }) => fold(of) === headline)
  if (!found) return undefined
  return {
    title: found.title,
    sentences: found.sentences.map(({ text, quotes }) => ({ text, evidence: quotes })),
    relevant: true,
    relevance_reason: null,
    kind: found.kind,
    // Without any the tags of the rules stand.
    tags: [],
    proposed_tags: [],
    products: [],
  }
}

interface Source {
  number: number
  title: string
  text: string
}

const sourcesIn = (text: string, head: RegExp): Source[] =>
  text.split(/\n\n(?=\[\d+\] )/).flatMap((part) => {
    const [, number, title = '', body = ''] = head.exec(part) ?? []
    return number ? [{ number: Number(number), title, text: body }] : []
  })

/** Each passage with the numbers of the sources that have it; a sentence without any is left out. */
function cite({ text, quotes }: PlayedSentence, sources: readonly Source[]) {
  const evidence = quotes.flatMap((quote) => {
    const source = sources.find((one) => fold(one.text).includes(fold(quote)))
    return source ? [{ source: source.number, quote: passageAround(quote, source.text) }] : []
  })
  return evidence.length > 0 ? [{ text, evidence }] : []
}

/** The sentence in which the words occur. */
function passageAround(words: string, text: string): string {
  return text.split(/(?<=[.!?]["”]?)\s+/).find((sentence) => sentence.includes(words)) ?? words
}

function playEvent(prompt: string, texts: PlayedTexts) {
  const reports = sourcesIn(between(prompt, 'reports')[0] ?? '', /^\[(\d+)\] .*\n(.*)\n([\s\S]*)$/)
  const event = bestEvent(reports, texts)
  if (!event) return undefined
  return {
    title: event.title,
    sentences: event.sentences.flatMap((sentence) => cite(sentence, reports)),
    points: event.points.flatMap(({ against, ...point }) =>
      cite(point, reports).map((side) => ({
        ...side,
        against: against.flatMap((other) => cite(other, reports)),
      })),
    ),
  }
}

/** Its text of the new reports, without the existing sentences; an existing statement has its number. */
function playUpdate(prompt: string, texts: PlayedTexts) {
  const existing = between(prompt, 'existing')[0]?.split('\n')
  const answer = existing && playEvent(prompt, texts)
  if (!answer) return undefined
  const points = existing.filter((line) => line.startsWith('P'))
  const isExisting = (text: string) => existing.some((line) => line.includes(fold(text)))
  return {
    title: existing[0] === 'T. –' ? answer.title : null,
    sentences: answer.sentences
      .filter(({ text }) => !isExisting(text))
      .map((sentence) => ({ ...sentence, replaces: null })),
    points: answer.points.map((point) => {
      const at = points.findIndex((line) => line.includes(fold(point.text)))
      return { ...point, existing: at < 0 ? null : at + 1 }
    }),
  }
}

/** The event that has most of these reports. */
function bestEvent(reports: readonly Source[], { events }: PlayedTexts): PlayedEvent | undefined {
  const shared = ({ of }: PlayedEvent) => reports.filter(({ title }) => of.some((one) => fold(one) === title)).length
  const [best] = events.toSorted((a, b) => shared(b) - shared(a))
  return best && shared(best) > 0 ? best : undefined
}

function playSameEvent(prompt: string, { events }: PlayedTexts) {
  const [one, two] = between(prompt, 'report')
  if (one === undefined || two === undefined) return undefined
  const isOf = (text: string, { of }: PlayedEvent) => of.some((title) => fold(text).includes(fold(title)))
  return { same: events.some((event) => isOf(one, event) && isOf(two, event)) ? 'yes' : 'no' }
}

function playStory(prompt: string, { stories }: PlayedTexts) {
  const material = between(prompt, 'material')[0]
  if (material === undefined) return undefined
  const events = sourcesIn(material, /^\[(\d+)\] \S+ (.*)\n([\s\S]*)$/)
  const story = stories.find(({ of }) => events.some(({ text, title }) => `${title} ${text}`.includes(of)))
  if (!story) return undefined
  const citeAll = (sentences: PlayedSentence[]) => sentences.flatMap((sentence) => cite(sentence, events))
  return { title: story.title, lead: citeAll(story.lead), body: story.body.map(citeAll) }
}

/** The day's news as the site tells it: each text was written for its event. */
function playScript(prompt: string) {
  const news = between(prompt, 'news').flatMap((text) => {
    const [, number, title = '', summary = ''] = /^(\d+)\. (.*)\n(.*)/.exec(text) ?? []
    const sentences = summary.split(/(?<=[.!?]["”]?)\s+(?=\p{Lu})/u)
    return number
      ? [
          {
            title,
            sentences: sentences.map((text) => ({ text, evidence: [{ source: Number(number), quote: text }] })),
          },
        ]
      : []
  })
  const [first, second] = news
  if (!first) return undefined
  const opening = [first, second].flatMap((item) => item?.sentences.slice(0, 1) ?? [])
  return { title: first.title, description: opening, segments: news }
}

/** Each sentence of the texts with the passages that bear it out; null where it needs none, as a headline. */
function evidenceBySentence({ summaries, events, stories }: PlayedTexts): ReadonlyMap<string, Set<string> | null> {
  const evidence = new Map<string, Set<string> | null>()
  const add = (sentence: PlayedSentence) => {
    if (sentence.isUntrue) return
    const text = fold(sentence.text)
    evidence.set(text, new Set([...(evidence.get(text) ?? []), ...sentence.quotes.map(fold)]))
  }
  for (const { title } of [...summaries, ...events, ...stories]) evidence.set(fold(title), null)
  for (const sentence of [...summaries, ...events].flatMap(({ sentences }) => sentences)) add(sentence)
  for (const point of events.flatMap(({ points }) => points)) {
    for (const statement of [point, ...point.against]) add(statement)
  }
  for (const sentence of stories.flatMap(({ lead, body }) => [...lead, ...body.flat()])) add(sentence)
  return evidence
}

/** Supports its own sentences on their own passages, what repeats its evidence, and the true pairs of the exams. */
function playJudge(prompt: string, evidence: ReturnType<typeof evidenceBySentence>, truths: ReadonlySet<string>) {
  const listed = between(prompt, 'claims')[0]
  if (listed === undefined) return undefined
  const lines = new Map([...listed.matchAll(/^(L\d+) (.*)$/gm)].map(([, number, text = '']) => [number, text]))
  const sentences = [...listed.matchAll(/^\d+\. \[([L\d, ]*)\] (.*)$/gm)]
  const verdicts = sentences.map(([, cited = '', sentence = ''], at) => {
    const passages = cited.split(', ').map((number) => lines.get(number) ?? '')
    const quotes = evidence.get(sentence)
    const shown = passages.join(' ')
    const isBorneOut = shown.includes(sentence) || [...(quotes ?? [])].some((quote) => shown.includes(quote))
    const isTrue = quotes === null || truths.has(sentence) || isBorneOut
    return {
      sentence: at + 1,
      verdict: isTrue ? 'supported' : 'not_in_evidence',
      aspect: isTrue ? null : 'what',
      words: passages.join(' … '),
    }
  })
  return { verdicts }
}

/** Knows the planted pairs; of others, two statements of one dispute exclude each other. */
function playPairJudge(prompt: string, { events }: PlayedTexts, relations: Truths['relations']) {
  const listed = between(prompt, 'pairs')[0]?.split('\n\n')
  if (!listed) return undefined
  const disputes = events.flatMap(({ points }) =>
    points.map((point) => new Set([point, ...point.against].map(({ text }) => fold(text)))),
  )
  const pairs = listed.map((part, at) => {
    const [a = '', b = ''] = [...part.matchAll(/^[AB]: (.*)$/gm)].map(([, text = '']) => text)
    const isDispute = disputes.some((texts) => texts.has(a) && texts.has(b))
    return { pair: at + 1, relation: relations.get(`${a}\n${b}`) ?? (isDispute ? 'exclude' : 'add') }
  })
  return { pairs }
}
