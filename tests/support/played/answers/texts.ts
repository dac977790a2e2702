/** Texts of events, stories and scripts as a careful model answers, each sentence with a passage of what it is shown. */

export interface PlayedReport {
  number: number
  name: string
  title: string
  text: string
}

const SENTENCES = [
  'Beskedet kommer efter en tid av ovisshet, och de som följer frågan på nära håll har väntat på ett klargörande.',
  'Hur stor betydelse det får i praktiken återstår att se, men redan nu märks ett tydligt intresse bland läsare.',
  'Den som vill fördjupa sig hittar fler detaljer hos källorna, där både bakgrunden och nästa steg beskrivs närmare.',
]

/** The reports that a prompt shows. */
export function reportsOf(prompt: string): PlayedReport[] {
  const body = /<reports-([0-9a-f]+)>\n([\s\S]*?)\n<\/reports-\1>/.exec(prompt)?.[2] ?? ''
  return body.split(/\n\n(?=\[\d+\] )/).flatMap((part) => {
    const [head = '', title = '', ...text] = part.split('\n')
    const [, number, name] = /^\[(\d+)\] (.*), [^,]+$/.exec(head) ?? []
    return number && name ? [{ number: Number(number), name, title, text: text.join('\n') }] : []
  })
}

/** The first words of a report's text, as they stand there. */
const quoteOf = (report: PlayedReport): string => report.text.split(/\s+/).slice(0, 8).join(' ')

const citing = (report: PlayedReport): Citation => ({ source: report.number, quote: quoteOf(report) })

/** What a careful model would answer: a text that names its first report, and one point that rests on every report. */
export const playEventText = (prompt: string): string => {
  const reports = reportsOf(prompt)
  return eventAnswer(prompt, [
    { text: 'Beskedet har nått flera redaktioner.', evidence: reports.map(citing), against: null },
  ])
}

/** A careful model that finds nothing to add. */
export const playEventUpdate = (_prompt: string): string => JSON.stringify({ title: null, sentences: [], points: [] })

/** Lines of the existing text, by their numbers: T, S1, P1. */
export function existingOf(prompt: string): Record<string, string> {
  const body = /<existing-([0-9a-f]+)>\n([\s\S]*?)\n<\/existing-\1>/.exec(prompt)?.[2] ?? ''
  return Object.fromEntries(
    body.split('\n').flatMap((line) => {
      const [, number, text] = /^([TSP]\d*)(?: ≠ P\d+)?\. (.*?)(?: \([^()]*\))?$/.exec(line) ?? []
      return number && text ? [[number, text]] : []
    }),
  )
}

export interface Statement {
  text: string
  evidence: Citation[]
}
interface Citation {
  source: number
  quote: string
}

export function eventAnswer(prompt: string, points: (Statement & { against: Statement[] | null })[]): string {
  const [first] = reportsOf(prompt)
  const evidence = first ? [citing(first)] : []
  const named = `Det hela kallas ”${wordsOf(first?.title ?? '')}”: `
  const sentences = SENTENCES.map((text, at) => ({ text: at === 1 ? `${named}${text}` : text, evidence }))
  return JSON.stringify({ title: 'Nya uppgifter i frågan', sentences, points })
}

/** The first words of a headline, up to a quotation. */
export const wordsOf = (title: string): string =>
  /^[^"“”„«»]*/.exec(title)?.[0].trim().split(/\s+/).slice(0, 8).join(' ') ?? ''

interface PlayedSentence {
  text: string
  evidence: { source: number; quote: string }[]
}

interface PlayedNews {
  number: number
  title: string
  /** A passage of it. */
  quote: string
}

/** Sentences that the texts of events, which stories and scripts are made of, do not have. */
const FOLLOWED = [
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
function eventsOf(prompt: string): PlayedNews[] {
  const body = /<material-([0-9a-f]+)>\n([\s\S]*?)\n<\/material-\1>/.exec(prompt)?.[2] ?? ''
  return body.split(/\n\n(?=\[\d+\] )/).flatMap((part) => {
    const [, number, title = '', text = ''] = /^\[(\d+)\] \S+ (.*)\n([\s\S]*)$/.exec(part) ?? []
    return number ? [{ number: Number(number), title, quote: firstOf(text, title) }] : []
  })
}

/** Numbered news of a script's prompt. */
const newsOf = (prompt: string): PlayedNews[] =>
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
    lead: last ? tell(last, FOLLOWED.slice(0, 2)) : [],
    body: first ? [tell(first, BEGINNING)] : [],
  })
}

export function playScript(prompt: string): string {
  const news = newsOf(prompt)
  return JSON.stringify({
    title: 'Nya uppgifter i frågan',
    description: news.slice(0, 1).flatMap((item) => tell(item, FOLLOWED.slice(0, 2))),
    segments: news.map((item) => ({ title: 'Nya uppgifter', sentences: tell(item, FOLLOWED) })),
  })
}
