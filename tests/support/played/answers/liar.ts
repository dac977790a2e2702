/** A model that lies about an article in one way, in fluent Swedish, and a judge that knows which sentences are true. */
import { readFileSync } from 'node:fs'
import { isTruePair, judgeBy } from './judge.ts'
import type { PlayedSummary } from './writer.ts'

type Sentence = PlayedSummary['sentences'][number]

interface Pair {
  id: string
  source: { title: string; text: string; language: string }
  answer: { title: string; sentences?: Sentence[] }
  fault: string | null
}

export interface Lie {
  id: string
  /** The class of the table, or null for a summary that is true. */
  fault: string | null
  source: Pair['source']
  answer: PlayedSummary
  /** The sentences that no true summary of the article holds. */
  untrue: string[]
}

const pairs = readFileSync('quality/eval/faults.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Pair)

const articleOf = ({ id }: Pair) => id.split('-')[0]
const textsOf = ({ answer }: Pair) => (answer.sentences ?? []).map(({ text }) => text)
const good = pairs.filter(({ fault }) => fault === null)
const truths = new Set([...good.flatMap(textsOf), ...good.map(({ answer }) => answer.title)])

export function lie(id: string): Lie {
  const pair = pairs.find((one) => one.id === id)
  if (!pair?.answer.sentences) throw new Error(`quality/eval/faults.jsonl has no ${id} with sentences`)
  const untrue =
    pair.fault === 'wrong-article' ? textsOf(pair) : textsOf(pair).filter((sentence) => !truths.has(sentence))
  return {
    id,
    fault: pair.fault,
    source: pair.source,
    answer: answerOf(pair.answer.title, pair.answer.sentences),
    untrue,
  }
}

/** The true summaries of the article that a lie is about. */
export const truthsOf = (id: string): Lie[] =>
  pairs
    .filter((pair) => articleOf(pair) === id.split('-')[0] && pair.fault === null && pair.answer.sentences)
    .map((pair) => lie(pair.id))

export const answerOf = (title: string, sentences: Sentence[]): PlayedSummary => ({
  title,
  sentences,
  relevant: true,
  relevance_reason: 'Ämnet nämns i artikeln.',
  tags: [],
  proposed_tags: [],
  products: [],
  kind: 'news',
})

/** Supports what is true of the article that the lie is about, and that alone. */
export const honestAbout = (told: Lie) =>
  judgeBy(({ sentence }) => {
    const isTrue = truths.has(sentence) || isTruePair(sentence)
    return told.untrue.includes(sentence) || !isTrue ? 'contradicted' : null
  })

/** Words that the text of an event may have. */
const MOST_IN_EVENT = 88

/** The same lie as the text of an event, a story and an episode: the untrue sentences first, then what is true. */
export const liesTold = {
  event: (told: Lie): string => {
    const sentences = untrueFirst(told)
    const points = [...sentences.slice(0, 1), ...sentences.slice(-1)].map((one) => ({ ...one, against: null }))
    return JSON.stringify({ title: told.answer.title, sentences: upTo(MOST_IN_EVENT, sentences), points })
  },
  story: (told: Lie): string => {
    const sentences = untrueFirst(told)
    return JSON.stringify({ title: told.answer.title, lead: sentences.slice(-1), body: [sentences.slice(0, -1)] })
  },
  script: (told: Lie): string => {
    const sentences = untrueFirst(told)
    const { title } = told.answer
    return JSON.stringify({ title, description: sentences.slice(-2), segments: [{ title, sentences }] })
  },
}

const cited = ({ text, evidence }: Sentence) => ({ text, evidence: evidence.map((quote) => ({ source: 1, quote })) })

const untrueFirst = ({ untrue, answer }: Lie) =>
  answer.sentences.toSorted((a, b) => Number(untrue.includes(b.text)) - Number(untrue.includes(a.text))).map(cited)

function upTo(words: number, sentences: ReturnType<typeof cited>[]) {
  const lengths = sentences.map(({ text }) => text.split(/\s+/).length)
  return sentences.filter((_, at) => lengths.slice(0, at + 1).reduce((sum, one) => sum + one, 0) <= words)
}
