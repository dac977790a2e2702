/** Judges of pairs of statements for tests: which pairs exclude each other. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Relation } from '../../../../src/news/texts/rules/relations.ts'

export interface PairToJudge {
  a: string
  b: string
}

const PAIRS = /<pairs-([0-9a-f]+)>\n([\s\S]*?)\n<\/pairs-\1>/

export const isJudgingPairs = (prompt: string): boolean => PAIRS.test(prompt)

/** In order, planted pairs among them. */
export function pairsOf(prompt: string): PairToJudge[] {
  const listed = PAIRS.exec(prompt)?.[2]?.split('\n\n') ?? []
  return listed.map((part) => {
    const [a = '', b = ''] = [...part.matchAll(/^[AB]: (.*)$/gm)].map(([, text = '']) => text)
    return { a, b }
  })
}

/** A judge that answers each pair so. */
export const relateEach =
  (relationOf: (pair: PairToJudge) => Relation) =>
  (prompt: string): string =>
    JSON.stringify({ pairs: pairsOf(prompt).map((pair, at) => ({ pair: at + 1, relation: relationOf(pair) })) })

/** One that knows the planted pairs, and answers so of the real ones. */
export const honestPairs = (relationOf: (pair: PairToJudge) => Relation = () => 'exclude') =>
  relateEach((pair) => planted().get(`${pair.a}\n${pair.b}`) ?? relationOf(pair))

let relations: Map<string, Relation> | undefined

function planted(): Map<string, Relation> {
  const folder = 'content/statement-pairs'
  relations ??= new Map(
    readdirSync(folder)
      .flatMap((name) => readFileSync(`${folder}/${name}`, 'utf8').trimEnd().split('\n'))
      .map((line) => {
        const { relation, statements } = JSON.parse(line) as { relation: Relation; statements: { text: string }[] }
        return [statements.map(({ text }) => text).join('\n'), relation]
      }),
  )
  return relations
}
