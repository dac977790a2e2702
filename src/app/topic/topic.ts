/** Parts of a new topic: tags that its sources suggest, headlines to judge, and relevance learnt from the judgements. */

import { compileRoles } from '../../news/articles/rules/name-roles.ts'
import {
  classifyRelevance,
  parseRelevance,
  type RelevanceInput,
  type RelevanceModel,
} from '../../news/articles/rules/relevance.ts'
import {
  type Baseline,
  type Example,
  fitRelevance,
  type LearningFigures,
  type LearntWeights,
  measureRelevance,
} from '../../news/topic/rules/fit-relevance.ts'
import { proposeTags, type TagProposal } from '../../news/topic/rules/propose-tags.ts'
import type { TopicRules, TriedFeed } from '../../news/topic/rules/setup.ts'
import { relevanceYaml, rootTag, vocabularyYaml } from '../../news/topic/rules/topic-files.ts'
import { inflectionOf } from '../../platform/languages/inflection.ts'
import { readLanguages } from '../../platform/languages/language-files.ts'
import type { Languages } from '../../platform/languages/languages.ts'
import { type Dictionary, loadDictionary } from '../../platform/models/dictionary.ts'
import { findTags, parseVocabulary } from '../../platform/text/vocabulary.ts'

const MAX_HEADLINES = 20

/** Those that come along, and those of the folder. */
export const languagesFor = (folder: string): Languages => readLanguages(folder)

const commonWords = (languages: Languages): Set<string> =>
  new Set(languages.all.flatMap(({ stop, common }) => [...stop, ...common]))

const MAX_TAGS = 40

export async function tagsOf(feeds: readonly TriedFeed[], languages: Languages): Promise<TagProposal[]> {
  const headlines = feeds.flatMap(({ articles, publisher, title: feed }) =>
    articles.map(({ title }) => ({ title, publisher, feed })),
  )
  const labels = languages.all.flatMap((language) => [...language.labels, ...language.roundups])
  const dictionaries = await nounDictionaries(feeds, languages)
  // A compound may be a name: the first part of one often is.
  const isNoun = (word: string) => dictionaries.some((dictionary) => dictionary?.hasPlain(word))
  return proposeTags(headlines, new Set([...commonWords(languages), ...labels]), MAX_TAGS, isNoun)
}

/** Of the feeds' languages that write nouns with a capital. */
function nounDictionaries(feeds: readonly TriedFeed[], languages: Languages): Promise<(Dictionary | null)[]> {
  const rules = new Set(feeds.map(({ language }) => languages.find(language)?.dictionary))
  return Promise.all([...rules].flatMap((each) => (each?.capital_nouns ? loadDictionary(each) : [])))
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

/** The weights that the examples teach, and how each example fares by what the others teach. None where that is no better. */
export function learnRelevance(
  { topic, words, tags, language }: TopicRules,
  examples: readonly Example[],
  languages: Languages,
): { weights: LearntWeights; figures: LearningFigures } {
  const inflection = inflectionOf([...languages.all])
  const vocabulary = parseVocabulary(vocabularyYaml(topic, words, tags), 'vocabulary.yaml', inflection)
  const ofSite = languages.find(language ?? null)
  const roles = compileRoles([], ofSite ? [ofSite] : [])
  const model = (weights: LearntWeights) =>
    parseRelevance(relevanceYaml(rootTag(topic, words).slug, weights), vocabulary, roles)
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
  const alone = measureRelevance(examples, (example) => classify(before, example).relevant)
  const taught = measureRelevance(
    examples,
    (example, index) => classify(model(fitRelevance(without(index), baseline)), example).relevant,
  )
  // Answers of one kind alone would teach that all is about the topic, or that nothing is.
  const hasBoth = new Set(examples.map(({ relevant }) => relevant)).size > 1
  const isBetter = hasBoth && taught.wrong.length < alone.wrong.length
  return {
    weights: isBetter ? fitRelevance(examples, baseline) : { terms: {}, sources: {} },
    figures: {
      ...(isBetter ? taught : alone),
      learning: { isBetter, alone: alone.wrong.length, taught: taught.wrong.length },
    },
  }
}

const wordsIn = (name: string) => name.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? []
