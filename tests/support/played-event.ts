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

/** The first words of a report, as they stand there. */
export const quoteOf = (report: PlayedReport): string =>
  `${report.title}. ${report.text}`.split(/\s+/).slice(0, 8).join(' ')

/** What a careful model would answer: a generic text, and one point that rests on every report. */
export const playEventText = (prompt: string): string =>
  eventAnswer([
    {
      text: 'Beskedet har nått flera redaktioner.',
      evidence: reportsOf(prompt).map((report) => ({ report: report.number, quote: quoteOf(report) })),
      against: null,
    },
  ])

interface Statement {
  text: string
  evidence: { report: number; quote: string }[]
}

export const eventAnswer = (points: (Statement & { against: Statement | null })[]): string =>
  JSON.stringify({ title: 'Nya uppgifter i frågan', summary: SENTENCES.join(' '), points })
