/** What a bench found, and how it is printed. */

export interface Measure {
  /** The heading it stands under. */
  group: string
  name: string
  value: number
  /** What `value` is: `×` for a ratio, else its unit. */
  unit: '×' | 'ms' | 'MB'
  /** At least (`min`) or at most (`max`) this; neither where nothing was promised. */
  min?: number
  max?: number
  /** Further figures, in words. */
  note?: string
}

/** The median. */
export const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

export const holds = ({ value, min, max }: Measure): boolean =>
  value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY)

const target = ({ min, max }: Measure): string =>
  min !== undefined ? `at least ${min}` : max !== undefined ? `at most ${max}` : ''

const figure = ({ value, unit }: Measure): string =>
  unit === '×' ? value.toFixed(value < 0.1 ? 3 : 2) : `${value.toFixed(1)} ${unit}`

const verdict = (measure: Measure): string => (target(measure) === '' ? '' : holds(measure) ? 'ok' : 'MISS')

export function printMeasure(measure: Measure): void {
  const columns = [verdict(measure).padEnd(4), figure(measure).padStart(9), target(measure).padEnd(14)]
  console.log(`${columns.join('  ')}  ${measure.group}: ${measure.name}${measure.note ? ` (${measure.note})` : ''}`)
}

/** A page of markdown: a table for each group, in the order in which they came. */
export function renderPage(
  measures: readonly Measure[],
  about: { command: string; machine: string; date: string },
): string {
  const groups = [...new Set(measures.map(({ group }) => group))]
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`
  const table = (group: string) => [
    `## ${group}`,
    '',
    row(['what', 'measured', 'target', '', 'beside it']),
    row(['---', '--:', '---', '---', '---']),
    ...measures
      .filter((measure) => measure.group === group)
      .map((m) => row([m.name, figure(m), target(m), verdict(m), m.note ?? ''])),
    '',
  ]
  const missed = measures.filter((measure) => !holds(measure))
  return [
    '# Bench',
    '',
    `Written by \`${about.command}\` on ${about.date}, on ${about.machine}. Load generator, service and databases shared that`,
    'machine, so ratios count and absolute times do not. [What each line means](#how-to-read-it) stands at the end.',
    '',
    missed.length === 0
      ? 'Every target was reached.'
      : `${missed.length} of ${measures.length} lines missed their target.`,
    '',
    ...groups.flatMap(table),
    ...howToRead,
  ].join('\n')
}

const howToRead = [
  '## How to read it',
  '',
  '- **Reads** are requests a second of the whole service over those of a bare `node:http` server that sends the same bytes',
  '  from memory, both under the same load by wrk, in turns of a second, of which the middle one counts. Both start anew for',
  '  each address: when it is quiet for a while V8 gives up compiled code, which makes either of them a fifth slower from',
  '  then on. "conditional" sends `If-None-Match`. "none kept" asks for different articles with a cache too small to hold',
  '  them, so that each answer is built.',
  '- **Beside Express** is the same over a plain Express + pg handler without a cache on the same database.',
  '- **Growth** is the cost of a page that is built from the database, or of a search by words, in a larger database over',
  '  that in the smallest, within one process and without the cache. A new article is stored with nineteen others of its',
  '  source.',
  '- **Processor time an article** is that of this process and the whole database server together, for 400 new articles of',
  '  20 sources that go through the stages of the pipeline, with 125 a day before them.',
  '- **Beside stories** is the longest that another process waited to publish, and to read, while the stage took in 200 new',
  '  events.',
  '- **Ingest** is the time of fetching, parsing, storing and publishing documents over that of fetching and parsing alone,',
  '  in turns in one process: the median of all but the first, in which both are new to their work.',
  '- **While sources are read** is the 99th percentile of hot reads while 40 sources are ingested in the same process, over',
  '  that of the idle process (20 seconds). wrk plays 250 readers, each of whom rests a second at most between two requests,',
  '  500 a second together: who comes does not depend on how fast others are answered. Five other sources are read before.',
  '  [What makes readers wait then](adr/0003-one-thread-answers-and-works.md), and',
  '  [how the work spares them](adr/0004-work-rests-while-many-read.md).',
  '',
]
