/** Stories and scripts for tests: what a careful model would answer, each sentence with a passage of the news it is shown. */
import { wordsOf } from './played-event.ts'

export interface PlayedSentence {
  text: string
  evidence: { source: number; quote: string }[]
}

interface PlayedNews {
  number: number
  title: string
  /** A passage of it. */
  quote: string
}

const SENTENCES = [
  'De som följer frågan på nära håll har väntat på ett klargörande under en lång tid.',
  'Hur stor betydelse det får i praktiken återstår att se, men intresset är tydligt bland läsare.',
  'Den som vill fördjupa sig hittar fler detaljer hos källorna, där både bakgrunden och nästa steg beskrivs.',
]

/** How it began; no text says a sentence twice. */
const BEGINNING = [
  'Så började det hela, och frågan har följts på nära håll ända sedan dess.',
  'Bakgrunden är utförligt beskriven, och där finns mer att läsa för den som är nyfiken.',
  'Den som vill veta hur det gick till hittar förklaringen hos källorna.',
]

/** Numbered events of a story's prompt. */
export function eventsOf(prompt: string): PlayedNews[] {
  const body = /<material-([0-9a-f]+)>\n([\s\S]*?)\n<\/material-\1>/.exec(prompt)?.[2] ?? ''
  return body.split(/\n\n(?=\[\d+\] )/).flatMap((part) => {
    const [, number, title = '', text = ''] = /^\[(\d+)\] \S+ (.*)\n([\s\S]*)$/.exec(part) ?? []
    return number ? [{ number: Number(number), title, quote: firstOf(text, title) }] : []
  })
}

/** Numbered news of a script's prompt. */
export const newsOf = (prompt: string): PlayedNews[] =>
  [...prompt.matchAll(/<news-([0-9a-f]+)>\n(\d+)\. (.*)\n([\s\S]*?)\n<\/news-\1>/g)].map(
    ([, , number, title = '', text = '']) => ({ number: Number(number), title, quote: firstOf(text, title) }),
  )

const firstOf = (text: string, title: string) => /[^.!?(\n]{12,300}[.!?]?/.exec(text)?.[0].trim() ?? title

const tell = ({ number, title, quote }: PlayedNews, texts: string[]): PlayedSentence[] =>
  texts.map((text, at) => ({
    text: at === 0 ? `Det kallas ”${wordsOf(title)}”: ${text}` : text,
    evidence: [{ source: number, quote }],
  }))

export function playStory(prompt: string): string {
  const [first, ...more] = eventsOf(prompt)
  const last = more.at(-1) ?? first
  return JSON.stringify({
    title: 'Nya uppgifter i frågan',
    lead: last ? tell(last, SENTENCES.slice(0, 2)) : [],
    body: first ? [tell(first, BEGINNING)] : [],
  })
}

export function playScript(prompt: string): string {
  const news = newsOf(prompt)
  return JSON.stringify({
    title: 'Nya uppgifter i frågan',
    description: news.slice(0, 1).flatMap((item) => tell(item, SENTENCES.slice(0, 2))),
    segments: news.map((item) => ({ title: 'Nya uppgifter', sentences: tell(item, SENTENCES) })),
  })
}
