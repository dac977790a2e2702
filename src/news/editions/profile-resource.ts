/** Follows, mutes and marks of an account: one input and one view, for the API and tools alike. */
import { z } from 'zod'
import type { Origin } from '../../platform/site/paths.ts'
import { FOLLOW_KINDS, MUTE_KINDS, profileLimits } from '../accounts/rules/profile.ts'
import { MARKS } from '../accounts/rules/read-markers.ts'
import { idNumber } from '../resources/parameters.ts'
import type { NamedRef } from './queries/names.ts'

const key = z
  .string({ error: 'must be a text' })
  .min(1, 'is required')
  .max(profileLimits.characters, `must have at most ${profileLimits.characters} characters`)
const followKind = z.enum(FOLLOW_KINDS, { error: `must be one of ${FOLLOW_KINDS.join(', ')}` })
const muteKind = z.enum(MUTE_KINDS, { error: `must be one of ${MUTE_KINDS.join(', ')}` })

/** The key is public: a tag's slug, else as it is stored. */
export const FollowInput = z.object({ kind: followKind, key })
export const MuteInput = z.object({ kind: muteKind, key })

export const MarkInput = z.object({
  event_ids: z.array(idNumber).min(1),
  as: z.enum(MARKS),
  on: z.boolean().default(true),
})
/** Of an event. */
export const MarkStates = { read: z.boolean(), saved: z.boolean() } satisfies Record<
  (typeof MARKS)[number],
  z.ZodBoolean
>

const named = { key: z.string(), title: z.string(), url: z.string().nullable() }
export const FollowRef = z.object({ kind: z.enum(FOLLOW_KINDS), ...named })
export const MuteRef = z.object({ kind: z.enum(MUTE_KINDS), ...named })

export const presentRef = <Kind extends string>(
  { kind, publicKey, title, path }: NamedRef<Kind>,
  { baseUrl }: Pick<Origin, 'baseUrl'>,
) => ({ kind, key: publicKey, title, url: path && baseUrl + path })
