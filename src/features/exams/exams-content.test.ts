/** The exams that the product ships: complete, half of them true, and not to be passed by the sentence's surface. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Pair {
  id: string
  class: string
  sentence: string
  evidence: { text: string; language: string }[]
  truth: boolean
}

const MIN_PAIRS: Record<string, number> = { sv: 160, en: 160, de: 80, nb: 80 }
const CLASSES = 'value name role negation certainty time cause superlative quotation derived wrong-article'.split(' ')
const MAX_GUESSED = 0.6

const words = (text: string) => text.split(/\s+/).length
const hasLength = (text: string, min: number, max: number) => words(text) >= min && words(text) <= max
const isTrue = (pair: Pair) => pair.truth

/** Share of pairs that the best threshold on `measure` tells apart, whichever side is called true. */
function guessed(pairs: Pair[], measure: (sentence: string) => number): number {
  const thresholds = new Set(pairs.map(({ sentence }) => measure(sentence)))
  const shares = [...thresholds].map((threshold) => {
    const right = pairs.filter(({ sentence, truth }) => measure(sentence) >= threshold === truth).length
    return Math.max(right, pairs.length - right) / pairs.length
  })
  return Math.max(...shares)
}

const ARTICLES = 'writer-articles.jsonl'
const files = readdirSync('content/exams').filter((file) => file.endsWith('.jsonl') && file !== ARTICLES)

describe.each(files)('the exam %s', (file) => {
  const language = file.replace('.jsonl', '')
  const lines = readFileSync(`content/exams/${file}`, 'utf8').trimEnd().split('\n')
  const pairs: Pair[] = lines.map((line) => JSON.parse(line))

  it('has enough pairs of an expected shape', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(MIN_PAIRS[language] ?? Number.POSITIVE_INFINITY)
    for (const pair of pairs) {
      expect(Object.keys(pair)).toEqual(['id', 'class', 'sentence', 'evidence', 'truth'])
      expect(pair.truth).toBeTypeOf('boolean')
      expect(pair.id).toMatch(new RegExp(`^${language}-${pair.class}-\\d\\d$`))
    }
  })

  it('repeats no id and no sentence', () => {
    expect(new Set(pairs.map(({ id }) => id)).size).toBe(pairs.length)
    expect(new Set(pairs.map(({ sentence }) => sentence)).size).toBe(pairs.length)
  })

  it('is half true, in each class too', () => {
    expect(pairs.filter(isTrue).length * 2).toBe(pairs.length)
    expect([...new Set(pairs.map((pair) => pair.class))].sort()).toEqual([...CLASSES].sort())
    for (const name of CLASSES) {
      const ofClass = pairs.filter((pair) => pair.class === name)
      expect(Math.abs(ofClass.filter(isTrue).length * 2 - ofClass.length), name).toBeLessThanOrEqual(1)
    }
  })

  it('keeps sentences and passages within their lengths, in languages that are known', () => {
    const odd = pairs.filter(
      ({ sentence, evidence }) =>
        !hasLength(sentence, 8, 30) ||
        evidence.length < 1 ||
        evidence.length > 2 ||
        evidence.some((passage) => !(passage.language in MIN_PAIRS) || !hasLength(passage.text, 15, 70)),
    )
    expect(odd.map(({ id }) => id)).toEqual([])
  })

  it('is not passed by the length of a sentence or by its digits', () => {
    expect(guessed(pairs, words)).toBeLessThanOrEqual(MAX_GUESSED)
    expect(guessed(pairs, (sentence) => Number(/\d/.test(sentence)))).toBeLessThanOrEqual(MAX_GUESSED)
  })
})

it('has twenty-four articles for writers, each long enough to be summarised', () => {
  const articles = readFileSync(`content/exams/${ARTICLES}`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(articles).toHaveLength(24)
  expect(new Set(articles.map(({ id }) => id)).size).toBe(24)
  for (const { language, published, text } of articles) {
    expect(MIN_PAIRS).toHaveProperty(language)
    expect(Date.parse(published)).not.toBeNaN()
    expect(hasLength(text, 180, 420)).toBe(true)
  }
})

describe('pairs of statements', () => {
  const folder = 'content/statement-pairs'
  it.each(readdirSync(folder))('%s: half of them exclude each other, and none repeats another', (file) => {
    const lines = readFileSync(`${folder}/${file}`, 'utf8').trimEnd().split('\n')
    const pairs = lines.map(
      (line) => JSON.parse(line) as { id: string; relation: string; statements: { text: string }[] },
    )
    expect(pairs.length).toBeGreaterThanOrEqual(14)
    expect(pairs.filter(({ relation }) => relation === 'exclude').length * 2).toBe(pairs.length)
    expect(new Set(pairs.map(({ id }) => id)).size).toBe(pairs.length)
    const texts = pairs.map(({ statements }) => statements.map(({ text }) => text).join(' '))
    expect(new Set(texts).size).toBe(pairs.length)
  })
})
