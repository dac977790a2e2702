/** docs/bench.md: what a bench found, as a page. */
import { figure, type Measure } from './measure.ts'

/** The command, the machine and the day of a measurement. */
export interface About {
  command: string
  machine: string
  date: string
}

/**
 * The page with a section for each group of the measures, in the order in which they came, and the sections of the earlier
 * page that were not measured. A section is replaced whole: lines of its parts that were not measured are lost.
 */
export function renderPage(earlier: string, measures: readonly Measure[], about: About): string {
  const sections = new Map(earlier.split(/^(?=## )/m).flatMap((text) => nameOf(text).map((name) => [name, text])))
  for (const [group, some] of Map.groupBy(measures, ({ group }) => group))
    sections.set(group, renderSection(group, some, about))
  return [head, ...sections.values(), howToRead].map((text) => `${text.trim()}\n`).join('\n')
}

/** None for the page's head and its last section, which are always written again. */
const nameOf = (section: string): string[] =>
  /^## (?!How to read it)(.*)/
    .exec(section)
    ?.slice(1)
    .map((name) => name.trim()) ?? []

function renderSection(group: string, measures: readonly Measure[], { command, machine, date }: About): string {
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [
    `## ${group}`,
    '',
    `\`${command}\` on ${date}, on ${machine}.`,
    '',
    row(['what', 'measured', 'beside it']),
    row(['---', '--:', '---']),
    ...measures.map((measure) => row([measure.name, figure(measure), measure.note ?? ''])),
  ].join('\n')
}

const head = `
# Bench

How quick is the service, and how do you repeat the figures?

Each section names the command that wrote it, which repeats it. Load generator, service and database shared one machine.
[The last section](#how-to-read-it) explains each line.
`

const howToRead = `
## How to read it

A **ratio** (×) sets two things against each other in one run on one machine, and means the same on another. Times and
memory depend on the machine. No line improves when the service does less: what rests is not measured as quick.

- **Reads** are requests a second of one web process over those of a bare \`node:http\` server that sends the same bytes
  from memory. Both run as Node comes and get the same load by wrk on 20 connections, in alternating turns of a second;
  the median of the turns counts. Both start again for each address, because V8 drops compiled code in idle moments.
  "conditional" sends \`If-None-Match\` and is answered 304. "not cached" asks for different articles with a cache of 1 MB,
  so that each answer is built from the database.
- **Commands** run alternately with \`node -e 0\` on the same Node, beside a running service; medians count. Processor time
  is that of the command and does not contain what the database does for it. What Node compiled at an earlier start is
  in its compile cache. \`npm start\` runs on a data folder that is filled, from the start of npm until \`/readyz\` and \`/\`
  answer 200.
- **Features** are starts of \`karnhuset serve\` on folders without articles, in alternating rounds; medians count. Processor
  time is that of all processes at the first answers. Memory is the proportional set size of all, 20 seconds later.
- **At work** is one \`karnhuset serve\` with its supervisor, database, web process and worker, and as many articles as the
  line on memory gives. Its readers are a process of their own that asks for six surfaces in turn, 100 a second, whether
  earlier answers have come or not. An answer is timed from the moment at which it was due, so that a
  stall counts for every reader who met it (no coordinated omission).
  - **A new item** is timed from the moment at which its feed is due. The schedule asks a feed every five minutes at most;
    here the bench sets \`next_fetch_at\` of the feed to now, as happens when an operator resumes a source. The worker
    looks for feeds that are due every 15 seconds, and when a job has ended; the note gives the time until the
    publisher was asked. The surfaces are looked at five times a second beside the readers.
  - **A pass** is timed from handing feeds that were never seen to the worker until fetching, clustering and stories have
    nothing left to do. Each pass stores all articles of the documents again, as those of other feeds. "Without" is the
    mean of a pass before and one after. The last line is the bare server beside one more pass: what of the 99th
    percentile is the machine, and not the service.
  - **Memory** is the proportional set size (PSS) of the supervisor, the web process, the worker and all processes of the
    embedded database: a page that several processes share counts once. It is read half a minute after a pass with readers
    of many different articles. Resident sizes (RSS) count it in each of them. A server of \`--database\` is not counted.
- **Passes** are two runs of \`karnhuset ingest\` over the real feeds of the shared data, on a database without articles and
  right after. Processor time is that of the command and of the database's server. The bare loop, a process too, asks for
  the same documents and parses them with the service's parser. Statements and transactions are the server's own counts,
  those of the job queue among them.
- **Small machine** is \`karnhuset serve\` in cgroups of 1,000 and 1,950 MB, in one process and in several: memory half a minute
  after a pass, and starts by \`npm start\`. In one of 512 MB ten requests a second come for ten minutes beside passes over 40
  feeds. Its line counts killed processes and reads that were not answered 200. On 2026-11-29 they were one sum, and
  readers asked for articles that the first pass was yet to bring.
- **Processor time an article** is that of this process and of the database together, for 400 articles of 20 documents
  that go through the stages, by stage. The second line of a size is its ratio to the smallest.
- **Beside stories** is the longest time that a publishing transaction and a select of another process took while 200 new
  events were decided.
- **Growth** is the median time of a page that is built from the database, or of a search by words, within one process and
  without the cache. It is that in a larger database over that in the smallest, or over its first page.
- **Processor time an alerted event** is that of this process and of the database together, per 1,000 rules that the event
  meets. It runs from the log of changes until the messages wait for each reader's device. One event is requested by a
  thousand of the readers, and one by all. What is sent afterwards is not in it.
- **Records of publishers** are counted for a played year of 14 publishers. The processor time of the stage's passes over a
  month is that of this process and of the database together, over the articles of that month. The page is timed from its
  request to its HTML, with the version of the content raised before each.
`
