/** Errors planted in the text at hand: a number changed, a name replaced by another of its sources, a passage of another. Pure. */
import { foldSpace } from '../../domain/text/text.ts'
import type { ExaminedClaim } from '../verify/examine.ts'
import type { JudgedItem } from './question.ts'

/** Findings of code on a sentence with this evidence: only an error that code sees is surely one. */
export type FindingsOf = (
  text: string,
  evidence: JudgedItem['evidence'],
  /** Of the evidence, where it is not that of its source. */
  language?: string,
) => JudgedItem['findings']

export interface MadeError {
  class: 'value' | 'name' | 'wrong-article'
  item: JudgedItem
}

/** Every kind in random order, on sentences in random order: the first error that can be made, or null. */
export function makeError(
  claims: readonly ExaminedClaim[],
  findingsOf: FindingsOf,
  random: () => number,
): MadeError | null {
  const sentences = shuffled(
    claims.filter(({ part, findings }) => part !== 'title' && findings.length === 0),
    random,
  )
  for (const make of shuffled([changeNumber, replaceName, exchangePassage], random))
    for (const claim of sentences) {
      const made = make(claim, claims, random)
      const findings = made ? findingsOf(made.item.text, made.item.evidence) : []
      if (made && findings.length > 0) return { class: made.class, item: { ...made.item, findings } }
    }
  return null
}

type Made = { class: MadeError['class']; item: Omit<JudgedItem, 'findings'> } | null

/** Another first digit: an amount of the same size that the evidence does not hold. */
function changeNumber({ text, evidence }: ExaminedClaim, _: readonly ExaminedClaim[], random: () => number): Made {
  const [number] = shuffled([...text.matchAll(/(?<![\p{L}\d.,:-])[1-9]\d*/gu)], random)
  if (!number) return null
  const digit = ((Number(number[0][0]) + Math.floor(random() * 8)) % 9) + 1
  const changed = `${text.slice(0, number.index)}${digit}${text.slice(number.index + 1)}`
  return { class: 'value', item: { text: changed, evidence } }
}

const NAME = /(?<=[\p{Ll}\d,;] )\p{Lu}[\p{Ll}\p{M}]{2,}(?: \p{Lu}[\p{Ll}\p{M}]{2,})*/gu

/** A name that its evidence has, for one that only the evidence of another sentence has. */
function replaceName({ text, evidence }: ExaminedClaim, claims: readonly ExaminedClaim[], random: () => number): Made {
  const shown = shownIn(evidence)
  const others = claims.flatMap((claim) => [...shownIn(claim.evidence).matchAll(NAME)].map(([name]) => name))
  const isStrange = (name: string) => name.split(' ').every((part) => !shown.includes(part) && !text.includes(part))
  const [other] = shuffled([...new Set(others)].filter(isStrange), random)
  const [name] = shuffled(
    [...text.matchAll(NAME)].filter(([found]) => shown.includes(found)),
    random,
  )
  if (!name || !other) return null
  const replaced = `${text.slice(0, name.index)}${other}${text.slice(name.index + name[0].length)}`
  return { class: 'name', item: { text: replaced, evidence } }
}

/** The evidence of a sentence that rests on other sources. Two sides of a dispute can share a sentence: both rest on its passages. */
function exchangePassage({ text }: ExaminedClaim, claims: readonly ExaminedClaim[], random: () => number): Made {
  const isSame = (claim: ExaminedClaim) => foldSpace(claim.text) === foldSpace(text)
  const sources = new Set(claims.filter(isSame).flatMap(({ evidence }) => evidence.map(({ source }) => source)))
  const others = claims.filter(
    (claim) => claim.part !== 'title' && claim.evidence.every(({ source }) => !sources.has(source)),
  )
  const [other] = shuffled(others, random)
  return other ? { class: 'wrong-article', item: { text, evidence: other.evidence } } : null
}

const shownIn = (evidence: JudgedItem['evidence']) =>
  foldSpace(evidence.map(({ before, text, after }) => `${before} ${text} ${after}`).join(' '))

/** Fisher–Yates. */
export function shuffled<T>(some: readonly T[], random: () => number): T[] {
  const all = [...some]
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[all[at], all[other]] = [all[other] as T, all[at] as T]
  }
  return all
}
