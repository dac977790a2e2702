/** Weights for relevance.yaml, learnt from headlines that a person judged: logistic regression on words and sources. Pure. */
import { type Share, wilson } from '../quality/wilson.ts'

export interface Example {
  title: string
  /** The beginning of the article; may be empty. */
  text: string
  /** Registrable domain; null where it is not known. */
  publisher: string | null
  relevant: boolean
}

export interface LearntWeights {
  terms: Record<string, number>
  sources: Record<string, number>
}

/** Points of an article before anything was learnt, and how many it takes. */
export interface Baseline {
  threshold: number
  score(example: Example): number
  /** Words, in lower case, that must not be learnt: those that say nothing, and names of tags. */
  passed: ReadonlySet<string>
}

const ROUNDS = 400
const RATE = 0.3
/** Pulls every weight towards nothing, so that a word of two headlines decides little. */
const SHRINK = 0.1
const MIN_EXAMPLES = 2
const SMALLEST = 0.3
const LARGEST = 3

const wordsOf = (title: string) => new Set(title.toLowerCase().match(/\p{L}[\p{L}\p{N}-]{2,}/gu) ?? [])

function featuresOf({ title, publisher }: Example, passed: ReadonlySet<string>): string[] {
  const words = [...wordsOf(title)].filter((word) => !passed.has(word)).map((word) => `term ${word}`)
  return publisher === null ? words : [...words, `source ${publisher}`]
}

/** A feature is learnt from two examples up. Weights are rounded to tenths. */
export function fitRelevance(examples: readonly Example[], baseline: Baseline): LearntWeights {
  const rows = examples.map((example) => ({
    features: featuresOf(example, baseline.passed),
    given: baseline.score(example) - baseline.threshold,
    wanted: example.relevant ? 1 : 0,
  }))
  const seen = Map.groupBy(
    rows.flatMap(({ features }) => features),
    (feature) => feature,
  )
  const weights = new Map<string, number>(
    [...seen].flatMap(([name, all]) => (all.length < MIN_EXAMPLES ? [] : [[name, 0] as const])),
  )
  for (let round = 0; round < ROUNDS; round++) {
    const slopes = new Map<string, number>()
    for (const { features, given, wanted } of rows) {
      const existing = features.filter((feature) => weights.has(feature))
      const sum = existing.reduce((total, feature) => total + (weights.get(feature) ?? 0), given)
      const error = wanted - 1 / (1 + Math.exp(-sum))
      for (const feature of existing) slopes.set(feature, (slopes.get(feature) ?? 0) + error)
    }
    for (const [feature, weight] of weights)
      weights.set(feature, weight + RATE * ((slopes.get(feature) ?? 0) / rows.length - SHRINK * weight))
  }
  return {
    terms: ofKind(weights, 'term '),
    sources: ofKind(weights, 'source '),
  }
}

function ofKind(weights: ReadonlyMap<string, number>, kind: string): Record<string, number> {
  const selected = [...weights].filter(([name, weight]) => name.startsWith(kind) && Math.abs(weight) >= SMALLEST)
  return Object.fromEntries(
    selected
      .sort(([, a], [, b]) => b - a)
      .map(([name, weight]) => [
        name.slice(kind.length),
        Math.round(10 * Math.max(-LARGEST, Math.min(LARGEST, weight))) / 10,
      ]),
  )
}

export interface RelevanceFigures {
  /** Of what was called relevant, how much is. */
  precision: Share
  /** Of what is relevant, how much was called so. */
  recall: Share
  wrong: Example[]
}

export function measureRelevance(
  examples: readonly Example[],
  isRelevant: (example: Example, index: number) => boolean,
): RelevanceFigures {
  const classified = examples.map((example, index) => ({ example, called: isRelevant(example, index) }))
  const hits = classified.filter(({ example, called }) => called && example.relevant).length
  return {
    precision: wilson(hits, classified.filter(({ called }) => called).length),
    recall: wilson(hits, classified.filter(({ example }) => example.relevant).length),
    wrong: classified.filter(({ example, called }) => called !== example.relevant).map(({ example }) => example),
  }
}

/** Lines of `1` or `0`, a headline, the start of the text and the domain of the source, with tabs between; the last two may be missing. */
export function parseExamples(file: string): { examples: Example[]; violations: string[] } {
  const violations: string[] = []
  const examples = file.split(/\r?\n/).flatMap((line, at): Example[] => {
    if (line.trim() === '' || line.startsWith('#')) return []
    const [label = '', title = '', text = '', publisher = ''] = line.split('\t').map((cell) => cell.trim())
    if (title !== '' && /^[01]$/.test(label))
      return [{ title, text, publisher: publisher.toLowerCase() || null, relevant: label === '1' }]
    violations.push(`line ${at + 1}: not "1" or "0", a tab and a headline`)
    return []
  })
  return { examples, violations }
}
