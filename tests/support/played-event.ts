/** Texts of events for tests: one that holds nothing but what its reports do. */

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
export const quoteOf = (report: PlayedReport): string => report.text.split(/\s+/).slice(0, 8).join(' ')

const citing = (report: PlayedReport): Citation => ({ source: report.number, quote: quoteOf(report) })

/** What a careful model would answer: a text that names its first report, and one point that rests on every report. */
export const playEventText = (prompt: string): string => {
  const reports = reportsOf(prompt)
  return eventAnswer(prompt, [
    { text: 'Beskedet har nått flera redaktioner.', evidence: reports.map(citing), against: null },
  ])
}

export interface Statement {
  text: string
  evidence: Citation[]
}
interface Citation {
  source: number
  quote: string
}

export function eventAnswer(prompt: string, points: (Statement & { against: Statement | null })[]): string {
  const [first] = reportsOf(prompt)
  const evidence = first ? [citing(first)] : []
  const named = `Det hela kallas ”${wordsOf(first?.title ?? '')}”: `
  const sentences = SENTENCES.map((text, at) => ({ text: at === 1 ? `${named}${text}` : text, evidence }))
  return JSON.stringify({ title: 'Nya uppgifter i frågan', sentences, points })
}

/** The first words of a headline, up to a quotation. */
export const wordsOf = (title: string): string =>
  /^[^"“”„«»]*/.exec(title)?.[0].trim().split(/\s+/).slice(0, 8).join(' ') ?? ''
