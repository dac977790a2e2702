/** Schemas of /api/v1/me. */
import { z } from 'zod'
import {
  FollowInput,
  FollowRef,
  MarkInput,
  MarkStates,
  MuteInput,
  MuteRef,
} from '../../news/editions/profile-resource.ts'
import { Event } from '../../news/events/resource.ts'
import { idNumber, integer } from '../../news/resources/parameters.ts'
import { ARTICLE_KINDS } from '../../news/topic/rules/kinds.ts'

const instant = z.iso.datetime().nullable()

export const Me = z
  .object({
    id: z.int(),
    email: z.string().nullable(),
    seen_until: instant.describe(
      'End of the visit before the last one. Events that were first reported later are new.',
    ),
    read_until: instant.describe('Events first reported until then are read, but for those marked unread since.'),
    follows: z.int(),
    mutes: z.int(),
    saved: z.int(),
  })
  .meta({ id: 'Me' })

export const FollowBody = FollowInput.extend({
  key: FollowInput.shape.key.describe(
    'The slug of a tag, the id of a story, an event or a source, or the words of a search.',
  ),
})
export const MuteBody = MuteInput.extend({
  key: MuteInput.shape.key.describe(`A word or phrase, the id of a source, or one of ${ARTICLE_KINDS.join(', ')}.`),
})

const url = FollowRef.shape.url.describe('Its page here, null where it has none.')
export const MyFollow = FollowRef.extend({ url }).meta({ id: 'Follow' })
export const MyMute = MuteRef.extend({ url }).meta({ id: 'Mute' })

const one = 'Give `event_id` or `entry_id`, whose event is meant.'

export const SavedBody = z
  .object({
    event_id: z.preprocess(integer, idNumber.optional()),
    entry_id: z.preprocess(integer, idNumber.optional()),
  })
  .meta({ description: one })

const maxAtOnce = 500
const ids = MarkInput.shape.event_ids.max(maxAtOnce, `must have at most ${maxAtOnce}`)
export const ReadBody = z.object({
  event_ids: ids.optional(),
  entry_ids: ids.optional().describe('Their events are meant.'),
  read: z.boolean().default(true).describe('False marks them unread.'),
  until: z.iso
    .datetime({ offset: true, error: 'must be an ISO 8601 instant' })
    .optional()
    .describe('Everything first reported until then is read.'),
})

export const readQuery = z.object({
  event_ids: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,499}$/, 'must be ids joined by commas, at most 500')
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(idNumber))
    .describe('Ids of events, joined by commas.'),
})
export const ReadEvents = z.object({ read: z.array(z.int()), read_until: instant }).meta({ id: 'ReadEvents' })

export const MyEvent = z.object({ event: Event.schema, ...MarkStates }).meta({ id: 'MyEvent' })
export const FeedRow = z
  .object({
    event: Event.schema,
    because: z.array(MyFollow).describe('Followed subjects that the event matches, the nearest first.'),
    new: z.boolean().describe('First reported after `seen_until` of `/me`; false on a first visit.'),
    ...MarkStates,
  })
  .meta({ id: 'FeedRow' })

/** Of what the caller has. */
export const idQuery = z.object({ id: z.preprocess(integer, idNumber) })

export type SavedQuery = z.infer<typeof SavedBody>
export type MeBody = z.infer<typeof Me>
