/** Mutants of a source file: those of StrykerJS, and our own of SQL, which it cannot see. */
import { stripTypeScriptTypes } from 'node:module'

/** A mutant: text of a file from `start` to `end`, and its replacement. */
export interface Mutant {
  file: string
  start: number
  end: number
  replacement: string
  operator: string
}

/** Words that people read, and patterns' spellings, hold no behaviour that a test should pin down. */
const EXCLUDED = ['StringLiteral']

/** Loaded late: the package is of the suites, and is installed when they are. */
export async function codeMutants(file: string, text: string): Promise<Mutant[]> {
  const { Instrumenter } = await import('@stryker-mutator/instrumenter')
  const silent = new Proxy({}, { get: () => () => false }) as ConstructorParameters<typeof Instrumenter>[0]
  const options = { plugins: null, excludedMutations: EXCLUDED, ignorers: [] }
  const { mutants } = await new Instrumenter(silent).instrument([{ name: file, content: text, mutate: true }], options)
  const offsetOf = offsetsIn(text)
  // Those that are left out are among them, with a reason.
  const tried = mutants.filter(({ statusReason }) => statusReason === undefined)
  return tried.map(({ location, replacement, mutatorName }) => ({
    file,
    start: offsetOf(location.start),
    end: offsetOf(location.end),
    replacement,
    operator: mutatorName,
  }))
}

/** Lines and columns from 0. */
function offsetsIn(text: string): (place: { line: number; column: number }) => number {
  const starts = [0]
  for (const { index } of text.matchAll(/\n/g)) starts.push(index + 1)
  return ({ line, column }) => (starts[line] ?? text.length) + column
}

/** Of Kysely's builder, whose arguments go on to the parenthesis that closes them. */
const CALLS: [operator: string, call: RegExp, replace: (args: string) => string][] = [
  ['where dropped', /\.where\(/g, () => ''],
  ['order turned', /\.orderBy\(/g, (args) => `.orderBy(${turned(args)})`],
  ['limit less one', /\.limit\(/g, (args) => `.limit(${args} - 1)`],
  ['left join made inner', /\.leftJoin\(/g, (args) => `.innerJoin(${args})`],
]

/** Of statements in template strings. */
const STATEMENTS: [operator: string, words: RegExp, replacement: string][] = [
  ['condition dropped', /\band (?!\$\{)[^\n`()]*?(?=\n|\)|`| order by| group by| limit)/g, ''],
  ['order turned', /\bdesc\b/g, 'asc'],
  ['order turned', /(?<=order by [a-z_.]+)(?=[\n,`)]| limit)/g, ' desc'],
  ['limit less one', /(?<=\blimit (?:\d+|\$\{[^}]+\}))/g, ' - 1'],
  ['left join made inner', /\bleft join\b(?! lateral)/g, 'join'],
  ['or equal dropped', /(?<= [<>])=(?= )/g, ''],
]

export function sqlMutants(file: string, text: string): Mutant[] {
  const calls = CALLS.flatMap(([operator, call, replace]) =>
    [...text.matchAll(call)].flatMap(({ index, 0: { length } }) => {
      const close = closing(text, index + length)
      const replacement = replace(text.slice(index + length, close))
      return close < 0 ? [] : { file, start: index, end: close + 1, replacement, operator }
    }),
  )
  const statements = [...text.matchAll(/sql(?:<[^`]*?>)?`[^`]*`/g)].flatMap((statement) =>
    STATEMENTS.flatMap(([operator, words, replacement]) =>
      [...statement[0].matchAll(words)].map(({ index, 0: { length } }) => {
        const start = statement.index + index
        return { file, start, end: start + length, replacement, operator }
      }),
    ),
  )
  return [...calls, ...statements]
}

const turned = (args: string) => (/'desc'/.test(args) ? args.replace("'desc'", "'asc'") : `${args}, 'desc'`)

/** The place of the parenthesis that closes what is open at `from`, or -1. */
function closing(text: string, from: number): number {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  return -1
}

/** The text with the mutant; null where nothing changes or it is no TypeScript any more. */
export function applied(text: string, { start, end, replacement }: Mutant): string | null {
  const mutated = text.slice(0, start) + replacement + text.slice(end)
  try {
    return mutated !== text && stripTypeScriptTypes(mutated) ? mutated : null
  } catch {
    return null
  }
}
