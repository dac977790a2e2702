/** Follows and mutes of the caller. */

import { z } from 'zod'
import { type Follow, type Mute, parseMute } from '../../news/accounts/rules/profile.ts'
import { follow, getProfile, mute, unfollow, unmute } from '../../news/accounts/writes/follows.ts'
import { presentRef } from '../../news/editions/profile-resource.ts'
import { followNamed, nameFollows, nameMutes } from '../../news/editions/queries/names.ts'
import type { Program } from '../../platform/accounts/program.ts'
import { AppError } from '../../platform/errors.ts'
import { oneOf } from './envelopes.ts'
import { FollowBody, MuteBody, MyFollow, MyMute } from './me-schemas.ts'
import { type ApiRoute, type Call, me, route } from './route.ts'
import { sendDone } from './send.ts'

const follows = [{ status: 200, description: 'Everything that is followed now.', schema: oneOf(z.array(MyFollow)) }]
const mutes = [{ status: 200, description: 'Everything that is muted now.', schema: oneOf(z.array(MyMute)) }]

export const profileRoutes: ApiRoute[] = [
  route({
    ...me('GET', '/follows', 'listMyFollows'),
    summary: 'List what the caller follows',
    description: 'Tags, stories, events, sources and saved searches, followed first of all first.',
    answers: follows,
    handle: (call) => sendFollows(call),
  }),
  route({
    ...me('POST', '/follows', 'followSomething'),
    summary: 'Follow a tag, story, event, source or search',
    description: 'Following twice is following once.',
    body: FollowBody,
    answers: follows,
    errors: ['not_found', 'unprocessable'],
    handle: async (call) => {
      await follow(call.ctx.database, callerOf(call), await toFollow(call, call.body), call.ctx.clock.now())
      return sendFollows(call)
    },
  }),
  route({
    ...me('DELETE', '/follows', 'unfollowSomething'),
    summary: 'Unfollow',
    description: 'Unfollowing what is not followed changes nothing.',
    query: FollowBody,
    answers: follows,
    errors: ['not_found', 'unprocessable'],
    handle: async (call) => {
      await unfollow(call.ctx.database, callerOf(call), await toFollow(call, call.query))
      return sendFollows(call)
    },
  }),
  route({
    ...me('GET', '/mutes', 'listMyMutes'),
    summary: 'List what the caller mutes',
    description: "Words, sources and kinds that are left out of the caller's own feed.",
    answers: mutes,
    handle: (call) => sendMutes(call),
  }),
  route({
    ...me('POST', '/mutes', 'mute'),
    summary: 'Mute a word, source or kind',
    description:
      'A word matches in any case and with the endings of the language. A source or kind matches an event that no other reports.',
    body: MuteBody,
    answers: mutes,
    errors: ['not_found', 'unprocessable'],
    handle: async (call) => {
      await mute(call.ctx.database, callerOf(call), toMute(call.body), call.ctx.clock.now())
      return sendMutes(call)
    },
  }),
  route({
    ...me('DELETE', '/mutes', 'unmute'),
    summary: 'Unmute',
    description: 'Unmuting what is not muted changes nothing.',
    query: MuteBody,
    answers: mutes,
    errors: ['unprocessable'],
    handle: async (call) => {
      await unmute(call.ctx.database, callerOf(call), toMute(call.query))
      return sendMutes(call)
    },
  }),
]

export const callerOf = ({ account }: Pick<Call, 'account'>): number => account?.id ?? 0

export const programOf = ({ account }: Pick<Call, 'account'>): Program => ({
  grantId: account?.grantId,
  keyId: account?.keyId,
})

async function sendFollows(call: Call) {
  const { database, db, site, origin } = call.ctx
  const { follows } = await getProfile(database, callerOf(call))
  const named = await nameFollows(db, follows, site)
  return sendDone(
    call,
    named.map((ref) => presentRef(ref, origin)),
  )
}

async function sendMutes(call: Call) {
  const { database, db, origin } = call.ctx
  const { mutes } = await getProfile(database, callerOf(call))
  const named = await nameMutes(db, mutes)
  return sendDone(
    call,
    named.map((ref) => presentRef(ref, origin)),
  )
}

/** Throws `not_found` for an unknown tag, `unprocessable` for an invalid key. */
export async function toFollow({ ctx }: Call, { kind, key }: Follow): Promise<Follow> {
  const follow = await followNamed(ctx.db, kind, key)
  if (follow) return follow
  throw kind === 'tag'
    ? new AppError('not_found', 'There is no such tag.')
    : new AppError('unprocessable', `key: is no ${kind}`)
}

function toMute({ kind, key }: z.infer<typeof MuteBody>): Mute {
  const mute = parseMute(kind, key)
  if (!mute) throw new AppError('unprocessable', `key: is no ${kind} that can be muted`)
  return mute
}
