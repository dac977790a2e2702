/** Whether what was published stands on what was sent: each sentence's evidence, held against the prompt of its own text's call. */

import type { Selectable } from 'kysely'
import type { Database } from '../../src/platform/database/database.ts'
import type { Schema } from '../../src/platform/database/schema.ts'
import type { ModelCallSeen } from '../../tests/support/played/model.ts'

export const textKinds = ['articles', 'events', 'stories', 'episodes'] as const
type TextKind = (typeof textKinds)[number]

export interface Founded {
  /** Published sentences, by whose text they are. */
  sentences: Record<TextKind, number>
  /** Those of them with evidence that was not sent word for word when their text was asked for, or with none. */
  unfounded: string[]
}

type Claim = Selectable<Schema['claims']>
type Accepted = Pick<Selectable<Schema['ai_calls']>, 'purpose' | 'article_id' | 'event_id' | 'story_id' | 'response'>

export async function readFounded({ db }: Database, sent: readonly ModelCallSeen[]): Promise<Founded> {
  const claims = await db.selectFrom('claims').selectAll().where('verdict', '=', 'stands').execute()
  const accepted = await db
    .selectFrom('ai_calls')
    .select(['purpose', 'article_id', 'event_id', 'story_id', 'response'])
    .where('verdict', '=', 'accepted')
    .orderBy('id')
    .execute()
  const callsOf = Map.groupBy(accepted, textOfCall)
  const prompts = promptsByAnswer(sent)
  const isFounded = (claim: Claim) => {
    const calls = callsOf.get(textOfClaim(claim)) ?? []
    // An event's texts are kept, each with its claims; of the others the newest is.
    const call = claim.revision === null ? calls.at(-1) : calls[claim.revision - 1]
    const asked = prompts.get(call?.response ?? '') ?? []
    return claim.evidence.length > 0 && asked.some((prompt) => holds(prompt, claim))
  }
  const count = (kind: TextKind) => claims.filter((claim) => kindOf(claim) === kind).length
  return {
    sentences: {
      articles: count('articles'),
      events: count('events'),
      stories: count('stories'),
      episodes: count('episodes'),
    },
    unfounded: claims.filter((claim) => !isFounded(claim)).map((claim) => `${textOfClaim(claim)}: ${claim.sentence}`),
  }
}

/** Two texts may have had the same answer: then either prompt may be the one that was asked. */
function promptsByAnswer(sent: readonly ModelCallSeen[]): Map<string, string[]> {
  const byAnswer = Map.groupBy(sent, ({ answer }) => answer)
  return new Map([...byAnswer].map(([answer, calls]) => [answer, calls.map(({ prompt }) => folded(prompt))]))
}

const holds = (prompt: string, { evidence }: Claim) => evidence.every(({ text }) => prompt.includes(folded(text)))

function kindOf(claim: Claim): TextKind {
  if (claim.article_id !== null) return 'articles'
  if (claim.event_id !== null) return 'events'
  return claim.story_id !== null ? 'stories' : 'episodes'
}

const textOfClaim = (claim: Claim) =>
  `${kindOf(claim)} ${claim.article_id ?? claim.event_id ?? claim.story_id ?? ''}`.trim()

function textOfCall({ purpose, article_id, event_id, story_id }: Accepted): string {
  if (purpose === 'summary') return `articles ${article_id}`
  if (purpose === 'event') return `events ${event_id}`
  if (purpose === 'story') return `stories ${story_id}`
  // A rehearsal makes one episode.
  return purpose === 'podcast' ? 'episodes' : purpose
}

/** White space, and the brackets that look-alikes of our marks lose. */
const folded = (text: string) => text.replace(/<(\/?\s*[a-z]+-[0-9a-f]{6,}[^>]*)>/gi, '($1)').replace(/\s+/g, ' ')
