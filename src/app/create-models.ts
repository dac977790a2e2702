/** The models that the settings name, with what their stages need. Null where none is configured. */

import { tagEvidence } from '../news/articles/rules/tag-evidence.ts'
import { classifyBorderlinePairs } from '../news/events/clustering/stage/same-event.ts'
import type { EventsCtx } from '../news/events/texts/event-stage.ts'
import { areModelsStopped } from '../news/models/writes/model-stop.ts'
import { recordEmbeddings } from '../news/search/embed.ts'
import { createStoryWriter } from '../news/stories/stage/story-writer.ts'
import { type Budget, createBudget } from '../news/texts/budget.ts'
import { readControlSource, readPlantedPairs } from '../news/texts/judge/exam-pairs.ts'
import type { JudgeCtx } from '../news/texts/judge/judge.ts'
import { loadVerifyRules } from '../news/texts/load-rules.ts'
import type { EnrichCtx } from '../news/texts/summaries/enrich.ts'
import { kindOf } from '../news/topic/rules/kinds.ts'
import type { Embedder } from '../platform/models/ports.ts'
import { loadPrompt, loadStatements } from '../platform/models/prompts.ts'
import type { Base } from './base.ts'
import type { Content } from './content.ts'

export interface Models {
  enrichment: EnrichCtx | null
  embedder: Embedder | null
  /** For all of them together. */
  budget: Budget
  storyWriter: ReturnType<typeof createStoryWriter> | null
  events: EventsCtx | null
  /** Asks the model about the pairs of articles that clustering is unsure of. */
  classifyBorderlinePairs: (() => Promise<number>) | null
  /** Gives calls under way up, since the process ends. */
  abort(): void
}

type Deps = Pick<Base, 'config' | 'log' | 'clock' | 'database'> & {
  content: Content
  /** The publisher's reservation of the page at an address from machines, or null. */
  reservationOf: EnrichCtx['reservationOf']
  ended: AbortSignal
}

/** Throws `bad_request` when a prompt or a table of the content folder is missing or wrong. */
export async function createModels(parts: Omit<Deps, 'ended'>): Promise<Models> {
  const { config, content, clock } = parts
  const ending = new AbortController()
  const deps = { ...parts, ended: ending.signal }
  const budget = createBudget(config.AI_MONTHLY_BUDGET ?? null, clock, content.site.timezone)
  const enrichment = await createEnrichment(deps, budget)
  const prompt = (name: string) => loadPrompt(config.CONTENT_DIR, name, content.site.language)
  const storyWriter = enrichment && createStoryWriter({ ...enrichment, prompt: await prompt('story') })
  const doubts = enrichment && { ...enrichment, prompt: await prompt('same-event') }
  return {
    enrichment,
    budget,
    storyWriter,
    events: enrichment && {
      ...enrichment,
      prompt: await prompt('event'),
      updatePrompt: await prompt('event-update'),
    },
    classifyBorderlinePairs: doubts && (() => classifyBorderlinePairs(doubts)),
    embedder: await openEmbedder(deps),
    abort: () => ending.abort(),
  }
}

async function createEnrichment(
  { config, log, clock, content, database, reservationOf, ended }: Deps,
  budget: Budget,
): Promise<Models['enrichment']> {
  if (config.AI_PROVIDER === 'none') return null
  // Loaded here and below: the SDK takes some 7 MB, which a service without a model need not spend.
  const { createLanguageModels } = await import('../platform/models/summariser.ts')
  const onBreak = (failure: string | null) =>
    failure === null
      ? log.info('the model answers again')
      : log.warn(`the model is left alone and tried now and then: ${failure}`)
  const mayTry = async () => !budget.isUsedUp() && !(await areModelsStopped(database.db))
  const { writer, judge } = createLanguageModels(config, { onBreak, ended }, mayTry)
  const { site, rules } = content
  const prompt = (name: string) => loadPrompt(config.CONTENT_DIR, name, site.language)
  const verifyRules = await loadVerifyRules(config.CONTENT_DIR, site.language, [site.topic])
  const createJudge = async (): Promise<JudgeCtx> => ({
    database,
    clock,
    budget,
    rules: verifyRules,
    random: Math.random,
    summariser: judge,
    prompt: await prompt('judge'),
    exams: await readControlSource(config.CONTENT_DIR, site.language),
    pairs: { prompt: await prompt('pairs'), planted: await readPlantedPairs(config.CONTENT_DIR, site.language) },
  })
  return {
    database,
    clock,
    log,
    reservationOf,
    summariser: writer,
    prompt: await prompt('summary'),
    rules: verifyRules,
    judge: config.AI_JUDGE === 'on' ? await createJudge() : null,
    isAbout: (article) => tagEvidence(rules, article),
    kindOf: ({ title, text }) => kindOf(rules.kinds, title, text),
    statements: await loadStatements(config.CONTENT_DIR, site.language),
    budget,
    vocabulary: [...rules.vocabulary.tags.values()].map((tag) => tag.name),
    site: { name: site.name, topic: site.topic },
    language: site.language,
    allRelevant: config.RELEVANCE === 'all',
  }
}

async function openEmbedder(parts: Deps): Promise<Embedder | null> {
  if (parts.config.EMBEDDING_PROVIDER === 'none') return null
  const { createEmbedder } = await import('../platform/models/embedders.ts')
  return createEmbedder(parts.config, { onUse: recordEmbeddings(parts), policy: { ended: parts.ended } })
}
