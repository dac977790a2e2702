/** Shares told by two numbers, "three out of ten" and "every fifth": as percentages that hold the numbers as parts. Pure. */
import type { Lexeme } from './lexemes.ts'
import { type Found, hedgeBefore, type Quantity } from './quantity.ts'
import type { Reading } from './reading.ts'

const LARGEST = 100
/** "three fifths" */
const PARTS = [
  ['third', 3],
  ['quarter', 4],
  ['fifth', 5],
  ['tenth', 10],
] as const

const wholeWord = (pattern: RegExp | null, word: string) => pattern?.exec(word)?.[0] === word

/** Each share in place of its numbers. */
export function withShares(tokens: Lexeme[], found: Found[], reading: Reading): Found[] {
  const done: Found[] = []
  for (const one of found) {
    const share = shareAt(tokens, done.at(-1), one, reading)
    if (share && share.at !== one.at && share.at === done.at(-1)?.at) done.pop()
    done.push(share ?? one)
  }
  return done
}

function shareAt(tokens: Lexeme[], left: Found | undefined, right: Found, reading: Reading): Found | undefined {
  const whole = countOf(right)
  if (whole === undefined) return undefined
  const parted = PARTS.find(([name]) => wholeWord(reading.multiples[name].said, tokens[right.end]?.text ?? ''))
  if (parted) return share(tokens, right.at, [right, right], whole / parted[1], reading)
  const { every, of, one } = reading.numbers
  const word = (at: number) => tokens[at]?.text.toLowerCase() ?? ''
  if (every.has(word(right.at - 1))) return share(tokens, right.at - 1, [right, right], 1 / whole, reading)
  const from = of.has(`${word(right.at - 2)} ${word(right.at - 1)}`) ? right.at - 2 : right.at - 1
  if (!of.has(word(from)) && from === right.at - 1) return undefined
  // A word for what is counted may stand between them: "eight cases in ten".
  const beside = left && (left.end === from || (left.end === from - 1 && tokens[left.end]?.kind === 'word'))
  const part = beside ? countOf(left) : undefined
  if (left && part !== undefined && part < whole) return share(tokens, left.at, [left, right], part / whole, reading)
  return one.has(word(from - 1)) ? share(tokens, from - 1, [right, right], 1 / whole, reading) : undefined
}

function countOf({ quantity: { values, unit, scale } }: Found): number | undefined {
  const [value] = values
  const isCount = values.length === 1 && !unit && scale === 1
  return isCount && value && Number.isInteger(value) && value > 1 && value <= LARGEST ? value : undefined
}

function share(tokens: Lexeme[], at: number, parts: Found[], size: number, reading: Reading): Found {
  const end = parts.at(-1)?.end ?? at
  const text = tokens.slice(at, end).map((token) => token.text)
  const percent = size * 100
  const quantity: Quantity = {
    text: text.join(' '),
    values: [...new Set([percent, Math.floor(percent), Math.ceil(percent)])],
    literals: [],
    scale: 1,
    unit: { class: 'percent', factor: 1, strict: true },
    hedge: hedgeBefore(tokens, at, reading),
    ordinal: false,
    parts: parts.map((part) => part.quantity),
  }
  return { at, end, quantity }
}
