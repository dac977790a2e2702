/** Errors that code does not see: a word turned, two names or numbers exchanged. All words are the article's own. Pure. */
import type { Turn, Turns } from '../../../platform/languages/turns.ts'
import { foldSpace } from '../../../platform/text/text.ts'
import type { ExaminedClaim } from '../verify/examine.ts'
import { shownIn } from '../verify/match-evidence.ts'
import { type FindingsOf, kindOf, namesOf } from './judged-item.ts'

export interface TurnedError {
  class: Turn['class'] | 'role' | 'value'
  text: string
}

/** Each error that can be made of one sentence. */
export const turnedErrors = (
  claim: Pick<ExaminedClaim, 'text' | 'evidence'>,
  turns: Turns | null,
  findingsOf: FindingsOf,
): TurnedError[] => [
  ...(turns ? [...turnedWords(claim.text, turns), ...exchangedNames(claim, turns, findingsOf)] : []),
  ...exchangedNumbers(claim),
]

function turnedWords(text: string, { all, pattern }: Turns): TurnedError[] {
  const found = [...(pattern ? text.matchAll(pattern) : [])].flatMap(({ 0: written, index }) => {
    const term = foldSpace(written).toLowerCase()
    return all.filter(({ from }) => from === term).map((turn) => ({ turn, written, index }))
  })
  // A second "not" could cancel the first.
  const isNegated = found.some(({ turn }) => turn.affirms)
  return found
    .filter(({ turn, index }) => turn.class !== 'negation' || (turn.affirms === isNegated && (turn.to || index > 0)))
    .map(({ turn, written, index }) => ({ class: turn.class, text: withTurn(text, index, written, turn.to) }))
}

function withTurn(text: string, at: number, found: string, to: string): string {
  const word = /^\p{Lu}/u.test(found) ? to.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : to
  const turned = `${text.slice(0, at)}${word}${text.slice(at + found.length)}`
  return word === '' ? turned.replace(/ {2,}/g, ' ').replace(/ (?=[.,;!?])/g, '') : turned
}

const NAME = /(?<![\p{L}\p{N}.'’-])\p{Lu}[\p{L}\p{M}]{2,}(?: \p{Lu}[\p{L}\p{M}]{2,})*(?![\p{L}\p{N}-])/gu
/** Characters between two names that change places. */
const MAX_BETWEEN = 60

/** Names that stand beside each other in a sentence, with words between them that are not mutual. */
function exchangedNames(
  { text, evidence }: Pick<ExaminedClaim, 'text' | 'evidence'>,
  { mutual }: Turns,
  findingsOf: FindingsOf,
): TurnedError[] {
  const shown = shownIn(evidence)
  const unsupported = namesOf(text, evidence, findingsOf)
  const names = [...text.matchAll(NAME)].filter(
    ([name]) => shown.includes(name) && name.split(' ').every((part) => unsupported.includes(part)),
  )
  return names.slice(1).flatMap((second, at) => {
    const first = names[at] as RegExpExecArray
    const between = text.slice(first.index + first[0].length, second.index)
    const words = between.toLowerCase().match(/\p{L}+/gu) ?? []
    const isOneWay = words.length > 0 && !words.some((word) => mutual.has(word))
    if (!isOneWay || /[,;:–—]/.test(between) || between.length > MAX_BETWEEN || first[0] === second[0]) return []
    const rest = text.slice(second.index + second[0].length)
    return [{ class: 'role', text: `${text.slice(0, first.index)}${second[0]}${between}${first[0]}${rest}` }]
  })
}

const NUMBER = /(?<![\p{L}\d.,:\-–/])(?:[1-9]\d{0,2}(?:[ \u00a0\u202f,.]\d{3})+|[1-9]\d*)(?![\d:/–-]|[.,]\d)/gu
const digitsOf = (number: string) => number.replace(/\D/g, '')

/** A number of a sentence for another of its kind and length that its evidence holds as well. */
function exchangedNumbers({ text, evidence }: Pick<ExaminedClaim, 'text' | 'evidence'>): TurnedError[] {
  const numbers = [...text.matchAll(NUMBER)]
  const written = numbers.map(([number]) => digitsOf(number))
  const held = new Set([...shownIn(evidence).matchAll(NUMBER)].map(([number]) => digitsOf(number)))
  return numbers.flatMap(({ 0: number, index }) => {
    const digits = digitsOf(number)
    const isOther = (other: string) => other.length === digits.length && kindOf(other) === kindOf(digits)
    const others = [...held].filter((other) => !written.includes(other) && isOther(other))
    return others.map((other): TurnedError => {
      let at = 0
      const exchanged = number.replace(/\d/g, () => other[at++] ?? '')
      return { class: 'value', text: `${text.slice(0, index)}${exchanged}${text.slice(index + number.length)}` }
    })
  })
}
