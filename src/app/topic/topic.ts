/** Parts of a new topic: tags that its sources suggest, headlines to judge, and relevance learnt from the judgements. */
import {
  classifyRelevance,
  parseRelevance,
  type RelevanceInput,
  type RelevanceModel,
} from '../../domain/articles/relevance.ts'
import { findTags, parseVocabulary } from '../../domain/articles/vocabulary.ts'
import { inflectionOf } from '../../domain/languages/inflection.ts'
import type { Languages } from '../../domain/languages/languages.ts'
import {
  type Baseline,
  type Example,
  fitRelevance,
  type LearntWeights,
  measureRelevance,
  type RelevanceFigures,
} from '../../domain/topic/fit-relevance.ts'
import { proposeTags, type TagProposal } from '../../domain/topic/propose-tags.ts'
import type { TopicRules, TriedFeed } from '../../domain/topic/setup.ts'
import { relevanceYaml, rootTag, vocabularyYaml } from '../../domain/topic/topic-files.ts'
import { readLanguages } from '../../language-files.ts'

const MAX_HEADLINES = 20

/** Those that come along, and those of the folder. */
export const languagesFor = (folder: string): Languages => readLanguages(folder)

const commonWords = (languages: Languages): Set<string> =>
  new Set(languages.all.flatMap(({ stop, common }) => [...stop, ...common]))

export function tagsOf(feeds: readonly TriedFeed[], languages: Languages): TagProposal[] {
  const headlines = feeds.flatMap(({ articles, publisher }) => articles.map(({ title }) => ({ title, publisher })))
  return proposeTags(headlines, commonWords(languages))
}

/** Headlines to be judged, one of each source a round, the newest first. */
export function headlinesToLabel(feeds: readonly TriedFeed[], max = MAX_HEADLINES): Omit<Example, 'relevant'>[] {
  const maxArticles = Math.max(0, ...feeds.map(({ articles }) => articles.length))
  const rounds = Array.from({ length: maxArticles }, (_, at) =>
    feeds.flatMap(({ articles, publisher }) => {
      const article = articles[at]
      return article ? [{ title: article.title, text: article.text.slice(0, 400), publisher }] : []
    }),
  ).flat()
  return [...new Map(rounds.map((headline) => [headline.title, headline])).values()].slice(0, max)
}

/** The weights that the examples teach, and how each example fares by what the others teach. */
export function learnRelevance(
  { topic, words, tags }: TopicRules,
  examples: readonly Example[],
  languages: Languages,
): { weights: LearntWeights; figures: RelevanceFigures } {
  const inflection = inflectionOf([...languages.all])
  const vocabulary = parseVocabulary(vocabularyYaml(topic, words, tags), 'vocabulary.yaml', inflection)
  const model = (weights: LearntWeights) =>
    parseRelevance(relevanceYaml(rootTag(topic, words).slug, weights), vocabulary)
  const inputs = new Map(
    examples.map((example) => {
      const { title, text, publisher } = example
      return [
        example,
        { title, text, publisher, feedRelevance: 'model' as const, tags: findTags(vocabulary, title, text) },
      ]
    }),
  )
  const classify = (rules: RelevanceModel, example: Example) =>
    classifyRelevance(rules, inputs.get(example) as RelevanceInput)
  const before = model({ terms: {}, sources: {} })
  const names = [...vocabulary.tags.values()].flatMap(({ aliases }) => aliases.flatMap(wordsIn))
  const baseline: Baseline = {
    threshold: before.threshold,
    score: (example) => classify(before, example).score,
    passed: new Set([...commonWords(languages), ...names]),
  }
  const without = (index: number) => examples.filter((_, at) => at !== index)
  return {
    weights: fitRelevance(examples, baseline),
    figures: measureRelevance(
      examples,
      (example, index) => classify(model(fitRelevance(without(index), baseline)), example).relevant,
    ),
  }
}

const wordsIn = (name: string) => name.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? []
