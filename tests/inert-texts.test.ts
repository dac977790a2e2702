/**
 * Texts and addresses of feeds, models, operators and readers: hostile in every column that holds any, they are inert on every
 * surface. A new column, address or tool needs a row.
 */
// @module-tag slow

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNotices } from '../src/app/notice-loop.ts'
import { ruleDispute } from '../src/news/events/writes/settlements.ts'
import { actionsOf } from './support/actions.ts'
import { listAddresses } from './support/addresses.ts'
import { alertsAt } from './support/alerts.ts'
import { seedArticles, seedFeed, seedRecords, seedWebhook, storedPoint } from './support/build.ts'
import { ifThere } from './support/features.ts'
import { type FullReader, fillReader, letWait, operatorAt, type Visitor } from './support/people.ts'
import { readMail, startMailServer, type TestMailServer } from './support/played/mail.ts'
import { type Publisher, startPublisher } from './support/played/publisher.ts'
import { startPushService, type TestPushService } from './support/played/push.ts'
import { type Receiver, startReceiver } from './support/played/receiver.ts'
import { runStage, sendAlerts } from './support/run-stage.ts'
import { shareOf } from './support/sweep.ts'
import { hostileFeed, livelyInAnswer, livelyInHtml, livelyInJson, livelyInMarkdown } from './support/valid/hostile.ts'
import { callMcp } from './support/web.ts'
import { type AdminWorld, adminToken, startAdminWorld } from './support/worlds/admin.ts'
import { seedWorld, thingsOf, type World } from './support/worlds/agent.ts'

const OF_FAULTS = 'message file'
const OF_GUIDES = 'title summary family generation! sources:json specs:json rumors:json'
const OF_EPISODES = 'title description transcript_text transcript_vtt chapters:json sources:json'

/** Columns that hold what others write: text, addresses (`:url`), or values with texts in them (`:json`); `!` where there was none too. */
const TEXTS: Record<string, string> = {
  ai_calls: 'model reason',
  app_passwords: 'name',
  articles:
    'title excerpt author! relevance_reason! translated_title translated_summary extract_reason! url:url image_url:url',
  claims: 'sentence deciding_words! evidence:json',
  dispute_settlements: 'reason!',
  ...Object.fromEntries(ifThere('podcast', ['episodes', OF_EPISODES])),
  event_members: 'reason:json',
  event_texts: 'title summary model points:json',
  exams: 'model base_url error',
  fault_reports: 'text',
  feeds:
    'title description! publisher_name! status_reason last_error folder! url:url site_url:url icon_url:url! proposed_url:url!',
  fetches: 'error',
  follows: 'key',
  ...Object.fromEntries(ifThere('guides', ['guide_faults', OF_FAULTS], ['guides', OF_GUIDES])),
  mutes: 'key',
  oauth_clients: 'name',
  operator_actions: 'subject before:json after:json',
  outbox: 'error!',
  push_subscriptions: 'device',
  spoken_editions: 'title description',
  stories: 'title lead body image_url:url',
  tags: 'name',
  users: 'email',
  webhooks: 'url:url',
}

/** Their other columns: values that the program chooses itself, and what no surface shows. */
const OTHERS: Record<string, string> = {
  site: 'topic',
  app_passwords: 'access',
  ai_calls: 'purpose provider prompt_version content_hash request response verdict',
  articles:
    'canonical_url language content_hash status kind translated_by products tag_ids extract_state enrich_state cluster_state reservation credited_publisher',
  claims: 'reason verdict dropped_by judged ruling episode_id part',
  // Without a podcast no surface shows them.
  episodes: `episode_id audio_path audio_type cover_path cover_thumb_path origin ${ifThere('podcast', '')[0] ?? OF_EPISODES.replaceAll(':json', '')}`,
  event_members: 'decided_by',
  event_texts: 'text_by prompt_version article_ids seen_ids reason brought_by reports_state evidence_state',
  // Its point finds the dispute in the event's text, which is shown.
  dispute_settlements: 'article_ids point marks settled_by brought_by model',
  exams: 'role language prompt_version answers',
  feeds:
    'language publisher status relevance etag last_modified body_hash redirect_url failure listed hub_topic hub_url',
  fetches: 'outcome cause',
  // Domains, and counts of the service.
  publisher_months: 'publisher cases event_ids clock figures topics pairs',
  publisher_month_progress: 'epoch',
  publisher_pairs: 'publisher other',
  follows: 'kind',
  // Without guides no surface shows them.
  guides: `slug file page_type tags content_hash picture names body releases ${ifThere('guides', '')[0] ?? OF_GUIDES.replaceAll(':json', '')}`,
  ...(ifThere('guides', '')[0] === undefined && { guide_faults: OF_FAULTS }),
  mutes: 'kind',
  notices: 'key kind facts',
  oauth_clients: 'id redirect_uris',
  oauth_grants: 'client_id access redirect_uri challenge',
  operator_actions: 'action target undo actor',
  outbox: 'channel edition content state leased_by',
  push_subscriptions: 'endpoint p256dh auth',
  spoken_editions: 'event_ids parts',
  stories: 'text_by status',
  tags: 'slug',
  webhooks: 'secret types tag cursor state kind',
}

/** Tables of states, counts and keys, and of texts that no surface shows. */
const UNREAD =
  /^(?:alert_\w+|article_(?:counts|features|identities|texts)|change(?:s|_log)|data_versions|embedding_models|event_(?:decisions|lines)|events|fediverse_\w+|feed_(?:pushes|subscriptions)|fetch_turns|guide_vectors|hub_subscriptions|judge_\w+|kysely_\w+|line_pairs|login_codes|mail_subscriptions|operator_switches|page_prints|push_keys|rate_hits|reprocess_runs|revisions|search_(?:terms|totals)|story_(?:events|features)|tag_proposals|user_identities)$/

/** Rows whose key is words. */
const OF_TEXTS: Record<string, string> = {
  follows: `kind = 'search'`,
  mutes: `kind = 'word'`,
  outbox: `channel = 'webhook'`,
  webhooks: `url not like '%/hook'`,
}

/** Keys of JSON whose values the program chooses. */
const ENUMERATED = new Set(['on', 'verdict', 'status', 'by', 'outcome', 'relevance', 'kind', 'read'])

/** `m` marks the column: it is in the text itself, in a name that only an element can have, and in one of an attribute. */
const HOSTILE: [name: string, text: (m: string) => string, url: (m: string) => string][] = [
  [
    'elements',
    (m) => `${m}</title></script></style></textarea></svg>--><pwn-${m}>"'><pwn-${m}><img src=x onerror=pwn()>`,
    (m) => `javascript:pwn('${m}')`,
  ],
  [
    'attributes',
    (m) => `${m}" pwn-${m}="1 ' pwn-${m}='1 pwn-${m}=1`,
    (m) => `https://ok.example/${m}"pwn-${m}="1'pwn-${m}='1`,
  ],
  [
    'what is decoded later',
    (m) =>
      `${m}&lt;pwn-${m}&gt;&#60;pwn-${m}&#62;&amp;lt;pwn-${m}&amp;gt;]]><pwn-${m}/>&pwn;\u0001\u2028\\u003cpwn-${m}\\u003e`,
    (m) => `data:text/html,<pwn-${m}>`,
  ],
  [
    'markdown and lines',
    (m) =>
      `${m}\n\n# pwn\n---\ntitle: pwn\n---\n[pwn](https://evil.example/) ![pwn](https://evil.example/x) <https://evil.example/> https://evil.example/x\r\nBcc: pwn@evil.example\r\n\r\n<pwn-${m}>`,
    (m) => `//evil.example/${m}`,
  ],
]

const columns = Object.entries(TEXTS).flatMap(([table, names]) =>
  names.split(' ').map((name) => {
    const [column = '', kind = 'text'] = name.replace('!', '').split(':')
    return { table, column, kind, isFilled: name.includes('!') }
  }),
)
/** In each of as many rounds a column has another kind, and its neighbours the others. */
const ROUNDS = HOSTILE.map((_, round) => round)
const kindOf = (at: number, round: number) => HOSTILE[(at + round) % HOSTILE.length] as (typeof HOSTILE)[number]
const markOf = (at: number) => `z${at + 10}z`

let world: AdminWorld
let golden: World
let reader: FullReader
let mail: TestMailServer
let push: TestPushService
let receiver: Receiver
let publisher: Publisher
/** With records. */
let publishers: string[]
let operator: Visitor
const web = () => world.web

beforeAll(async () => {
  ;[mail, receiver, publisher] = await Promise.all([startMailServer(), startReceiver(), startPublisher()])
  world = await startAdminWorld(
    '',
    {
      RELEVANCE: 'all',
      TTS_PROVIDER: 'espeak',
      SMTP_URL: mail.url,
      MAIL_FROM: 'nyheter@site.example',
      NOTIFY_MAIL: 'drift@site.example',
      NOTIFY_WEBHOOK: receiver.url,
    },
    { alone: true, strangers: ['127.0.0.0/8'] },
  )
  golden = await seedWorld(web())
  publishers = await seedRecords(web().database, [golden.feedId, world.feeds.well], golden)
  const { db } = web().database
  push = await startPushService(() => alertsAt(web().ctx).pushKey())
  await sql`update webhooks set state = 'paused'`.execute(db)
  const target = {
    tag: golden.tagId,
    eventId: golden.eventId,
    words: 'ord',
    device: push.subscribe('telefon'),
    mails: mail.mails,
  }
  reader = await fillReader(web(), 'ann@site.example', target)
  await overruleDispute()
  await seedWebhook(web().database, receiver.url)
  await sql`
    insert into guide_faults (file, line, message, refused, at) values ('a.md', 1, 'x', true, now())`.execute(db)
  await sql`
    update guides set sources = ${JSON.stringify([{ title: 'x', url: 'x', read: '2026-11-16', supports: 'x' }])}::jsonb,
      specs = ${JSON.stringify([{ model: 'x', chip: 'x', sources: [1] }])}::jsonb,
      rumors = ${JSON.stringify([{ id: 'x', on: '2026-11-01', claim: 'x', by: { name: 'x', domain: 'x' }, url: 'https://x.example', verdict: 'wrong', settled: { on: '2026-11-02', outcome: 'x', url: 'https://x.example' } }])}::jsonb`.execute(
    db,
  )
  await sql`
    update spoken_editions set title = 'x', description = 'x', parts = '[{"hash": "x", "bytes": 1}]', made_at = ${web().clock.now()}`.execute(
    db,
  )
})
afterAll(async () => {
  await world.web.close()
  await push.close()
  await mail.close()
  await publisher.close()
  await receiver.close()
})

/** An event has a dispute that the operator has settled. */
async function overruleDispute(): Promise<void> {
  const { db } = web().database
  const members = await db
    .selectFrom('event_members')
    .select('article_id')
    .where('event_id', '=', world.events.several)
    .execute()
  const [one = 0, other = 0] = members.map(({ article_id }) => article_id)
  const point = storedPoint('disputed', ['Ja.', [one]], ['Nej.', [other]])
  await sql`update event_texts set points = points || ${JSON.stringify([point])}::jsonb where event_id = ${world.events.several}`.execute(
    db,
  )
  expect(
    await ruleDispute(
      web().database,
      { eventId: world.events.several, statement: 'Ja.', isOpen: false },
      web().ctx.clock.now(),
    ),
  ).toBe('done')
}

it('each column that holds texts is hostile below, or is none that others write', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type in ('text', 'jsonb', 'ARRAY')`.execute(
    web().database.db,
  )
  const listed = (table: string) => [TEXTS[table], OTHERS[table]].join(' ').split(/[ :!]/)
  const unknown = rows.filter(({ table, column }) => !UNREAD.test(table) && !listed(table).includes(column))
  expect(unknown).toEqual([])
})

/** Every string of a value that others write. */
function hostileIn(value: unknown, text: string, url: string, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => hostileIn(one, text, url, key))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, hostileIn(one, text, url, name)]))
  if (typeof value !== 'string' || ENUMERATED.has(key)) return value
  return /url$/i.test(key) ? url : text
}

/** Every column that others write holds hostile words of its own. */
async function spoil(round: number): Promise<void> {
  const { db } = web().database
  // A stream that was under way when its webhook was paused has ended its failure.
  await sql`update outbox set failing_since = now() where webhook_id is not null`.execute(db)
  for (const [at, { table, column, kind, isFilled }] of columns.entries()) {
    const [, text, url] = kindOf(at, round)
    const [words, address] = [text(markOf(at)), url(markOf(at))]
    const { rows } = await sql<{ row: string; value: unknown }>`
      select ctid::text as row, ${sql.ref(column)} as value from ${sql.table(table)}
      where ${sql.raw(isFilled ? 'true' : `${column} is not null`)} and ${sql.raw(OF_TEXTS[table] ?? 'true')}`.execute(
      db,
    )
    for (const [n, { row, value }] of rows.entries()) {
      const hostile =
        kind === 'json' ? JSON.stringify(hostileIn(value, words, address)) : `${kind === 'url' ? address : words} ${n}`
      await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${hostile}${sql.raw(kind === 'json' ? '::jsonb' : '')}
        where ctid = ${row}::tid`.execute(db)
    }
  }
  await sql`
    update dispute_settlements set point = p.point, marks = array[p.point #>> '{statements,0,text}']
    from (select jsonb_path_query_first(points, '$[*] ? (@.status == "disputed")') as point from event_texts
      where event_id = ${world.events.several}) p`.execute(db)
  web().ctx.cache.raise('content')
  web().ctx.cache.raise('views')
}

/** Redirects are followed. */
async function open(path: string, first: string): Promise<{ type: string; body: string; headers: string }> {
  const authorization = path.startsWith('/reader') ? `GoogleLogin auth=${reader.password}` : `Bearer ${reader.token}`
  const headers = { cookie: `konto=${reader.token}`, authorization }
  let url = first
  for (let hops = 0; hops < 3; hops++) {
    const answer = path.startsWith('/admin') ? await operator.get(url) : await web().app.inject({ url, headers })
    const { location } = answer.headers
    if (!location) {
      expect([url, answer.statusCode]).toEqual([url, 200])
      const type = String(answer.headers['content-type'])
      return { type, body: answer.body, headers: JSON.stringify(answer.headers) }
    }
    url = String(location).replace(web().config.BASE_URL, '')
  }
  throw new Error(`${path} leads on: ${url}`)
}

/** Of every tool; a new one that wants more needs a row. */
const ARGUMENTS: Record<string, () => object> = {
  get_entry: () => ({ id: golden.articleId }),
  get_event: () => ({ id: world.events.several }),
  get_story: () => ({ id: golden.storyId }),
  get_podd_episode: () => ({ episode_id: golden.episodeId, include_transcript: true }),
  get_product_guide: () => ({ slug: golden.guideSlug }),
  publisher_record: () => ({ publisher: publishers[0] }),
  search_news: () => ({ query: 'apple' }),
  follow: () => ({ kind: 'tag', key: golden.tagSlug }),
  alert: () => ({ kind: 'event', key: String(golden.eventId) }),
  mute: () => ({ kind: 'word', key: 'z1' }),
  mark: () => ({ event_ids: [golden.eventId], as: 'read' }),
}

const call = (method: string, params: object) => callMcp(web(), reader.token, method, params)

describe.each(shareOf(ROUNDS, 4, 1))('hostile texts, round %i,', (round) => {
  const shown = new Set<string>()
  const note = (text: string) => {
    for (const [mark] of text.matchAll(/z\d+z/g)) shown.add(mark)
  }

  it('do nothing at any address', async () => {
    await letWait(web(), [golden.feedId, world.feeds.well], {
      title: 'Två berättar',
      tag_ids: [golden.tagId],
      language: 'sv',
    })
    await spoil(round)
    operator = await operatorAt(web(), adminToken)
    const { articles, feeds, events, story } = world
    const console = { article: articles.first, feed: feeds.ill, event: events.several, story, episode: '2026-11-20' }
    const failures: Record<string, string[]> = {}
    for (const { path, url } of listAddresses(web().app, {
      ...thingsOf(golden, reader.key),
      event: events.several,
      publishers,
      console,
    })) {
      const answer = await open(path, url)
      note(answer.body)
      const found = livelyInAnswer(answer)
      if (found.length > 0) failures[path] = found.slice(0, 5)
    }
    expect(failures).toEqual({})
  })

  it('do nothing in what tools give', async () => {
    const failures: Record<string, string[]> = {}
    for (const { name } of (await call('tools/list', {})).tools) {
      const { isError, content } = await call('tools/call', { name, arguments: ARGUMENTS[name]?.() ?? {} })
      const found = content.flatMap(({ text }: { text: string }) => livelyInMarkdown(text))
      if (isError || found.length > 0) failures[name] = isError ? content : found
    }
    expect(failures).toEqual({})
  })

  it('do nothing in mails, messages to devices and webhooks, and notices', async () => {
    for (const taken of [mail.mails, push.pushed, receiver.received]) taken.length = 0
    await web().database.db.deleteFrom('notices').execute()
    const [[, title], [, excerpt]] = [kindOf(0, round), kindOf(1, round)]
    await seedArticles(web().database, [{ feed_id: golden.feedId, title: title('z9z'), excerpt: excerpt('z9z') }])
    const notices = createNotices(web().services)
    await Promise.all([
      runStage(web().services, 'letters'),
      sendAlerts(web().services),
      web().deliver(),
      notices.poll(),
    ])
    notices.close()
    const letters = mail.mails.map((raw) => [raw.slice(0, raw.indexOf('\n\n')), readMail(raw)] as const)
    expect(letters.map(([, { headers }]) => headers.to).sort()).toEqual(
      [reader.email, reader.email, 'drift@site.example'].sort(),
    )
    for (const [head, { html, text }] of letters) {
      note(html + text)
      expect([...livelyInHtml(html), ...(/^bcc:.*/im.exec(head) ?? [])]).toEqual([])
    }
    expect(push.pushed.map(({ message }) => new URL(message.url, world.url).origin)).toEqual([world.url])
    await expect.poll(() => receiver.received.some(({ body }) => body.includes('z9z'))).toBe(true)
    for (const { body } of receiver.received) expect(livelyInJson(JSON.parse(body))).toEqual([])
  })

  it('were seen, each column somewhere', () => {
    expect(columns.flatMap(({ table, column }, at) => (shown.has(markOf(at)) ? [] : `${table}.${column}`))).toEqual([])
  })
})

it('a feed brings no address that leads to script', async () => {
  publisher.serve('/feed.xml', { body: hostileFeed(publisher.url) })
  const { database, services } = web()
  const id = await seedFeed(database, { url: publisher.at('/feed.xml'), site_url: null })
  await actionsOf({ services }).ingest({ feedIds: [id] })
  const { rows } = await sql<{ address: string | null }>`
    select unnest(array[a.url, a.canonical_url, a.image_url, f.site_url, f.icon_url]) as address
    from articles a join feeds f on f.id = a.feed_id where f.id = ${id}`.execute(database.db)
  expect(rows.length).toBeGreaterThan(200)
  expect(rows.filter(({ address }) => address && !/^https?:\/\/[\w.:]+\/[^"<>\s]*$/.test(address))).toEqual([])
})
