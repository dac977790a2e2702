/**
 * A closer look at the best articles: similarity by groups of four letters, which finds matches that stemmers miss
 * (compounds, irregular endings, slips of the pen). The rarity of a group is counted among these articles.
 */
import { gramsOf, gramsOfWord } from '../../../platform/text/grams.ts'
import { wordsOf } from '../../../platform/text/phrases.ts'

const SATURATION = 1.2
const LENGTH = 0.75
const TITLE = 2

export interface Text {
  id: number
  title: string
  summary: string
}

/** Score of each text for the reader's words, by id: 0 for one that shares nothing with them. */
export function scoreByGrams(query: string, texts: Text[]): Map<number, number> {
  const requested = gramsOf(query)
  const gramsOfWord = queryGrams(new Set(requested))
  const counted = texts.map((text) => countGrams(text, gramsOfWord))
  const average = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(counted.length, 1) || 1
  const holders = new Map<string, number>()
  for (const { counts } of counted) for (const gram of counts.keys()) holders.set(gram, (holders.get(gram) ?? 0) + 1)
  const rarity = new Map([...holders].map(([gram, n]) => [gram, Math.log(1 + (texts.length - n + 0.5) / (n + 0.5))]))
  return new Map(
    counted.map(({ id, counts, length }) => {
      const norm = SATURATION * (1 - LENGTH + (LENGTH * length) / average)
      const score = requested.reduce((sum, gram) => {
        const n = counts.get(gram) ?? 0
        return sum + ((rarity.get(gram) ?? 0) * n * (SATURATION + 1)) / (n + norm)
      }, 0)
      return [id, score]
    }),
  )
}

interface WordGrams {
  /** Those of the word's groups that the reader's words hold. */
  hits: string[]
  /** Number of the word's groups. */
  all: number
}

/** Texts use few words over and over: each is taken apart once. */
function queryGrams(requested: Set<string>): (word: string) => WordGrams {
  const existing = new Map<string, WordGrams>()
  return (word) => {
    const before = existing.get(word)
    if (before) return before
    const grams = gramsOfWord(word)
    const found = { hits: grams.filter((gram) => requested.has(gram)), all: grams.length }
    existing.set(word, found)
    return found
  }
}

function countGrams({ id, title, summary }: Text, gramsIn: (word: string) => WordGrams) {
  const counts = new Map<string, number>()
  let length = 0
  const count = (text: string, weight: number) => {
    for (const { folded } of wordsOf(text)) {
      const { hits, all } = gramsIn(folded)
      length += all
      for (const gram of hits) counts.set(gram, (counts.get(gram) ?? 0) + weight)
    }
  }
  count(title, TITLE)
  count(summary, 1)
  return { id, counts, length }
}
