/** The context in which models write texts, articles that wait for them, and every check of one summary. */
import pino from 'pino'
import { tagEvidence } from '../../src/news/articles/rules/tag-evidence.ts'
import { createBudget } from '../../src/news/texts/budget.ts'
import { readControlSource, readPlantedPairs } from '../../src/news/texts/judge/exam-pairs.ts'
import { loadVerifyRules } from '../../src/news/texts/load-rules.ts'
import type { EnrichCtx } from '../../src/news/texts/summaries/enrich.ts'
import { examineSummary } from '../../src/news/texts/summary.ts'
import { claimsAs, titled } from '../../src/news/texts/verify/cited.ts'
import type { VerifyRules } from '../../src/news/texts/verify/running-text.ts'
import type { SourceText } from '../../src/news/texts/verify/source.ts'
import { kindOf } from '../../src/news/topic/rules/kinds.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { memo } from '../../src/platform/memo.ts'
import type { CallPolicyOptions } from '../../src/platform/models/call-policy.ts'
import { loadPrompt, loadStatements } from '../../src/platform/models/prompts.ts'
import { createLanguageModels } from '../../src/platform/models/summariser.ts'
import { sentences } from '../../src/platform/text/sentences.ts'
import { seedArticles, seedFeed } from './build.ts'
import { projectContent } from './content.ts'
import { seeded } from './played/answers/judge.ts'
import { playedConfig } from './played/model.ts'

const content = projectContent()
const CLOCK = { now: () => new Date('2026-11-21T10:00:00Z') }
const rulesOf = memo((language) => loadVerifyRules('content', language, ['Apple']))
export const ARTICLE_TEXT =
  'Apple has published a long support document about how the Vision team tests new hardware in Cupertino. ' +
  'The document explains which labs are used, how people are invited and what Bloomberg reporters were told. ' +
  'It does not say when the results will be shown, but the company promises more details later.'

export async function enrichCtx(
  database: Database,
  server: { url: string },
  env: Record<string, string> = {},
  policy: Partial<CallPolicyOptions> = {},
  language = 'sv',
): Promise<EnrichCtx> {
  const config = playedConfig(server, env)
  const { writer, judge } = createLanguageModels(config, { pauseMs: 5, ...policy })
  const budget = createBudget(config.AI_MONTHLY_BUDGET ?? null, CLOCK, 'Europe/Stockholm')
  const rules = await rulesOf(language)
  const judging = {
    database,
    clock: CLOCK,
    budget,
    rules,
    summariser: judge,
    random: seeded(1),
    prompt: await loadPrompt('content', 'judge', language),
    exams: await readControlSource('content', language),
    pairs: {
      prompt: await loadPrompt('content', 'pairs', language),
      planted: await readPlantedPairs('content', language),
    },
  }
  return {
    database,
    clock: CLOCK,
    log: pino({ level: 'silent' }),
    summariser: writer,
    judge: config.AI_JUDGE === 'on' ? judging : null,
    prompt: await loadPrompt('content', 'summary', language),
    rules,
    isAbout: (article) => tagEvidence(content.rules, article),
    kindOf: ({ title, text }) => kindOf(content.rules.kinds, title, text),
    statements: await loadStatements('content', language),
    reservationOf: async () => null,
    budget,
    vocabulary: ['Apple', 'Vision Pro', 'iPhone'],
    site: { name: 'Kärnhuset', topic: 'Apple' },
    language,
    allRelevant: false,
  }
}

/** An article that waits for enrichment; returns its id. */
export async function seedArticle(
  database: Database,
  article: { title?: string; text?: string; language?: string; discoveredAt?: Date } = {},
): Promise<number> {
  const at = article.discoveredAt ?? CLOCK.now()
  const [id = 0] = await seedArticles(database, [
    {
      feed_id: await seedFeed(database, { title: 'Example News', publisher: 'example.com', language: null }),
      title: article.title ?? 'How Apple tests the Vision headset',
      excerpt: 'Apple has published a document.',
      language: article.language ?? 'en',
      published_at: null,
      discovered_at: at,
      sort_at: at,
      updated_at: at,
      status: 'pending',
      relevant: false,
      event_id: null,
      enrich_state: 'pending',
    },
  ])
  await database.db
    .insertInto('article_texts')
    .values({ article_id: id, text: article.text ?? ARTICLE_TEXT, origin: 'feed', stored_at: at })
    .execute()
  return id
}

/** Makes an article wait for its summary again, whatever came of the one before. */
export const requestEnrichment = (database: Database, id: number) =>
  database.db.updateTable('articles').set({ enrich_state: 'pending' }).where('id', '=', id).execute()

/**
 * The first reason against a summary whose sentences cite nothing: `quotes: …` where a check refuses, `numbers: …` where a
 * finding asks, or null.
 */
export function checkSummary(
  { title, summary }: { title: string; summary: string },
  source: SourceText,
  rules: VerifyRules,
): string | null {
  const told = sentences(summary, rules.languages.siteReading.ends).map((text) => ({ text, evidence: [] }))
  const claims = [titled(title), ...claimsAs('sentence', told)]
  const examined = examineSummary(claims, source, rules, { needsEvidence: false, isComplete: () => true })
  if (!examined.ok) return `${examined.check}: ${examined.reason}`
  const found = examined.claims.flatMap(({ violation, findings }) => [
    ...(violation ? [`${violation.check}: ${violation.reason}`] : []),
    ...findings.map(({ kind, text }) => `${kind}: ${text}`),
  ])
  return found[0] ?? null
}
