/**
 * Writes of the store: each names one thing, and leaves its twin, which is alike in all but the name. What is in another state
 * than the write is for stays as it is, too.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashToken, newApiKey, newToken } from '../src/news/accounts/rules/account.ts'
import { endApiKey, revokeAppPassword, revokeSecret } from '../src/news/accounts/writes/app-passwords.ts'
import { unfollow, unmute } from '../src/news/accounts/writes/follows.ts'
import { removeMade } from '../src/news/accounts/writes/made-by-programs.ts'
import { markRead, noteVisit, unsaveEvents } from '../src/news/accounts/writes/read-markers.ts'
import { revokeSession, revokeToken } from '../src/news/accounts/writes/tokens.ts'
import { removeArticle } from '../src/news/articles/writes/articles.ts'
import {
  publishExcerpt,
  publishExcerptWhileWaiting,
  saveCorrection,
  saveReservation,
  withdrawCorrection,
} from '../src/news/articles/writes/enrichment.ts'
import { correctExtraction, saveExtraction, saveRefusal } from '../src/news/articles/writes/extraction.ts'
import { handleReport, reprocessArticle, retryEnrichment } from '../src/news/articles/writes/operator-articles.ts'
import { saveClassifications } from '../src/news/articles/writes/reclassification.ts'
import { overrideRelevance } from '../src/news/articles/writes/relevance-overrides.ts'
import { replaceClaims, saveOverride } from '../src/news/claims/writes/claims.ts'
import { confirmMail, stopMail } from '../src/news/editions/writes/mail-subscriptions.ts'
import { dequeue } from '../src/news/embeddings/writes/embedding-queue.ts'
import { postponeEvent } from '../src/news/events/writes/event-texts.ts'
import { countTry, saveAnswer } from '../src/news/events/writes/rulings.ts'
import { removePush } from '../src/news/feeds/writes/feed-pushes.ts'
import { requestFetches } from '../src/news/feeds/writes/feeds.ts'
import { pauseSource, resumeSource } from '../src/news/feeds/writes/operator-sources.ts'
import { saveProposal } from '../src/news/feeds/writes/proposals.ts'
import { recordResponse, recordVerdict, supersedeSummaries } from '../src/news/models/writes/ai-calls.ts'
import { markReported } from '../src/news/operator/writes/notices.ts'
import { closeOperatorSession, isOperatorSession, openOperatorSession } from '../src/news/operator/writes/sessions.ts'
import { finishStage } from '../src/news/stages/writes/reprocess-states.ts'
import { recordExamination } from '../src/news/texts/writes/judge-controls.ts'
import type { ActorDatabase, Trx } from '../src/platform/database/database.ts'
import type { Schema } from '../src/platform/database/schema.ts'
import { suspendWebhook } from '../src/platform/outbox/webhook-streams.ts'
import { insertRow, type StoredRow, seedArticles, seedEvent, seedFeed } from './support/build.ts'
import { openTestDatabase } from './support/database.ts'
import { isThere, partOf, partsIf } from './support/features.ts'

const { deleteDevice } = await partOf('alerts/store/devices.ts')
const { saveReported } = await partOf('alerts/store/progress.ts')
const { saveQuietTime } = await partOf('alerts/store/rules.ts')
const { saveSearchStems } = await partOf('alerts/store/searches.ts')
const { endWebhookAlert } = await partOf('alerts/store/webhook-alerts.ts')
const { saveAudioEdition } = await partOf('editions/audio-editions.ts')
const { revokePersonalFeed } = await partOf('editions/personal-feeds.ts')
const { endExam } = await partOf('exams/save-exam.ts')
const { removeInbox } = await partOf('fediverse/activities.ts')
const { deleteCached } = await partOf('fediverse/cache.ts')
const { removeAccount, removeFollower, removeReaction } = await partOf('fediverse/followers.ts')
const { pauseWebhook, removeWebhook, resumeWebhook } = await partOf('webhooks/store.ts')
const { confirmSubscription, denySubscription, noteAnswer } = await partOf('websub/feed-subscriptions.ts')
const { noteDelivered, removeSubscription } = await partOf('websub/hub-subscriptions.ts')

const now = new Date('2026-11-21T12:00:00Z')
const later = new Date('2026-11-22T12:00:00Z')

interface Write {
  table: keyof Schema
  /** The columns that name a row. */
  key?: string[]
  /** Of the thing (1) and its twin (2). */
  row(n: number): Record<string, unknown>
  write(row: StoredRow): Promise<unknown>
  /** States that keep the write from a thing. */
  except?: Record<string, unknown>[]
}

let database: ActorDatabase
let users: number[]
let feeds: number[]
let events: number[]
let articles: number[]
beforeAll(async () => {
  database = await openTestDatabase()
  feeds = [await seedFeed(database), await seedFeed(database)]
  articles = await seedArticles(database, new Array(3).fill({ feed_id: feeds[0] ?? 0 }))
  await database.db.deleteFrom('embedding_queue').execute()
  events = []
  for (const feed_id of feeds) events.push((await seedEvent(database, [{ feed_id }])).eventId)
  users = []
  for (const email of ['a@site.example', 'b@site.example'])
    users.push(Number((await insert('users', { email, created_at: now })).id))
})
afterAll(() => database.close())

const insert = (table: keyof Schema, values: Record<string, unknown>) => insertRow(database, table, values)

/** The row as it is now; none where it is deleted. */
async function find(one: Write, row: StoredRow): Promise<unknown> {
  return (await sql`select * from ${sql.table(one.table)} where ${named(one, row)}`.execute(database.db)).rows[0]
}

const named = ({ key = ['id'] }: Write, row: StoredRow) =>
  sql.join(
    key.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
    sql` and `,
  )

const inTransaction = (work: (trx: Trx) => Promise<unknown>) => database.db.transaction().execute(work)
let counter = 0
const article = (values: object) => () => ({
  feed_id: feeds[0],
  url: `https://a.example/${++counter}`,
  canonical_url: '',
  title: 'Kvitten',
  excerpt: '',
  discovered_at: now,
  sort_at: now,
  updated_at: now,
  content_hash: 'h',
  cluster_state: 'done',
  ...values,
})
const waiting = article({ status: 'pending', enrich_state: 'pending', extract_state: 'pending' })
const written = { translated_title: 'Rubrik', translated_summary: 'Text.' }
const byModel = article({ ...written, status: 'published', translated_by: 'ai', extract_state: 'done' })
const byOperator = article({ ...written, status: 'published', translated_by: 'operator', enrich_state: 'done' })
const classification = {
  relevant: true,
  relevanceReason: 'ja',
  relevanceScore: 0,
  tagIds: [],
  kind: 'news',
  language: 'sv',
  excerpt: 'x',
}
const call = (values: object) => () => ({
  at: now,
  model: 'm',
  prompt_version: '1',
  provider: 'played',
  request: '{}',
  purpose: 'summary',
  ...values,
})
const settled = {
  ms: 1,
  response: 'ja',
  inputTokens: 1,
  outputTokens: 1,
  cost: 1,
  verdict: 'answered' as const,
  reason: null,
}
const webhook = (n: number) => ({ url: `https://hook.example/${n}`, secret: '', created_at: now })
const device = (n: number) => ({
  user_id: users[0],
  endpoint: `https://push.example/${++counter}-${n}`,
  p256dh: '',
  auth: '',
  device: '',
  created_at: now,
})
const mail = (n: number) => ({
  list: 'alerts',
  user_id: users[n - 1],
  email: '',
  key: `key ${++counter}`,
  created_at: now,
})
const edition = { timezone: 'UTC', morning: 1, days: [1], since: now }
const claim = { part: 'sentence', sentence: 'Ett.', evidence: '[]', verdict: 'stands', at: now, position: 0 }

const writes: Record<string, Write> = {
  'a page that was refused': {
    table: 'articles',
    row: waiting,
    write: ({ id }) => saveRefusal(database, id, { reason: 'nej', state: 'refused', again: later }),
  },
  'a page that was read': {
    table: 'articles',
    row: waiting,
    write: ({ id }) =>
      saveExtraction(database, id, { text: 'Text.', imageUrl: null, classification, reservation: 'nej' }, now),
  },
  'a page that was another’s': {
    table: 'articles',
    row: byModel,
    except: [{ status: 'removed', translated_by: null }],
    write: ({ id }) =>
      correctExtraction(database, id, { text: '', classification, refusal: null, imageUrl: null }, now),
  },
  'an excerpt in place of a summary': {
    table: 'articles',
    row: waiting,
    write: ({ id }) => publishExcerpt(database, { id, contentHash: 'h' }, 'refused', now),
    except: [{ status: 'removed' }, { enrich_state: 'done' }, { content_hash: 'other' }, { translated_by: 'operator' }],
  },
  'an excerpt while it waits': {
    table: 'articles',
    row: waiting,
    except: [{ status: 'removed' }],
    write: ({ id }) => publishExcerptWhileWaiting(database, id),
  },
  'a reservation': { table: 'articles', row: waiting, write: ({ id }) => saveReservation(database, id, 'nej') },
  'a correction': {
    table: 'articles',
    row: byModel,
    except: [{ status: 'removed' }],
    write: ({ id }) =>
      inTransaction((trx) => saveCorrection(trx, { articleId: id, title: 'B', summary: 'C', at: now })),
  },
  'a correction that is withdrawn': {
    table: 'articles',
    row: byOperator,
    except: [{ translated_by: 'ai' }],
    write: ({ id }) => inTransaction((trx) => withdrawCorrection(trx, id)),
  },
  'an article that is removed': {
    table: 'articles',
    row: byModel,
    write: ({ id }) => inTransaction((trx) => removeArticle(trx, id)),
  },
  'an article that is classified again': {
    table: 'articles',
    row: article({ status: 'published' }),
    except: [{ translated_by: 'ai' }],
    write: ({ id }) => saveClassifications(database, [{ id, ...classification }]),
  },
  'an article that is about the topic': {
    table: 'articles',
    row: article({ status: 'published', relevant: false }),
    write: ({ id }) => overrideRelevance(database, id, true, now),
  },
  'an article whose summary is asked for again': {
    table: 'articles',
    row: article({ status: 'published', enrich_state: 'refused' }),
    write: ({ id }) => retryEnrichment(database, [id], now),
    except: [{ status: 'removed' }, { enrich_state: 'done' }],
  },
  'an article that is processed again': {
    table: 'articles',
    row: byModel,
    write: ({ id }) => reprocessArticle(database, id, true, now),
  },
  'a report that is handled': {
    table: 'fault_reports',
    row: () => ({ article_id: articles[0], text: 'Fel.', at: now }),
    write: ({ id }) => handleReport(database, id, now),
  },
  'an article that was embedded': {
    table: 'embedding_queue',
    key: ['article_id'],
    row: (n) => ({ article_id: articles[n - 1], at: now }),
    write: ({ article_id }) => dequeue(database.db, [{ articleId: Number(article_id), queuedAt: now.toISOString() }]),
    except: [{ at: later }],
  },
  'a sentence that is ruled on': {
    table: 'claims',
    row: () => ({ ...claim, article_id: articles[0], position: ++counter }),
    write: ({ id }) =>
      inTransaction((trx) =>
        saveOverride(trx, {
          id,
          sentence: 'Två.',
          verdict: 'dropped',
          dropped_by: 'x',
          reason: 'y',
          ruling: 'dropped',
        }),
      ),
  },
  'the sentences of a revision': {
    table: 'claims',
    row: (n) => ({ ...claim, event_id: events[0], revision: n, position: ++counter }),
    write: () => inTransaction((trx) => replaceClaims(trx, { event_id: events[0] ?? 0, revision: 1 }, [], now)),
  },
  'an event that waits': {
    table: 'events',
    row: () => ({ created_at: now, first_at: now, last_at: now, story_state: 'done' }),
    write: ({ id }) => postponeEvent(database.db, { eventId: id } as never, later),
  },
  'a try at a pair': { ...pairs(), write: (row) => countTry(database.db, questionOf(row)) },
  'a try at a pair of the other article': {
    ...pairs('article_b'),
    write: (row) => countTry(database.db, questionOf(row)),
  },
  'a pair that is answered': {
    ...pairs(),
    write: (row) => inTransaction((trx) => saveAnswer(trx, questionOf(row), true, now)),
  },
  'a call that was answered': {
    table: 'ai_calls',
    row: call({ verdict: 'asked' }),
    except: [{ verdict: 'accepted' }],
    write: ({ id }) => recordResponse(database.db, id, settled),
  },
  'a call that was judged': {
    table: 'ai_calls',
    row: call({ verdict: 'answered' }),
    except: [{ verdict: 'refused' }, { verdict: 'asked' }],
    write: ({ id }) => recordVerdict(database.db, id, 'accepted', null),
  },
  'a call that counts no more': {
    table: 'ai_calls',
    row: (n) => ({ ...call({ verdict: 'refused' })(), article_id: articles[n - 1] }),
    write: ({ article_id }) => supersedeSummaries(database.db, [Number(article_id)]),
    except: [{ purpose: 'judge' }, { verdict: 'answered' }],
  },
  ...partsIf<Write>('exams', {
    'an exam that ended': {
      table: 'exams',
      row: () => ({ model: 'm', role: 'judge', language: 'sv', prompt_version: '1', items: 1, started_at: now }),
      write: ({ id }) => endExam(database.db, id, null, now),
    },
  }),
  'a judge that is let in': {
    table: 'judge_suspensions',
    row: (n) => ({
      model: `m${n}`,
      prompt_version: String(++counter),
      suspended_at: now,
      examine_at: now,
      planted: 1,
      refused: 0,
      pairs: 0,
      supported: 0,
    }),
    write: ({ id }) => recordExamination(database.db, { id, examineAt: now }, true, later),
    except: [{ examine_at: later }, { lifted_at: now }],
  },
  'a stage of a run': {
    table: 'reprocess_runs',
    row: () => ({ stages: ['enrich', 'embed'], started_at: now, after_call: 0 }),
    write: ({ id }) => finishStage(database, { id, at: 0 } as never, now),
    except: [{ stages_done: 1 }],
  },
  'a source that is asked now': {
    table: 'feeds',
    row: source({ next_fetch_at: later }),
    write: ({ id }) => requestFetches(database, [id], now),
    except: [{ next_fetch_at: new Date('2026-11-20') }],
  },
  'the proposed address of a source': {
    table: 'feeds',
    row: source({}),
    write: ({ id }) => saveProposal(database, id, 'https://new.example/', now),
  },
  'a source that is paused': {
    table: 'feeds',
    row: source({}),
    write: ({ id }) => pauseSource(database, id, now, 'En stund.'),
  },
  'a source that goes on': {
    table: 'feeds',
    row: source({ status: 'paused' }),
    write: ({ id }) => resumeSource(database, id, now),
  },
  ...partsIf<Write>('websub', {
    'the answer of a hub': { ...hubs(), write: ({ feed_id }) => noteAnswer(database, Number(feed_id), 'nej') },
    'a hub that agreed': {
      ...hubs(),
      write: ({ feed_id }) => confirmSubscription(database, Number(feed_id), { expiresAt: later, renewAt: later }),
    },
    'a hub that did not agree': {
      ...hubs(),
      write: ({ feed_id }) => denySubscription(database, Number(feed_id), { reason: 'nej', nextAt: later }),
    },
  }),
  'a push that was read': {
    table: 'feed_pushes',
    row: () => ({ feed_id: feeds[0], body: Buffer.alloc(1), content_type: '', at: now }),
    write: ({ id }) => removePush(database, id),
  },
  ...partsIf<Write>('websub', {
    'a subscription that ended': {
      table: 'hub_subscriptions',
      row: (n) => ({ topic: `t${counter}`, callback: `c${n}`, expires_at: later }),
      write: ({ topic, callback }) => removeSubscription(database, String(topic), String(callback)),
    },
    'a subscription of the same receiver to another feed': {
      table: 'hub_subscriptions',
      row: (n) => ({ topic: `u${n}`, callback: `u${counter}`, expires_at: later }),
      write: ({ topic, callback }) => removeSubscription(database, String(topic), String(callback)),
    },
    'a subscription that has the newest': {
      table: 'hub_subscriptions',
      row: (n) => ({ topic: `v${n}`, callback: 'v', expires_at: later }),
      write: ({ id }) => noteDelivered(database, { id } as never, 'hash'),
    },
  }),
  ...partsIf<Write>('webhooks', {
    'a webhook that is removed': {
      table: 'webhooks',
      row: webhook,
      write: ({ id }) => removeWebhook(database, id, now),
    },
    'a webhook that is paused': { table: 'webhooks', row: webhook, write: ({ id }) => pauseWebhook(database, id, now) },
    'a webhook that goes on': {
      table: 'webhooks',
      row: (n) => ({ ...webhook(n), state: 'paused' }),
      write: ({ id }) => resumeWebhook(database, id, now),
    },
  }),
  'a webhook that is given up': { table: 'webhooks', row: webhook, write: ({ id }) => suspendWebhook(database, id) },
  'a webhook of a reader': {
    table: 'webhooks',
    row: (n) => ({ ...webhook(n), user_id: users[0], kind: 'alerts', min_sources: 2 }),
    write: ({ id }) => removeMade(database, 'webhooks', { userId: users[0] ?? 0, id }),
  },
  ...partsIf<Write>('alerts', {
    'an alert of a webhook': {
      table: 'outbox',
      row: (n) => ({ channel: 'webhook_alert', event_id: events[n - 1], at: now, try_at: now }),
      write: async ({ id }) =>
        endWebhookAlert(database, { id: 0, row: { id: 0, leasedUntil: now } } as never, id, 'sent', now),
    },
  }),
  'a device that is removed': {
    table: 'push_subscriptions',
    row: device,
    write: ({ id }) => removeMade(database, 'push_subscriptions', { userId: users[0] ?? 0, id }),
  },
  ...partsIf<Write>('alerts', {
    'a device that is gone': {
      table: 'push_subscriptions',
      row: device,
      write: ({ id }) => deleteDevice(database, id),
    },
  }),
  'a rule that is removed': {
    table: 'alert_rules',
    row: (n) => ({
      user_id: users[0],
      kind: 'event',
      key: `${++counter}-${n}`,
      min_sources: 1,
      created_at: now,
      by_mail: false,
      by_push: false,
      heeds_quiet: false,
    }),
    write: ({ id }) => removeMade(database, 'alert_rules', { userId: users[0] ?? 0, id }),
  },
  ...partsIf<Write>('alerts', {
    'the quiet hours of a reader': {
      table: 'alert_quiet_times',
      key: ['user_id'],
      row: (n) => ({ user_id: users[n - 1], timezone: 'UTC', quiet_from: 1, quiet_until: 2 }),
      write: ({ user_id }) => saveQuietTime(database, Number(user_id), null),
    },
    'the words of a search': {
      table: 'alert_searches',
      key: ['query'],
      row: (n) => ({ query: `search ${n}` }),
      write: ({ query }) => saveSearchStems(database.db, String(query), ['word']),
    },
    'an event that was told of': {
      table: 'alert_events',
      key: ['event_id'],
      row: (n) => ({ event_id: events[n - 1], source_count: 1, names: [] }),
      write: ({ event_id }) => saveReported(database.db, [{ eventId: Number(event_id), sourceCount: 2, names: ['a'] }]),
    },
  }),
  'emails that were confirmed': {
    table: 'mail_subscriptions',
    row: mail,
    except: [{ stopped_at: now }, { list: 'edition', ...edition }],
    write: ({ key }) => confirmMail(database, 'alerts', String(key), now),
  },
  'emails that were stopped': {
    table: 'mail_subscriptions',
    row: mail,
    except: [{ stopped_at: now }, { list: 'edition', ...edition }],
    write: ({ key }) => stopMail(database, 'alerts', { key: String(key) }, later),
  },
  'a session that is ended': {
    table: 'tokens',
    key: ['hash'],
    row: session,
    write: ({ hash }) => revokeSession(database, users[0] ?? 0, hex(hash).slice(0, 16)),
  },
  'a token that is ended': {
    table: 'tokens',
    key: ['hash'],
    row: session,
    write: ({ hash }) => revokeToken(database, tokens.get(hex(hash)) ?? ''),
  },
  'a password that is ended': {
    table: 'app_passwords',
    row: () => ({ ...password(), access: 'reader' }),
    except: [{ access: 'read' }],
    write: ({ id }) => revokeAppPassword(database, { userId: users[0] ?? 0, id }),
  },
  'a password that its reader ends': {
    table: 'app_passwords',
    row: password,
    write: ({ id }) => revokeSecret(database, { userId: users[0] ?? 0, id }),
  },
  'a key that is ended': {
    table: 'app_passwords',
    row: password,
    write: ({ name }) => endApiKey(database, String(name)),
  },
  'a source that is followed no more': {
    table: 'follows',
    key: ['kind', 'key'],
    row: (n) => ({ user_id: users[0], kind: 'source', key: String(feeds[n - 1]), created_at: now }),
    write: ({ key }) => unfollow(database, users[0] ?? 0, { kind: 'source', key: String(key) }),
    except: [{ kind: 'search' }],
  },
  'a source that is muted no more': {
    table: 'mutes',
    key: ['kind', 'key'],
    row: (n) => ({ user_id: users[0], kind: 'source', key: `${n}`, created_at: now }),
    write: ({ key }) => unmute(database, users[0] ?? 0, { kind: 'source', key: String(key) } as never),
    except: [{ kind: 'word' }],
  },
  'an event that is saved no more': {
    table: 'saved_events',
    key: ['event_id'],
    row: (n) => ({ user_id: users[0], event_id: events[n - 1], created_at: now }),
    write: ({ event_id }) => unsaveEvents(database, users[0] ?? 0, [Number(event_id)]),
  },
  'an event that was read': {
    table: 'read_events',
    key: ['event_id'],
    row: (n) => ({ user_id: users[0], event_id: events[n - 1], read: false, at: now }),
    write: ({ event_id }) => markRead(database, users[0] ?? 0, [Number(event_id)], true, now),
  },
  'a reader who comes': {
    table: 'users',
    row: (n) => ({ email: `${++counter}-${n}@site.example`, created_at: now }),
    write: ({ id }) => noteVisit(database, id, now),
  },
  ...partsIf<Write>('editions', {
    'the feed of a reader': {
      table: 'personal_feeds',
      key: ['user_id'],
      row: (n) => ({ user_id: users[n - 1], hash: Buffer.from(String(++counter)), created_at: now }),
      write: ({ user_id }) => revokePersonalFeed(database, Number(user_id)),
    },
    'an edition that was spoken': {
      table: 'spoken_editions',
      key: ['user_id', 'day'],
      row: (n) => ({ user_id: users[0], day: `2026-11-0${n}`, event_ids: [], asked_at: now }),
      write: ({ day }) =>
        saveAudioEdition(
          database,
          { userId: users[0] ?? 0, day: String(day), eventIds: [] },
          { title: '', description: '', parts: [] },
          now,
        ),
    },
  }),
  ...partsIf<Write>('fediverse', {
    'an inbox that is gone': {
      table: 'fediverse_inboxes',
      row: (n) => ({ url: `https://a.example/${++counter}-${n}`, host: 'a', taken: 0, due: 0 }),
      write: ({ id }) => removeInbox(database, id),
    },
    'a value that is kept for a while': {
      table: 'fediverse_cache',
      key: ['key'],
      row: (n) => ({ key: `k${n}`, value: '{}', expires_at: later }),
      write: ({ key }) => deleteCached(database, String(key)),
    },
  }),
  'an issue that was reported': {
    table: 'notices',
    row: (n) => ({ key: `k${++counter}-${n}`, kind: 'gates', urgent: false, facts: '{}', since: now }),
    write: ({ key }) => markReported(database, [{ key } as never], now),
    except: [{ mended_at: now }],
  },
}

function source(values: object) {
  return () => ({
    url: `https://f.example/${++counter}`,
    title: '',
    publisher: 'f.example',
    next_fetch_at: now,
    ...values,
  })
}

function hubs() {
  const hub = { hub: 'https://hub.example/', topic: '', secret: '', state: 'asked', next_at: now }
  return {
    table: 'feed_subscriptions' as const,
    key: ['feed_id'],
    row: (n: number) => ({ ...hub, feed_id: feeds[n - 1], key: `k${n}` }),
  }
}

/** Two with one article in common. */
function pairs(common: 'article_a' | 'article_b' = 'article_a') {
  const pair = (n: number) => (common === 'article_a' ? [articles[0], articles[n]] : [articles[n - 1], articles[2]])
  return {
    table: 'event_questions' as const,
    key: ['article_a', 'article_b'],
    row: (n: number) => ({ article_a: pair(n)[0], article_b: pair(n)[1], at: now, likeness: 0.5 }),
  }
}

const questionOf = ({ article_a, article_b }: StoredRow) => ({ sides: [{ id: article_a }, { id: article_b }] }) as never

/** By their hashes, which are what is stored. */
const tokens = new Map<string, string>()
const hex = (hash: unknown) => (hash as Buffer).toString('hex')

function session() {
  const token = newToken()
  const hash = hashToken(token)
  tokens.set(hex(hash), token)
  return { user_id: users[0], hash, created_at: now, last_used_at: now, expires_at: later }
}

/** Its name is the key itself. */
function password() {
  const key = newApiKey()
  return { user_id: users[0], name: key, hash: hashToken(key), access: 'read', created_at: now }
}

describe.each(Object.entries(writes))('%s', (_, one) => {
  const clear = async (...rows: StoredRow[]) => {
    for (const row of rows) await sql`delete from ${sql.table(one.table)} where ${named(one, row)}`.execute(database.db)
  }

  it('is written, and its twin is not', async () => {
    const [row, twin] = [await insert(one.table, one.row(1)), await insert(one.table, one.row(2))]
    const before = [await find(one, row), await find(one, twin)]
    await one.write(row)
    expect(await find(one, row)).not.toEqual(before[0])
    expect(await find(one, twin)).toEqual(before[1])
    await clear(row, twin)
  })

  it.each(one.except ?? [])('is not written where it is %o', async (values) => {
    const row = await insert(one.table, { ...one.row(1), ...values })
    const before = await find(one, row)
    await one.write(row)
    expect(await find(one, row)).toEqual(before)
    await clear(row)
  })
})

it('who signs out of the console stays in elsewhere, and nobody stays in for ever', async () => {
  const [one, other] = [
    await openOperatorSession(database, 'key', now),
    await openOperatorSession(database, 'key', now),
  ]
  await closeOperatorSession(database, 'key', one)
  const isOpen = (session: string, at: Date) => isOperatorSession(database, 'key', session, at)
  expect([await isOpen(one, now), await isOpen(other, now), await isOpen(other, later)]).toEqual([false, true, false])
})

it.runIf(isThere('fediverse'))(
  'who follows no more leaves what another follows, here and on other servers',
  async () => {
    const [follower, other] = ['https://b.example/ann', 'https://b.example/bo']
    const inbox = await insert('fediverse_inboxes', { url: 'https://b.example/', host: 'b.example', taken: 0, due: 0 })
    for (const [actor, name] of [
      ['site', follower],
      ['site', other],
      ['tag', follower],
    ])
      await insert('fediverse_followers', { actor, follower: name, inbox_id: inbox.id, since: 0 })
    const left = async () =>
      (
        await database.db
          .selectFrom('fediverse_followers')
          .select(['actor', 'follower'])
          .where('inbox_id', '=', inbox.id)
          .execute()
      )
        .map(({ actor, follower }) => `${actor} ${follower}`)
        .sort()
    await removeFollower(database, 'site', follower)
    expect(await left()).toEqual([`site ${other}`, `tag ${follower}`])
    await removeAccount(database, other)
    expect(await left()).toEqual([`tag ${follower}`])
  },
)

it.runIf(isThere('fediverse'))('a reaction that is taken back leaves the others', async () => {
  const reaction = { event_id: events[0], kind: 'like', source: 's', account: 'a', at: now }
  for (const event_id of events) await insert('fediverse_posts', { event_id, at: now, audience: [], hash: '' })
  const others = [{ kind: 'share' }, { source: 't' }, { event_id: events[1] }]
  for (const other of [{}, ...others]) await insert('fediverse_reactions', { ...reaction, ...other })
  const count = async () => (await database.db.selectFrom('fediverse_reactions').selectAll().execute()).length
  await removeReaction(database, { kind: 'like', source: 's', account: 'b' })
  expect(await count()).toBe(others.length + 1)
  await removeReaction(database, { eventId: events[0] ?? 0, kind: 'like', source: 's', account: 'a' })
  expect(await count()).toBe(others.length)
  await removeReaction(database, { kind: 'like', source: 's', account: 'a' })
  expect(await count()).toBe(others.length - 1)
})
