/** Tags, and the topic, that a word of the text gives evidence for. Pure. */
import { findPhrases } from '../../../platform/text/phrases.ts'
import { findTags } from '../../../platform/text/vocabulary.ts'
import type { Rules } from './classify.ts'

export interface TagEvidence {
  topic: boolean
  /** Names of the tags that the text names itself, or whose part it names. */
  tags: Set<string>
}

export function tagEvidence(
  { vocabulary, relevance }: Rules,
  { title, text }: { title: string; text: string },
): TagEvidence {
  const found = findTags(vocabulary, title, text)
  const isOfTopic = ({ slug }: { slug: string }) => (relevance.topic.get(slug) ?? 0) > 0
  const terms = findPhrases(relevance.terms, `${title}\n${text}`)
  return {
    topic: found.some(isOfTopic) || terms.some(({ value }) => value.weight > 0),
    tags: new Set(found.map(({ name }) => name)),
  }
}
