/** Judges for tests: sentence by sentence, as their evidence is found in the prompt. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isSpoiled } from './writer.ts'

export interface ClaimToJudge {
  sentence: string
  /** The lines that it names. */
  evidence: string
  findings: string[]
}

type Classification = 'supported' | 'contradicted' | 'not_in_evidence'
export type PlayedJudge = (prompt: string) => string

const CLAIMS = /<claims-([0-9a-f]+)>\n([\s\S]*?)\n<\/claims-\1>/

export const isJudging = (prompt: string): boolean => CLAIMS.test(prompt)

/** The sentences of a judge's prompt with their evidence, in order, controls among them. */
export function claimsOf(prompt: string): ClaimToJudge[] {
  const listed = CLAIMS.exec(prompt)?.[2] ?? ''
  const lines = new Map([...listed.matchAll(/^(L\d+) (.*)$/gm)].map(([, number, text = '']) => [number, text]))
  return [...listed.matchAll(/^\d+\. \[([L\d, ]*)\] (.*)((?:\n\? .*)*)/gm)].map(
    ([, cited = '', sentence = '', findings = '']) => ({
      sentence,
      evidence: cited
        .split(', ')
        .map((number) => lines.get(number) ?? '')
        .join('\n'),
      findings: findings.split('\n').filter(Boolean),
    }),
  )
}

/** A judge that answers each sentence so. */
export const judgeEach =
  (verdictOf: (claim: ClaimToJudge, all: ClaimToJudge[]) => Classification): PlayedJudge =>
  (prompt) => {
    const claims = claimsOf(prompt)
    const verdicts = claims.map((claim, at) => {
      const verdict = verdictOf(claim, claims)
      const words = wordsThatDecide(claim)
      return { sentence: at + 1, verdict, aspect: verdict === 'supported' ? null : 'what', words }
    })
    return JSON.stringify({ verdicts })
  }

/** First words of the evidence; all of it where there is a line with `?`. */
export const wordsThatDecide = ({ evidence, findings }: ClaimToJudge): string =>
  findings.length === 0 ? (/(?:\S+\s?){1,6}/.exec(evidence)?.[0].trim() ?? '') : evidence.replaceAll('\n', ' … ')

/** One that refuses planted errors, and of the real sentences those that `fault` names. */
export const judgeBy = (violation: (claim: ClaimToJudge) => Exclude<Classification, 'supported'> | null): PlayedJudge =>
  judgeEach((claim) => (isPlanted(claim) ? 'contradicted' : (violation(claim) ?? 'supported')))

/** Knows the controls, and the sentences with which a played model spoils its answers; supports all others. */
export const honest = judgeBy(({ sentence }) => (isSpoiled(sentence) ? 'not_in_evidence' : null))
export const alwaysYes = judgeEach(() => 'supported')
export const alwaysNo = judgeEach(() => 'not_in_evidence')

/** Reads no evidence: refuses what is of other words than the rest of its call, or almost another sentence of it. */
export const lazy = judgeEach((claim, all) => {
  const others = all.filter((other) => other !== claim)
  const elsewhere = new Set(others.flatMap(({ sentence, evidence }) => longWords(`${sentence} ${evidence}`)))
  const long = longWords(`${claim.sentence} ${claim.evidence}`)
  const isForeign = long.filter((word) => elsewhere.has(word)).length < long.length / 5
  const words = claim.sentence.split(' ')
  const isTwin = others.some(({ sentence }) => {
    const theirs = sentence.split(' ')
    const shared = words.filter((word) => theirs.includes(word)).length
    return shared >= 0.7 * Math.max(words.length, theirs.length)
  })
  return others.length > 0 && (isForeign || isTwin) ? 'not_in_evidence' : 'supported'
})

const longWords = (text: string) => [...new Set(text.toLowerCase().match(/\p{L}{5,}/gu) ?? [])]

/** Supports a sentence whose numbers and names all occur in its evidence, whatever it claims of them. */
export const keyword = judgeEach(({ sentence, evidence }) => {
  const shown = evidence.replace(/(?<=\d)[ .,](?=\d{3})/g, '').toLowerCase()
  const numbers = sentence.replace(/(?<=\d)[ .,](?=\d{3})/g, '').match(/\d+/g) ?? []
  const names = sentence.match(/(?<=[\p{Ll}\d,] )\p{Lu}\p{L}{2,}/gu) ?? []
  return [...numbers, ...names].every((word) => shown.includes(word.toLowerCase())) ? 'supported' : 'not_in_evidence'
})

/** Of a hundred false sentences it refuses so many, of true ones it supports so many; a coin is right half of the time. */
export const accurate = (
  { sensitivity, specificity }: { sensitivity: number; specificity: number },
  isTrue: (sentence: string) => boolean,
  random: () => number,
): PlayedJudge =>
  judgeEach((claim) => {
    const isFalse = isPlanted(claim) || !isTrue(claim.sentence)
    const isRefused = isFalse ? random() < sensitivity : random() >= specificity
    return isRefused ? 'contradicted' : 'supported'
  })

/** One judge for so many calls, and then another. */
export function drifting(calls: number, first: PlayedJudge, then: PlayedJudge): PlayedJudge {
  let made = 0
  return (prompt) => (made++ < calls ? first(prompt) : then(prompt))
}

/** 0 to 1, the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Sentences that played models wrote: all others are planted. */
const written = new Set<string>()
const folded = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Each string of an answer, also of one that is cut off. */
export function noteWritten(answer: string): void {
  for (const [, text = ''] of answer.matchAll(/"((?:[^"\\]|\\.)*)"/g)) written.add(folded(text.replace(/\\(.)/g, '$1')))
}

/** A false pair of the exams, or an error that was made of what a model wrote. */
export const isPlanted = ({ sentence }: ClaimToJudge): boolean =>
  !written.has(folded(sentence)) && !isTruePair(sentence)

/** Of the exams. */
export const isTruePair = (sentence: string): boolean => truePairs().has(sentence)

let existing: Set<string> | undefined

function truePairs(): Set<string> {
  const folder = 'content/exams'
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : []
  existing ??= new Set(
    files
      .flatMap((name) => readFileSync(`${folder}/${name}`, 'utf8').split('\n'))
      .flatMap((line) => {
        const pair = line.trim() === '' ? null : (JSON.parse(line) as { sentence?: string; truth?: boolean })
        return pair?.truth && pair.sentence ? pair.sentence : []
      }),
  )
  return existing
}
