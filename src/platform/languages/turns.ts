/** Words that turn the meaning of a sentence, in the form in which they are looked for. Pure. */
import { anyOf } from './patterns.ts'
import type { TurnWords } from './verify-words.ts'

export interface Turn {
  class: 'negation' | 'opposite' | 'cause' | 'certainty'
  from: string
  to: string
  /** It takes a "not" out. */
  affirms: boolean
}

export interface Turns {
  all: readonly Turn[]
  /** Null where there are none. */
  pattern: RegExp | null
  mutual: ReadonlySet<string>
}

export function buildTurns({ negation, opposite, cause, certainty, mutual }: TurnWords): Turns {
  const turns = (name: Turn['class'], pairs: TurnWords['cause'], affirms = false) =>
    pairs.map(([from, to]): Turn => ({ class: name, from, to, affirms: affirms || to === '' }))
  const all = [
    ...turns('negation', negation),
    ...turns('negation', reversed(negation), true),
    ...turns('opposite', [...opposite, ...reversed(opposite)]),
    ...turns('cause', cause),
    ...turns('certainty', certainty),
  ]
  // The longest first: "is not" becomes "is", and never "is not not".
  const terms = all.map(({ from }) => from).toSorted((a, b) => b.length - a.length)
  return { all, pattern: anyOf(terms, 'giu'), mutual: new Set(mutual) }
}

const reversed = (pairs: TurnWords['cause']): TurnWords['cause'] =>
  pairs.flatMap(([from, to]): TurnWords['cause'] => (to === '' ? [] : [[to, from]]))
