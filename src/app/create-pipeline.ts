/** Ties the stages to their rules and models. */

import { createExtractor } from '../news/articles/extraction/extract.ts'
import { openMsOf } from '../news/events/clustering/decide.ts'
import { createClustering } from '../news/events/clustering/stage/cluster.ts'
import { eventTextsDue, writeEventTexts } from '../news/events/texts/event-stage.ts'
import { holdingDue, holdTexts } from '../news/events/texts/hold-texts.ts'
import { closeDisputes, settlingDue } from '../news/events/texts/settle-disputes.ts'
import type { DocumentReader } from '../news/feeds/documents/document-reader.ts'
import { createClassifier } from '../news/feeds/visits/classify-items.ts'
import { createVisits } from '../news/feeds/writes/fetches.ts'
import { embeddingIsDue, embedPending, type ListPassages } from '../news/search/embed.ts'
import type { FeatureStage, Pipeline } from '../news/stages/context.ts'
import { maintain, type Purge } from '../news/stages/maintain.ts'
import { embeddingPrice } from '../news/stages/reprocess-cost.ts'
import { createStories } from '../news/stories/stage/story-stage.ts'
import { areModelsPaused } from '../news/texts/generate-text.ts'
import { enrichArticle } from '../news/texts/summaries/enrich.ts'
import type { ReservationCtx } from '../news/texts/summaries/reserved.ts'
import { buildLanguageRules } from '../news/texts/verify/language-rules.ts'
import type { Fetcher } from '../platform/fetch/fetcher.ts'
import type { Poster } from '../platform/fetch/post.ts'
import type { Robots } from '../platform/fetch/robots.ts'
import type { Base } from './base.ts'
import type { Content } from './content.ts'
import type { Models } from './create-models.ts'

type Deps = Pick<Base, 'config' | 'log' | 'clock' | 'database'> & {
  content: Content
  fetcher: Fetcher
  robots: Robots
  reader: DocumentReader
  feedReader: DocumentReader
  tagIds: Map<string, number>
  models: Models
  purges: readonly Purge[]
  passages: readonly ListPassages[]
  stages: readonly FeatureStage[]
} & Record<'poster' | 'strangers', Poster> &
  Pick<ReservationCtx, 'reservationOf'>

export function createPipeline(deps: Deps): Pipeline {
  const { config, log, clock, content, database, fetcher, reader, feedReader, models, reservationOf } = deps
  const { enrichment, embedder, budget } = models
  const price = embeddingPrice(config)
  const embedding = embedder && {
    database,
    clock,
    log,
    embedder,
    budget,
    price,
    reservationOf,
    passages: deps.passages,
  }
  const extractor = createExtractor({ fetcher, robots: deps.robots, reader })
  const cluster = createClustering({
    database,
    lexicon: content.lexicon,
    now: () => clock.now(),
    vectorModel: embedder?.model ?? null,
    openMs: openMsOf(config.KEEP_EVENTS_OPEN),
    classifyBorderlinePairs: models.classifyBorderlinePairs,
  })
  const language = content.site.language.toLowerCase().split('-')[0] ?? content.site.language
  let rules = models.events?.rules.languages
  const settling = {
    database,
    clock,
    // A web process settles nothing.
    get rules() {
      rules ??= buildLanguageRules(content.languages, language)
      return rules
    },
    models: models.events,
  }
  const stories = createStories({
    database,
    clock,
    log,
    lexicon: content.lexicon,
    t: content.messages.t,
    language: content.site.language,
    timeZone: content.site.timezone,
    write: models.storyWriter,
  })
  return {
    config,
    log,
    clock,
    database,
    fetcher,
    visits: createVisits(database),
    agent: deps.robots.agent,
    parse: (document, address) => feedReader.read({ task: 'feed', document, address }),
    classify: createClassifier(feedReader, deps.tagIds, config.RELEVANCE),
    readPage: (url, about) => extractor.extractArticle(url, about),
    lexicon: content.lexicon,
    enrich: async (articleId) => {
      if (enrichment) await enrichArticle(enrichment, articleId)
    },
    embed: async () => {
      if (embedding) await embedPending(embedding)
    },
    enrichmentPaused: async () => enrichment !== null && areModelsPaused(enrichment),
    embeddingDue: async () => embedding !== null && embeddingIsDue(embedding),
    cluster: async () => {
      await cluster()
    },
    stories,
    writeEventTexts: async () => {
      await holdTexts(settling)
      // Before, since a new text may be without what it settles; and after, for the disputes that it brings.
      await closeDisputes(settling)
      if (!models.events) return
      await writeEventTexts(models.events)
      await closeDisputes(settling)
    },
    eventTextsDue: async () =>
      (await holdingDue(settling)) ||
      (await settlingDue(settling)) ||
      (models.events !== null && (await eventTextsDue(models.events))),
    stages: deps.stages,
    maintain: () => maintain({ config, log, clock, database, fetcher, reader, purges: deps.purges }),
  }
}
