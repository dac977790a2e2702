/** What the caller follows and mutes. */
import { z } from 'zod'
import { type Follow, type Mute, parseFollow, parseMute } from '../../domain/edition/profile.ts'
import { AppError } from '../../domain/errors.ts'
import { keyOfTag, nameFollows, nameMutes } from '../../read/edition/names.ts'
import { oneOf } from './envelopes.ts'
import { FollowBody, FollowRef, MuteBody, MuteRef, presentRef } from './me-schemas.ts'
import { type ApiRoute, type Call, route } from './route.ts'
import { sendDone } from './send.ts'

const follows = [{ status: 200, description: 'What is followed now.', schema: oneOf(z.array(FollowRef)) }]
const mutes = [{ status: 200, description: 'What is muted now.', schema: oneOf(z.array(MuteRef)) }]

export const profileRoutes: ApiRoute[] = [
  route({
    method: 'GET',
    path: '/api/v1/me/follows',
    operationId: 'listMyFollows',
    tag: 'Me',
    summary: 'What the caller follows',
    description: 'Tags, stories, events, sources and saved searches, followed first of all first.',
    auth: 'required',
    answers: follows,
    handle: (call) => sendFollows(call),
  }),
  route({
    method: 'POST',
    path: '/api/v1/me/follows',
    operationId: 'followSomething',
    tag: 'Me',
    summary: 'Follow a tag, story, event, source or search',
    description: 'Following twice is following once.',
    auth: 'required',
    body: FollowBody,
    answers: follows,
    errors: ['not_found', 'unprocessable'],
    handle: async (call) => {
      await call.ctx.commands.follow(callerOf(call), await toFollow(call, call.body))
      return sendFollows(call)
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/me/follows',
    operationId: 'unfollowSomething',
    tag: 'Me',
    summary: 'Unfollow',
    description: 'Unfollowing what is not followed changes nothing.',
    auth: 'required',
    query: FollowBody,
    answers: follows,
    errors: ['not_found', 'unprocessable'],
    handle: async (call) => {
      await call.ctx.commands.unfollow(callerOf(call), await toFollow(call, call.query))
      return sendFollows(call)
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/me/mutes',
    operationId: 'listMyMutes',
    tag: 'Me',
    summary: 'What the caller mutes',
    description: "Words, sources and kinds that are left out of the caller's own feed.",
    auth: 'required',
    answers: mutes,
    handle: (call) => sendMutes(call),
  }),
  route({
    method: 'POST',
    path: '/api/v1/me/mutes',
    operationId: 'mute',
    tag: 'Me',
    summary: 'Mute a word, source or kind',
    description:
      'A word is found in whatever case, with the endings of the language; a source or kind where no other reports it.',
    auth: 'required',
    body: MuteBody,
    answers: mutes,
    errors: ['not_found', 'unprocessable'],
    handle: async (call) => {
      await call.ctx.commands.mute(callerOf(call), toMute(call.body))
      return sendMutes(call)
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/me/mutes',
    operationId: 'unmute',
    tag: 'Me',
    summary: 'Unmute',
    description: 'Unmuting what is not muted changes nothing.',
    auth: 'required',
    query: MuteBody,
    answers: mutes,
    errors: ['unprocessable'],
    handle: async (call) => {
      await call.ctx.commands.unmute(callerOf(call), toMute(call.query))
      return sendMutes(call)
    },
  }),
]

export const callerOf = ({ account }: Pick<Call, 'account'>): number => account?.id ?? 0

async function sendFollows(call: Call) {
  const { commands, db, site, origin } = call.ctx
  const { follows } = await commands.profileOf(callerOf(call))
  const named = await nameFollows(db, follows, site)
  return sendDone(
    call,
    named.map((ref) => presentRef(ref, origin)),
  )
}

async function sendMutes(call: Call) {
  const { commands, db, origin } = call.ctx
  const { mutes } = await commands.profileOf(callerOf(call))
  const named = await nameMutes(db, mutes)
  return sendDone(
    call,
    named.map((ref) => presentRef(ref, origin)),
  )
}

/** Throws `not_found` for a tag that is not there, `unprocessable` for a key that is none. */
async function toFollow({ ctx }: Call, { kind, key }: z.infer<typeof FollowBody>): Promise<Follow> {
  const own = kind === 'tag' ? await keyOfTag(ctx.db, key) : key
  if (own === null) throw new AppError('not_found', 'There is no such tag.')
  const follow = parseFollow(kind, own)
  if (!follow) throw new AppError('unprocessable', `key: is no ${kind}`)
  return follow
}

function toMute({ kind, key }: z.infer<typeof MuteBody>): Mute {
  const mute = parseMute(kind, key)
  if (!mute) throw new AppError('unprocessable', `key: is no ${kind} that can be muted`)
  return mute
}
