/** Weights for relevance.yaml, learnt from headlines that a person judged: logistic regression on words and sources. Pure. */
import { type Share, wilson } from '../../../platform/text/wilson.ts'

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

const ROUNDS = 60
/** Variance of a weight before anything is known: it pulls one that few examples support towards nothing. */
const SPREAD = 0.7
const MIN_EXAMPLES = 2
const SMALLEST = 0.3
const LARGEST = 3

const wordsOf = (title: string) => new Set(title.toLowerCase().match(/\p{L}[\p{L}\p{N}-]{2,}/gu) ?? [])

function featuresOf({ title, publisher }: Example, passed: ReadonlySet<string>): string[] {
  const words = [...wordsOf(title)].filter((word) => !passed.has(word)).map((word) => `term ${word}`)
  return publisher === null ? words : [...words, `source ${publisher}`]
}

/** A feature is learnt from two examples up: logistic regression, a step of Newton for one weight after the other. */
export function fitRelevance(examples: readonly Example[], baseline: Baseline): LearntWeights {
  const rows = examples.map((example) => ({
    features: featuresOf(example, baseline.passed),
    sum: baseline.score(example) - baseline.threshold,
    wanted: example.relevant ? 1 : 0,
  }))
  const having = Map.groupBy(
    rows.flatMap((row) => row.features.map((feature) => ({ feature, row }))),
    ({ feature }) => feature,
  )
  const weights = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round++)
    for (const [feature, all] of having) {
      if (all.length < MIN_EXAMPLES) continue
      const weight = weights.get(feature) ?? 0
      let [slope, curve] = [-weight / SPREAD, 1 / SPREAD]
      for (const { row } of all) {
        const chance = 1 / (1 + Math.exp(-row.sum))
        slope += row.wanted - chance
        curve += chance * (1 - chance)
      }
      const step = slope / curve
      for (const { row } of all) row.sum += step
      weights.set(feature, weight + step)
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

export interface LearningFigures extends RelevanceFigures {
  /** Errors by the names alone, and with each judged by what the other examples teach. */
  learning: { isBetter: boolean; alone: number; taught: number }
}

export function measureRelevance<T extends Example>(
  examples: readonly T[],
  isRelevant: (example: T, index: number) => boolean,
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
