/** Texts as a model leaves them in a test database, sentence by sentence: of an event, a story and an episode. */
import type { StoredPoint } from '../../src/domain/events/event-text.ts'
import type { ClaimPart } from '../../src/domain/quality/claim-parts.ts'
import { type ClaimedText, type NewClaim, replaceClaims } from '../../src/store/articles/claims.ts'
import { saveEpisode } from '../../src/store/content/episodes.ts'
import { type Database, publishing } from '../../src/store/database/database.ts'

const at = new Date('2026-11-21T10:00:00Z')

interface Said {
  section?: number
  /** The articles whose words it stands on. */
  by?: number[]
  /** The gate that dropped it. */
  dropped?: string
}

export function said(part: ClaimPart, sentence: string, { section = 0, by = [], dropped }: Said = {}): NewClaim {
  const evidence = by.map((articleId) => ({ start: 0, end: 9, text: `What article ${articleId} says.`, articleId }))
  const verdict = dropped ? ('dropped' as const) : ('stands' as const)
  return {
    part,
    section,
    sentence,
    evidence,
    verdict,
    droppedBy: dropped ?? null,
    reason: null,
    judged: 'supported',
    decidingWords: null,
  }
}

export const saveClaims = (database: Database, text: ClaimedText, claims: NewClaim[]) =>
  publishing(database, (trx) => replaceClaims(trx, text, claims, at))

const standing = (claims: NewClaim[], part: ClaimPart) =>
  claims.flatMap((one) => (one.part === part && one.verdict === 'stands' ? one.sentence : []))

/** As its first text. */
export async function seedEventText(
  database: Database,
  { eventId, claims, points }: { eventId: number; claims: NewClaim[]; points: StoredPoint[] },
): Promise<void> {
  const articles = [...new Set(points.flatMap((point) => point.articles))]
  const text = { title: standing(claims, 'title').join(' '), summary: standing(claims, 'sentence').join(' ') }
  await database.db
    .insertInto('event_texts')
    .values({
      ...{ event_id: eventId, revision: 1, ...text, points: JSON.stringify(points), text_by: 'ai', at },
      ...{ article_ids: articles, seen_ids: articles, reason: 'second_source', brought_by: [], model: 'played' },
    })
    .execute()
  await saveClaims(database, { event_id: eventId, revision: 1 }, claims)
}

/** A story of one event; its number. */
export async function seedStoryText(database: Database, eventId: number, claims: NewClaim[]): Promise<number> {
  const paragraphs = Map.groupBy(
    claims.filter(({ part }) => part === 'body'),
    ({ section }) => section,
  )
  const body = [...paragraphs.values()].map((some) => standing(some, 'body').join(' ')).filter((text) => text !== '')
  const [story] = await database.db
    .insertInto('stories')
    .values({
      ...{ title: standing(claims, 'title').join(' '), lead: standing(claims, 'lead').join(' ') },
      ...{ body: body.join('\n\n'), text_by: 'ai', text_articles: 2, text_events: 1, entries_count: 2 },
      ...{ created_at: at, updated_at: at, first_at: at, last_at: at },
    })
    .returning('id')
    .execute()
  const id = story?.id ?? 0
  await database.db.insertInto('story_events').values({ event_id: eventId, story_id: id, at }).execute()
  await saveClaims(database, { story_id: id }, claims)
  return id
}

/** Without its sound. */
export async function seedEpisodeText(database: Database, episodeId: string, claims: NewClaim[]): Promise<void> {
  const title = standing(claims, 'title')[0] ?? episodeId
  const file = { audioFile: `${episodeId}/a.mp3`, audioType: 'audio/mpeg', audioBytes: 1, durationSeconds: 60 }
  const none = { coverFile: null, coverThumbFile: null, transcriptVtt: null, transcriptText: null }
  const lists = { chapters: [], sources: [], origin: 'generate' as const, written: { claims, row: 0 } }
  const episode = { episodeId, title, description: '', publishedOn: at, ...file, ...none, ...lists }
  await saveEpisode(database, episode, at)
}
