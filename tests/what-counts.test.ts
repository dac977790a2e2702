/** Reads that look for one kind of thing: it is found, and what differs from it in one column is not. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { listAgents } from '../src/news/accounts/writes/agents.ts'
import { listApiKeys, listAppPasswords } from '../src/news/accounts/writes/app-passwords.ts'
import { followedFeeds } from '../src/news/accounts/writes/follows.ts'
import { isCodeValid } from '../src/news/accounts/writes/login-codes.ts'
import { listRead } from '../src/news/accounts/writes/read-markers.ts'
import { listSearchesOf } from '../src/news/accounts/writes/searches.ts'
import { listSessions } from '../src/news/accounts/writes/tokens.ts'
import { findArticle } from '../src/news/articles/queries/articles.ts'
import { listSitemapArticles } from '../src/news/articles/queries/sitemap.ts'
import { findTextModel } from '../src/news/articles/queries/text-model.ts'
import { eventsAt } from '../src/news/articles/writes/articles-at.ts'
import { countReclassifiable } from '../src/news/articles/writes/reclassification.ts'
import { listEditionEvents } from '../src/news/editions/queries/edition-events.ts'
import { eventsOfArticles } from '../src/news/editions/queries/names.ts'
import { listUnembedded } from '../src/news/embeddings/writes/embedding-queue.ts'
import { findDay } from '../src/news/events/queries/day-edition.ts'
import { countTagsSince } from '../src/news/events/queries/days.ts'
import { listEvents } from '../src/news/events/queries/list.ts'
import { listUnclustered } from '../src/news/events/writes/cluster-reads.ts'
import { listTextPending } from '../src/news/events/writes/event-texts.ts'
import { listAllFeeds, listDueFeedIds, listReach } from '../src/news/feeds/writes/feeds.ts'
import { listLost } from '../src/news/feeds/writes/proposals.ts'
import {
  findAnswered,
  meanTokens,
  paidSoFar,
  spentAfter,
  spentForBudget,
  summariesAfter,
} from '../src/news/models/writes/ai-calls.ts'
import { articlesADay } from '../src/news/operator/queries/article-volume.ts'
import { listArticleLines } from '../src/news/operator/queries/console-articles.ts'
import { findThings } from '../src/news/operator/queries/find.ts'
import { readNumbers } from '../src/news/operator/queries/metrics.ts'
import {
  countRefused,
  listOpenReports,
  listRefusals,
  listWaiting,
  stageBacklog,
} from '../src/news/operator/queries/overview.ts'
import { actionsOn, pageActions } from '../src/news/operator/queries/read-log.ts'
import { listStoryCandidates } from '../src/news/operator/queries/review-candidates.ts'
import { listSourceStates, readingState } from '../src/news/operator/queries/source-health.ts'
import { listUnreported } from '../src/news/operator/writes/notices.ts'
import { findFeed, listFeeds } from '../src/news/sources/queries/list-feeds.ts'
import { listToEnrich, listToExtract } from '../src/news/stages/writes/pending-stages.ts'
import { countWaiting, sumArticles } from '../src/news/stages/writes/reprocess-states.ts'
import { hydrateStories, listStories } from '../src/news/stories/queries/stories.ts'
import { listStoryMaterial } from '../src/news/stories/writes/stories.ts'
import { listWaitingEvents } from '../src/news/stories/writes/story-reads.ts'
import { findJudge, findJudgeOf } from '../src/news/texts/queries/judge-record.ts'
import { countRefusals } from '../src/news/texts/queries/refusals.ts'
import { arePairsDue, findSuspension, listUsedPairs } from '../src/news/texts/writes/judge-controls.ts'
import type { Database } from '../src/platform/database/database.ts'
import type { Schema } from '../src/platform/database/schema.ts'
import { insertRow, type StoredRow, seedArticles, seedFeed, seedTag } from './support/build.ts'
import { openTestDatabase } from './support/database.ts'
import { ifThere, partOf, partsIf } from './support/features.ts'
import { emptyTables, NEIGHBOUR } from './support/neighbour.ts'

const { listMatched, listNamesInRules } = await partOf('alerts/store/matching.ts')
const { listNewSearches } = await partOf('alerts/store/searches.ts')
const { pageCorrections } = await partOf('corrections/queries.ts')
const { areReadersDue, listDueReaders } = await partOf('edition-mail/emails.ts')
const { listAudioEditions, listRequestedAudio } = await partOf('editions/audio-editions.ts')
const { findExam } = await partOf('exams/list-exams.ts')
const { countFollowers, listPosts } = await partOf('fediverse/list-posts.ts')
const { listDayArticles } = await partOf('podcast/store.ts')
const { listDueSubscriptions } = await partOf('websub/feed-subscriptions.ts')

const now = new Date('2026-11-21T12:00:00Z')
const hours = (n: number) => new Date(now.getTime() + n * 3_600_000)
const site = { language: 'sv', timezone: 'UTC' }

type Values = Record<string, unknown>
interface Read {
  table: keyof Schema
  /** The thing that is found. */
  row: Values | (() => Values)
  /** The others, each by its difference. */
  others: Values[]
  /** Numbers or lists; by their length where they are lists. */
  reads: (() => Promise<unknown>)[]
  /** Stores other rows that it takes. */
  beside?: () => Promise<unknown>
  /** Stores rows that name it. */
  after?: () => Promise<unknown>
}

let database: Database
let db: Database['readDb']
let feed: number
let tag: number
let user: number
/** The newest row of a test. */
let last: StoredRow

beforeAll(async () => {
  database = await openTestDatabase()
  db = database.readDb
})
afterAll(() => database.close())

/** Articles come with an event of their own; the sources are gone with each test. */
async function insert(table: keyof Schema, values: Values): Promise<void> {
  if (table === 'articles') {
    const [id = 0] = await seedArticles(database, [{ feed_id: feed, ...article, ...values }])
    last = { ...(await database.db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()) }
    return
  }
  last = await insertRow(database, table, values)
}

/** Tables that a test may fill; what depends on their rows goes with them. */
const used = [
  'operator_actions ai_calls exams judge_controls judge_suspensions notices webhooks stories',
  'alert_searches spoken_editions login_codes oauth_clients fediverse_inboxes fediverse_posts articles events feeds tags users',
].flatMap((some) => some.split(' ') as (keyof Schema)[])

async function begin(): Promise<void> {
  await emptyTables(database, ...used)
  feed = await seedFeed(database, { next_fetch_at: hours(9000) })
  tag = await seedTag(database, 'Fynd')
  const { id } = await database.db
    .insertInto('users')
    .values({ created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  user = id
}
afterEach(begin)
beforeAll(begin)

const article = { title: 'Kvitten', sort_at: now, published_at: now, discovered_at: now, relevant: true }
const call = { at: now, model: 'm', prompt_version: '1', provider: 'played', request: '{}', content_hash: 'h', cost: 1 }
const state = { purpose: 'summary' as const, articleId: null, contentHash: 'h', model: 'm', promptVersion: '1' }
const ofState = [{ purpose: 'event' }, { content_hash: 'x' }, { model: 'x' }, { prompt_version: 'x' }]
const exam = {
  model: 'm',
  base_url: null,
  role: 'judge',
  language: 'sv',
  prompt_version: '1',
  items: 1,
  started_at: now,
}
const control = {
  model: 'm',
  prompt_version: '1',
  class: 'number',
  language: 'sv',
  at: now,
  position: 0,
  expected: 'refused',
  answered: 'contradicted',
  exam_id: 'e',
}
const suspension = {
  model: 'm',
  prompt_version: '1',
  suspended_at: now,
  examine_at: now,
  planted: 1,
  refused: 0,
  pairs: 0,
  supported: 0,
}
const source = { title: 'Posten', publisher: 'posten.example', url: 'https://posten.example/feed', next_fetch_at: now }
const event = { created_at: now, first_at: now, last_at: now, published: 1, relevant: 1, source_count: 2 }
const story = { title: 'Päron', created_at: now, updated_at: now, first_at: now, last_at: now, entries_count: 1 }
const act = { action: 'article_corrected', target: 'article:1', subject: 'Kvitten', at: now, actor: 'cli' }
const rule = { min_sources: 1, created_at: now, by_mail: false, by_push: false, heeds_quiet: false }
const mail = {
  list: 'edition',
  timezone: 'UTC',
  days: '{1}',
  since: now,
  next_edition: 'morning',
  next_day: '2026-11-21',
  email: '',
}
const grant = {
  client_id: 'program',
  access: 'read',
  challenge: '',
  redirect_uri: '',
  created_at: now,
  expires_at: hours(1),
}
const judge = { AI_PROVIDER: 'openai', AI_MODEL: 'm', AI_JUDGE: 'on' as const }
const again =
  (stage: 'enrich' | 'embed' | 'cluster', isAgain = false) =>
  async () =>
    (await sumArticles(database.db, stage, { since: hours(-1), again: isAgain }, { now, maxLength: 9 })).articles
const words = Array.from({ length: 80 }, (_, n) => `ord${n}`).join(' ')
const before = { sort_at: hours(-2) }

const reads: Record<string, Read> = {
  'paid attempts': {
    table: 'ai_calls',
    row: { ...call, purpose: 'summary', verdict: 'accepted' },
    others: [...ofState, { verdict: 'failed' }, { superseded: true }],
    reads: [async () => (await paidSoFar(database.db, state)).paidAttempts],
  },
  'paid attempts at an article': {
    table: 'ai_calls',
    row: () => ({ ...call, purpose: 'summary', verdict: 'accepted', article_id: last.id }),
    others: [{ article_id: null }],
    reads: [async () => (await paidSoFar(database.db, { ...state, articleId: await onlyArticle() })).paidAttempts],
    beside: () => insert('articles', {}),
  },
  'paid attempts at an event': {
    table: 'ai_calls',
    row: () => ({ ...call, purpose: 'summary', verdict: 'accepted', event_id: last.id }),
    others: [{ event_id: null }],
    reads: [async () => (await paidSoFar(database.db, { ...state, eventId: await onlyOf('events') })).paidAttempts],
    beside: () => insert('events', event),
  },
  'paid attempts at a story': {
    table: 'ai_calls',
    row: () => ({ ...call, purpose: 'summary', verdict: 'accepted', story_id: last.id }),
    others: [{ story_id: null }],
    reads: [async () => (await paidSoFar(database.db, { ...state, storyId: await onlyOf('stories') })).paidAttempts],
    beside: () => insert('stories', story),
  },
  'an answer that was not judged': {
    table: 'ai_calls',
    row: { ...call, purpose: 'summary', verdict: 'answered', response: '{}' },
    others: [...ofState, { verdict: 'accepted' }, { response: null }],
    reads: [() => findAnswered(database.db, state)],
  },
  'usual tokens': {
    table: 'ai_calls',
    row: { ...call, purpose: 'summary', verdict: 'accepted', input_tokens: 1 },
    others: [
      ...[{ purpose: 'judge' }, { verdict: 'failed' }, { verdict: 'asked' }, { input_tokens: 0 }],
      ...[{ event_id: 7 }, { story_id: 7 }],
    ],
    beside: async () => {
      await insert('events', { ...event, id: 7 })
      await insert('stories', { ...story, id: 7 })
    },
    reads: [async () => (await meanTokens(database.db, 'summary'))?.input ?? 0],
  },
  'what a run cost': {
    table: 'ai_calls',
    row: { ...call, purpose: 'summary', verdict: 'accepted' },
    others: [{ purpose: 'judge' }, { id: 1 }],
    reads: [() => spentAfter(database.db, 1, ['summary'])],
  },
  'what may yet be spent': {
    table: 'ai_calls',
    row: { ...call, purpose: 'summary', verdict: 'asked' },
    others: [{ verdict: 'accepted' }, { at: hours(-1) }],
    reads: [async () => (await spentForBudget(database.db, hours(-24), now)).pending],
  },
  'summaries of a run': {
    table: 'ai_calls',
    row: () => ({ ...call, purpose: 'summary', verdict: 'accepted', article_id: last.id }),
    others: [{ purpose: 'judge' }, { verdict: 'refused' }, { verdict: 'failed' }, { article_id: null }, { id: 1 }],
    reads: [async () => (await summariesAfter(database.db, 1)).accepted],
    beside: () => insert('articles', {}),
  },
  'the model of a text': {
    table: 'ai_calls',
    row: () => ({ ...call, purpose: 'summary', verdict: 'accepted', article_id: last.id }),
    others: [{ purpose: 'judge' }, { verdict: 'refused' }, { article_id: null }],
    reads: [async () => findTextModel(db, { articleId: await onlyArticle() })],
    beside: () => insert('articles', {}),
  },
  'the judge of a text': {
    table: 'ai_calls',
    row: () => ({ ...call, purpose: 'judge', verdict: 'accepted', article_id: last.id }),
    others: [{ purpose: 'summary' }, { verdict: 'refused' }, { article_id: null }],
    reads: [async () => findJudgeOf(db, { article_id: await onlyArticle() })],
    beside: async () => {
      await insert('judge_controls', control)
      await insert('articles', {})
    },
  },
  'refused answers': {
    table: 'ai_calls',
    row: { ...call, purpose: 'story', verdict: 'refused', reason: 'numbers: 7' },
    others: [{ purpose: 'judge' }, { verdict: 'accepted' }, { at: hours(-2) }],
    reads: [() => countRefusals(db, hours(-1))],
  },
  ...partsIf<Read>('exams', {
    'an exam that ended': {
      table: 'exams',
      row: { ...exam, ended_at: now },
      others: [{ model: 'x' }, { role: 'writer' }, { ended_at: null }, { error: 'broken off' }],
      reads: [() => findExam(db, 'm', 'judge')],
    },
  }),
  'a judge': {
    table: 'judge_controls',
    row: control,
    others: [{ model: 'x' }],
    reads: [() => findJudge(db, judge)],
  },
  'the record of a judge': {
    table: 'judge_controls',
    row: { ...control, id: 1 },
    others: [{ prompt_version: 'x' }, { expected: 'supported' }, { counts: false }],
    reads: [async () => ((await findJudge(db, judge))?.planted ?? 0) - 1],
    beside: () => insert('judge_controls', { ...control, id: 9 }),
  },
  'the last of the controls after which pairs are due': {
    table: 'judge_controls',
    row: control,
    others: [{ model: 'x' }, { prompt_version: 'x' }, { expected: 'supported', counts: true }],
    reads: [async () => Number(await arePairsDue(database.db, { model: 'm', promptVersion: '1' }))],
    beside: async () => {
      for (let n = 1; n < 15; n++) await insert('judge_controls', { ...control, expected: 'supported', counts: false })
    },
  },
  'sentences of exams': {
    table: 'judge_controls',
    row: control,
    others: [{ language: 'en' }, { exam_id: null }],
    reads: [() => listUsedPairs(database.db, [{ language: 'sv' }, { language: 'sv' }])],
  },
  'a suspension': {
    table: 'judge_suspensions',
    row: suspension,
    others: [{ model: 'x' }, { prompt_version: 'x' }, { lifted_at: now }],
    reads: [
      () => findSuspension(database.db, { model: 'm', promptVersion: '1' }),
      async () => (await findJudge(db, judge))?.suspendedSince,
    ],
    beside: () => insert('judge_controls', control),
  },
  'a notice': {
    table: 'notices',
    row: { key: 'k', kind: 'gates', urgent: false, facts: '{}', since: now },
    others: [{ urgent: true }, { mended_at: now }, { told_at: now }],
    reads: [() => listUnreported(database, false)],
  },
  'a source': {
    table: 'feeds',
    row: { ...source },
    others: [{ status: 'removed' }],
    reads: [
      async () => (await listAllFeeds(database)).length - 1,
      async () => (await listSourceStates(db, now)).length - 1,
      async () => (await findThings(db, 'posten', 'sv')).sources,
    ],
  },
  'a source that is read': {
    table: 'feeds',
    row: { ...source },
    others: [{ status: 'removed' }, { status: 'paused' }, { status: 'gone' }],
    reads: [
      async () => (await listFeeds(db, 'sv')).length - 1,
      () => findFeed(db, last.id),
      async () => (await listReach(database)).length - 1,
      async () => (await readingState(db)).feeds - 1,
      () => listDueFeedIds(database, now),
      async () => (await stageBacklog(db, now)).fetch,
    ],
  },
  'a source that is lost': {
    table: 'feeds',
    row: { ...source, failure: 'missing', failing_since: hours(-2) },
    others: [{ status: 'paused' }, { failure: 'server' }, { failing_since: now }, { proposed_at: now }],
    reads: [() => listLost(database, now)],
  },
  ...partsIf<Read>('websub', {
    'a source whose hub is to be asked': {
      table: 'feeds',
      row: { ...source, first_pass_done: true, hub_url: 'https://hub.example/', hub_topic: 'https://t.example/' },
      others: [
        ...[{ status: 'paused' }, { first_pass_done: false }, { secret: Buffer.from('s') }],
        ...[{ hub_url: null }, { hub_topic: null }],
      ],
      reads: [() => listDueSubscriptions(database, now)],
    },
  }),
  'an event whose text is due': {
    table: 'events',
    row: event,
    others: [
      { merged_into: NEIGHBOUR },
      { relevant: 0 },
      { source_count: 1 },
      { text_state: 'done' },
      { text_after: hours(1) },
      { last_at: hours(-49) },
    ],
    reads: [async () => (await listTextPending(database.db, now, 9)).length],
  },
  'an event that waits for stories': {
    table: 'events',
    row: event,
    others: [{ story_state: 'done' }],
    reads: [() => listWaitingEvents(database.db, 9), async () => (await stageBacklog(db, now)).stories],
  },
  'an article': {
    table: 'articles',
    row: {},
    others: [{ status: 'pending' }, { status: 'removed' }],
    reads: [
      () => listArticleLines(db, 'all', 9),
      () => eventsOfArticles(db, [last.id]),
      async () => (await eventsAt(database, [String(last.canonical_url)])).size,
      again('embed'),
      again('cluster'),
    ],
  },
  'an article about the topic': {
    table: 'articles',
    row: () => ({ tag_ids: [tag] }),
    others: [{ status: 'removed' }, { relevant: false }],
    reads: [
      () => listSitemapArticles(db, { since: hours(-1), until: hours(1) }),
      async () => (await countTagsSince(db, hours(-1), now)).size,
      ...ifThere('podcast', () => listDayArticles(database, hours(-1), hours(1))),
      () => listEditionEvents(db, hours(-1)),
      async () => (await findDay(db, '2026-11-21', { site, now })).total,
      async () => listEvents(db, { filter: { relevant: true }, sort: 'newest', siteLanguage: 'sv', limit: 9 }),
    ],
  },
  'an article with a date': {
    table: 'articles',
    row: {},
    others: [{ published_at: null }],
    reads: [
      () => listSitemapArticles(db, { since: hours(-1), until: hours(1), dated: true }),
      async () => (await findDay(db, '2026-11-21', { site, now })).total,
    ],
  },
  'an article of the last week': {
    table: 'articles',
    row: {},
    others: [{ sort_at: hours(-7 * 24) }, { sort_at: hours(1) }],
    reads: [() => articlesADay(db, now)],
  },
  'an article to be clustered': {
    table: 'articles',
    row: { cluster_state: 'pending' },
    others: [{ cluster_state: 'done' }, { status: 'pending' }],
    reads: [() => listUnclustered(database.db, 9)],
  },
  'an article that waits for clustering': {
    table: 'articles',
    row: { cluster_state: 'pending' },
    others: [{ cluster_state: 'done' }, { status: 'pending' }, { status: 'removed' }],
    reads: [() => countWaiting(database.db, 'cluster'), async () => (await stageBacklog(db, now)).cluster],
  },
  'a page to be read': {
    table: 'articles',
    row: { extract_state: 'pending' },
    others: [{ extract_state: 'done' }, { extract_after: hours(1) }, { status: 'removed' }],
    reads: [() => listToExtract(database, now)],
  },
  'an article to be summarised': {
    table: 'articles',
    row: { enrich_state: 'pending', extract_state: 'done' },
    others: [
      { enrich_state: 'done' },
      { extract_state: 'pending' },
      { translated_by: 'operator' },
      { status: 'removed' },
    ],
    reads: [() => listToEnrich(database), () => listWaiting(db)],
  },
  'an article that was refused': {
    table: 'articles',
    row: { enrich_state: 'refused' },
    others: [{ enrich_state: 'done' }, { status: 'removed' }],
    reads: [() => countRefused(db), () => listRefusals(db), () => listArticleLines(db, 'refused', 9)],
  },
  'an article to be embedded': {
    table: 'articles',
    row: { extract_state: 'done' },
    others: [{ extract_state: 'pending' }, { status: 'pending' }, { status: 'removed' }],
    reads: [() => listUnembedded(database.db, 9)],
  },
  'an article to classify again': {
    table: 'articles',
    row: {},
    others: [{ translated_by: 'ai' }, { status: 'removed' }, before],
    reads: [() => countReclassifiable(database.db, hours(-1))],
  },
  'an article to summarise again': {
    table: 'articles',
    row: { excerpt: words, enrich_state: 'refused' },
    others: [
      { translated_by: 'operator' },
      { translated_by: 'ai' },
      { status: 'removed' },
      { excerpt: 'Kort.' },
      before,
    ],
    reads: [again('enrich'), again('enrich', true)],
  },
  'an article to embed again': {
    table: 'articles',
    row: {},
    others: [{ reservation: 'nej' }, before],
    reads: [again('embed')],
  },
  'a page that is another’s': {
    table: 'articles',
    row: { extract_state: 'refused', extract_reason: 'Not the article: x' },
    others: [{ extract_state: 'done' }, { extract_reason: 'HTTP 404' }, { discovered_at: hours(-31 * 24) }],
    reads: [async () => (await listSourceStates(db, now)).filter(({ standIns }) => standIns).length],
  },
  'an article whose delay is known': {
    table: 'articles',
    row: { published_at: hours(-1) },
    others: [
      { status: 'removed' },
      { discovered_at: hours(-25), published_at: hours(-26) },
      { published_at: new Date(0) },
    ],
    reads: [async () => (await readNumbers(db, now)).lag.median],
    beside: () =>
      database.db
        .updateTable('feeds')
        .set({ created_at: hours(-48) })
        .where('id', '=', feed)
        .execute(),
  },
  'an article that waits to be published': {
    table: 'articles',
    row: { status: 'pending' },
    others: [{ status: 'published' }, { status: 'removed' }],
    reads: [async () => (await readNumbers(db, now)).waiting, () => listArticleLines(db, 'pending', 9)],
  },
  'a report of a reader': {
    table: 'fault_reports',
    row: () => ({ article_id: last.id, text: 'Fel.', at: now }),
    others: [{ handled_at: now }],
    reads: [() => listOpenReports(db), async () => (await readNumbers(db, now)).reports],
    beside: () => insert('articles', {}),
  },
  'an act': {
    table: 'operator_actions',
    row: act,
    others: [{ action: 'article_removed' }, { actor: 'mcp:x' }, { subject: 'Päron' }],
    reads: [
      async () =>
        (await pageActions(db, { page: 1, perPage: 9 }, { q: 'kvitten', action: act.action, by: 'cli' })).items,
    ],
  },
  'an act on a thing': {
    table: 'operator_actions',
    row: act,
    others: [{ target: 'article:2' }],
    reads: [() => actionsOn(db, 'article:1')],
  },
  ...partsIf<Read>('corrections', {
    'a correction in force': {
      table: 'operator_actions',
      row: () => ({ ...act, target: `article:${last.id}`, before: '{"title":"a"}', after: '{"title":"b"}' }),
      others: [
        { undone_at: now },
        { action: 'article_removed' },
        { target: 'article:0' },
        { target: 'event:0', action: 'event_corrected' },
      ],
      reads: [
        async () => (await pageCorrections(db, { page: 1, perPage: 9 })).items,
        async () => (await pageCorrections(db, { page: 1, perPage: 9 })).total,
      ],
      beside: () => insert('articles', {}),
    },
  }),
  'the story of an event': {
    table: 'stories',
    row: { ...story, id: 7 },
    others: [{ merged_into: 7 }],
    reads: [
      async () => (await findArticle(db, await onlyArticle(), 'sv'))?.story,
      async () => (await listEvents(db, { filter: {}, sort: 'newest', siteLanguage: 'sv', limit: 9 }))[0]?.story,
    ],
    beside: () => insert('articles', {}),
    after: linkToStory,
  },
  ...partsIf<Read>('corrections', {
    'an event with a correction': {
      table: 'events',
      row: event,
      others: [{ published: 0 }, { merged_into: NEIGHBOUR }],
      reads: [corrections],
      after: () => insert('operator_actions', { ...act, action: 'event_corrected', target: `event:${last.id}` }),
    },
    'a story with a correction': {
      table: 'stories',
      row: { ...story, id: 7 },
      others: [{ merged_into: 7 }, { entries_count: 0 }],
      reads: [corrections],
      after: () => insert('operator_actions', { ...act, action: 'story_edited', target: 'story:7' }),
    },
  }),
  'a story to be written': {
    table: 'stories',
    row: { ...story, id: 7 },
    others: [
      ...[{ merged_into: 7 }, { entries_count: 0 }, { text_by: 'operator' }],
      { text_articles: 1, text_events: 1, text_newest_at: now },
    ],
    reads: [() => listStoryMaterial(database, 'sv')],
    beside: () => insert('articles', {}),
    after: linkToStory,
  },
  'a story': {
    table: 'stories',
    row: { ...story, id: 7 },
    others: [{ merged_into: 7 }],
    reads: [
      () => listStories(db, { limit: 9 }),
      () => hydrateStories(db, [last.id]),
      () => listStoryCandidates(db, 'latest', 9),
      async () => (await findThings(db, 'päron', 'sv')).stories,
    ],
  },
  ...partsIf<Read>('fediverse', {
    'a follower': {
      table: 'fediverse_followers',
      row: () => ({ actor: 'site', follower: 'f', inbox_id: last.id, since: 0 }),
      others: [{ actor: 'tag' }],
      reads: [() => countFollowers(db, 'site')],
      beside: () => insert('fediverse_inboxes', { url: 'https://b.example/', host: 'b.example', taken: 0, due: 0 }),
    },
    'a post': {
      table: 'fediverse_posts',
      row: () => ({ event_id: last.id, at: now, audience: ['site'], note: '{}', hash: '' }),
      others: [{ note: null }, { audience: ['tag'] }],
      reads: [async () => (await listPosts(db, 'site')).latest, async () => (await listPosts(db, 'site')).total],
      beside: () => insert('events', event),
    },
  }),
  'a session': {
    table: 'tokens',
    row: () => ({ user_id: user, hash: Buffer.from('h'), created_at: now, last_used_at: now, expires_at: hours(1) }),
    others: [{ expires_at: now }],
    reads: [() => listSessions(database, user, now)],
  },
  'a code': {
    table: 'login_codes',
    row: { email: 'a@site.example', code_hash: Buffer.from('h'), created_at: now, expires_at: hours(1) },
    others: [{ email: 'b@site.example' }, { wrong: 99 }, { expires_at: now }],
    reads: [async () => Number(await isCodeValid(database, 'a@site.example', now))],
  },
  'a password': {
    table: 'app_passwords',
    row: () => ({ user_id: user, name: '', hash: Buffer.from('h'), access: 'reader', created_at: now }),
    others: [{ access: 'read' }],
    reads: [() => listAppPasswords(database, user)],
  },
  'a key': {
    table: 'app_passwords',
    row: () => ({ user_id: user, name: '', hash: Buffer.from('h'), access: 'full', created_at: now }),
    others: [{ access: 'reader' }],
    reads: [() => listApiKeys(database, user)],
  },
  'a program that was let in': {
    table: 'oauth_grants',
    row: () => ({ ...grant, user_id: user, code_hash: Buffer.from('c'), family_hash: Buffer.from('f') }),
    others: [{ family_hash: null }, { expires_at: now }],
    reads: [() => listAgents(database, user, now)],
    beside: () => insert('oauth_clients', { id: 'program', name: '', redirect_uris: [], created_at: now }),
  },
  'a source that is followed': {
    table: 'follows',
    row: () => ({ user_id: user, kind: 'source', key: '1', created_at: now }),
    others: [{ kind: 'tag' }],
    reads: [() => followedFeeds(database, user)],
  },
  'an event that was read': {
    table: 'read_events',
    row: () => ({ user_id: user, event_id: last.id, read: true, at: now }),
    others: [{ read: false }],
    reads: [() => listRead(database, user)],
    beside: () => insert('events', event),
  },
  'a saved search that is followed': {
    table: 'follows',
    row: () => ({ user_id: user, kind: 'search', key: 'q', created_at: now }),
    others: [{ kind: 'tag' }],
    reads: [() => listSearchesOf(database.db, user)],
  },
  'a saved search that alerts': {
    table: 'alert_rules',
    row: () => ({ ...rule, user_id: user, kind: 'search', key: 'q' }),
    others: [{ kind: 'event' }],
    reads: [() => listSearchesOf(database.db, user)],
  },
  ...partsIf<Read>('alerts', {
    'a reader who is alerted of what they follow': {
      table: 'alert_rules',
      row: () => ({ ...rule, user_id: user, kind: 'followed', key: '' }),
      others: [{ kind: 'event' }, { min_sources: 3 }],
      reads: [matched],
      beside: () => insert('follows', { user_id: user, kind: 'tag', key: '5', created_at: now }),
    },
    'a reader who is alerted of a tag': {
      table: 'alert_rules',
      row: () => ({ ...rule, user_id: user, kind: 'tag', key: '5' }),
      others: [{ kind: 'story' }, { key: '6' }, { min_sources: 3 }],
      reads: [matched],
    },
    'a name that a reader follows and is alerted of': {
      table: 'alert_rules',
      row: () => ({ ...rule, user_id: user, kind: 'followed', key: '' }),
      others: [{ kind: 'event' }],
      reads: [async () => [...(await listNamesInRules(database.db, ['tag:5', 'tag:6', 'story:5']))]],
      beside: () => insert('follows', { user_id: user, kind: 'tag', key: '5', created_at: now }),
    },
    'a name that a rule has': {
      table: 'alert_rules',
      row: () => ({ ...rule, user_id: user, kind: 'search', key: 'q: 5' }),
      others: [{ kind: 'tag' }, { key: 'q' }],
      reads: [async () => [...(await listNamesInRules(database.db, ['search:q: 5', 'tag:5']))]],
    },
    'a search that was not looked up': {
      table: 'alert_searches',
      row: { query: 'q' },
      others: [{ stems: '{a}' }],
      reads: [() => listNewSearches(database.db, 9)],
    },
  }),
  ...partsIf<Read>('editions', {
    'an edition to be spoken': {
      table: 'spoken_editions',
      row: () => ({ user_id: user, day: '2026-11-21', event_ids: [], asked_at: now }),
      others: [{ made_at: now }],
      reads: [() => listRequestedAudio(database, 9)],
    },
    'an edition that can be heard': {
      table: 'spoken_editions',
      row: () => ({ user_id: user, day: '2026-11-21', event_ids: [], asked_at: now, made_at: now, parts: '[{}]' }),
      others: [{ parts: '[]' }],
      reads: [() => listAudioEditions(database, user)],
    },
  }),
  ...partsIf<Read>('edition-mail', {
    'a reader whose edition is due': {
      table: 'mail_subscriptions',
      row: () => ({ ...mail, user_id: user, key: 'k', created_at: now, confirmed_at: now, next_at: now }),
      others: [{ confirmed_at: null }, { stopped_at: now }, { next_at: hours(1) }, { next_at: null }],
      reads: [() => listDueReaders(database, now, 9), async () => Number(await areReadersDue(database, now))],
    },
  }),
}

async function onlyOf(table: 'articles' | 'events' | 'stories'): Promise<number> {
  const { id } = await database.db.selectFrom(table).select('id').where('id', '<', NEIGHBOUR).executeTakeFirstOrThrow()
  return id
}
const onlyArticle = () => onlyOf('articles')

async function corrections() {
  return (await pageCorrections(db, { page: 1, perPage: 9 })).items
}

function matched() {
  return listMatched(database.db, { names: [{ name: 'tag:5', over: 0 }], blockedBy: [] } as never, 2, {
    after: 0,
    max: 9,
  })
}

async function linkToStory(): Promise<void> {
  const event_id = await onlyOf('events')
  await database.db.insertInto('story_events').values({ event_id, story_id: 7, at: now }).execute()
}

const sizeOf = (found: unknown): number => {
  if (Array.isArray(found)) return found.length
  if (typeof found === 'number') return found
  return found === null || found === undefined ? 0 : 1
}

describe.each(Object.entries(reads))('%s', (_, { table, row, others, reads, beside, after }) => {
  const found = async (values: Values) => {
    await beside?.()
    await insert(table, { ...(typeof row === 'function' ? row() : row), ...values })
    await after?.()
    return Promise.all(reads.map(async (read) => sizeOf(await read()) > 0))
  }

  it('is found', async () => expect(await found({})).toEqual(reads.map(() => true)))

  it.each(others)('is not where it has %o', async (values) => {
    expect(await found(values)).toEqual(reads.map(() => false))
  })
})
