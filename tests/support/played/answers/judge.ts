/** Judges for tests: sentence by sentence, as their evidence is found in the prompt. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isSpoiled } from './writer.ts'

export interface ClaimToJudge {
  sentence: string
  /** Its windows, a line each. */
  evidence: string
  findings: string[]
}

type Classification = 'supported' | 'contradicted' | 'not_in_evidence'
export type PlayedJudge = (prompt: string) => string

const CLAIMS = /<claims-([0-9a-f]+)>\n([\s\S]*?)\n<\/claims-\1>/

export const isJudging = (prompt: string): boolean => CLAIMS.test(prompt)

/** The sentences of a judge's prompt with their evidence, in order, controls among them. */
export function claimsOf(prompt: string): ClaimToJudge[] {
  const [, ...listed] = CLAIMS.exec(prompt)?.[2]?.split('\n\n') ?? []
  return listed.map((part) => {
    const [first = '', ...lines] = part.split('\n')
    const starting = (sign: string) => lines.filter((line) => line.startsWith(sign))
    return { sentence: first.replace(/^\d+\. /, ''), evidence: starting('[').join('\n'), findings: starting('? ') }
  })
}

/** A judge that answers each sentence so. */
export const judgeEach =
  (verdictOf: (claim: ClaimToJudge, all: ClaimToJudge[]) => Classification): PlayedJudge =>
  (prompt) => {
    const claims = claimsOf(prompt)
    const verdicts = claims.map((claim, at) => {
      const verdict = verdictOf(claim, claims)
      const words = /(?:\S+\s?){1,6}/.exec(/>>(.*?)<</.exec(claim.evidence)?.[1] ?? '')?.[0].trim() ?? ''
      return { sentence: at + 1, verdict, aspect: verdict === 'supported' ? null : 'what', words }
    })
    return JSON.stringify({ verdicts })
  }

/** One that refuses planted errors, and of the real sentences those that `fault` names. */
export const judgeBy = (violation: (claim: ClaimToJudge) => Exclude<Classification, 'supported'> | null): PlayedJudge =>
  judgeEach((claim, all) => (isPlanted(claim, all) ? 'contradicted' : (violation(claim) ?? 'supported')))

/** Knows the controls, and the sentences with which a played model spoils its answers; supports all others. */
export const honest = judgeBy(({ sentence }) => (isSpoiled(sentence) ? 'not_in_evidence' : null))
export const alwaysYes = judgeEach(() => 'supported')
export const alwaysNo = judgeEach(() => 'not_in_evidence')

/** Of a hundred false sentences it refuses so many, of true ones it supports so many; a coin is right half of the time. */
export const accurate = (
  { sensitivity, specificity }: { sensitivity: number; specificity: number },
  isTrue: (sentence: string) => boolean,
  random: () => number,
): PlayedJudge =>
  judgeEach((claim, all) => {
    const isFalse = isPlanted(claim, all) || !isTrue(claim.sentence)
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

/** A false pair of the exams, or a real sentence in which a number, a name or the evidence was exchanged. */
export const isPlanted = (claim: ClaimToJudge, all: readonly ClaimToJudge[]): boolean =>
  falsePairs().has(claim.sentence) ||
  (claim.findings.length > 0 && all.some((other) => other !== claim && isTwin(claim.sentence, other.sentence)))

/** All but a few words are the same. */
function isTwin(one: string, other: string): boolean {
  const [a, b] = [one.split(' '), other.split(' ')]
  const same = (at: (words: string[], index: number) => string | undefined) => {
    let count = 0
    while (count < Math.min(a.length, b.length) && at(a, count) === at(b, count)) count += 1
    return count
  }
  const shared = same((words, index) => words[index]) + same((words, index) => words.at(-1 - index))
  return shared >= Math.max(a.length, b.length) - 4
}

let existing: Set<string> | undefined

function falsePairs(): Set<string> {
  const folder = 'content/exams'
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : []
  existing ??= new Set(
    files
      .flatMap((name) => readFileSync(`${folder}/${name}`, 'utf8').split('\n'))
      .flatMap((line) => {
        const pair = line.trim() === '' ? null : (JSON.parse(line) as { sentence?: string; truth?: boolean })
        return pair?.truth === false && pair.sentence ? pair.sentence : []
      }),
  )
  return existing
}
