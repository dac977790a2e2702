/** `/konto/profil`: what a reader follows and mutes as a small file that is seen, taken away and brought back. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../../ctx.ts'
import { type Follow, type Mute, nameOf, parseMute } from '../../../domain/edition/profile.ts'
import {
  type ProfileFile,
  ProfileViolation,
  parseProfileFile,
  writeProfileFile,
} from '../../../domain/edition/profile-file.ts'
import { followNamed, type NamedFollow, type NamedMute, nameFollows, nameMutes } from '../../../read/edition/names.ts'
import type { SitePage } from '../page.ts'
import { accountForms } from './account-forms.ts'
import { formField, formTokenFor, requireSession } from './account-session.ts'
import { profilePage } from './my-pages.ts'
import { doneIn } from './undo.ts'

export function profileRoutes(app: FastifyInstance, ctx: Ctx, page: () => SitePage): void {
  const { commands, db, site, origin } = ctx

  async function namedProfile(userId: number) {
    const { follows, mutes } = await commands.profileOf(userId)
    return { follows: await nameFollows(db, follows, site), mutes: await nameMutes(db, mutes) }
  }

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    userId: number,
    { tried, left = [] }: Statement = {},
  ) {
    const named = await namedProfile(userId)
    const [file, violation] = [tried?.file ?? fileOf(named), tried?.violation ?? null]
    const view = {
      ...named,
      file,
      violation,
      left,
      done: await doneIn(request, ctx, userId),
      formToken: formTokenFor(request, reply, origin),
    }
    return reply.type('text/html; charset=utf-8').send(profilePage(page(), view))
  }

  app.get('/konto/profil', async (request, reply) => {
    const { account } = await requireSession(request, ctx)
    return show(request, reply, account.id)
  })

  app.get('/konto/profil.yaml', async (request, reply) => {
    const { account } = await requireSession(request, ctx)
    return reply
      .type('application/yaml; charset=utf-8')
      .header('content-disposition', 'attachment; filename="profil.yaml"')
      .send(fileOf(await namedProfile(account.id)))
  })

  accountForms(app, ctx, '/profil', {
    '': async ({ request, reply, userId }) => {
      const file = formField(request, 'profil')
      try {
        const left = await importProfile(userId, parseProfileFile(file))
        return left.length > 0 ? show(request, reply, userId, { left }) : undefined
      } catch (violation) {
        if (!(violation instanceof ProfileViolation)) throw violation
        return show(request, reply.code(422), userId, { tried: { file, violation } })
      }
    },
  })

  /** Returns the lines of what is not here. */
  async function importProfile(userId: number, { follow, mute }: ProfileFile): Promise<string[]> {
    const written = new Map<string, string>()
    const unknown: string[] = []
    const read = <Ref extends Follow | Mute>(ref: Ref | null, kind: string, key: string): Ref[] => {
      if (ref) written.set(nameOf(ref), `${kind}: ${key}`)
      else unknown.push(`${kind}: ${key}`)
      return ref ? [ref] : []
    }
    const follows: Follow[] = []
    for (const { kind, key } of follow) follows.push(...read(await followNamed(db, kind, key), kind, key))
    const mutes = mute.flatMap(({ kind, key }) => read(parseMute(kind, key), kind, key))
    const left = await commands.replaceProfile(userId, { follows, mutes })
    return [...unknown, ...[...left.follows, ...left.mutes].flatMap((ref) => written.get(nameOf(ref)) ?? [])]
  }
}

/** Outcome of an imported file. */
interface Statement {
  tried?: { file: string; violation: ProfileViolation }
  left?: string[]
}

interface Named {
  follows: NamedFollow[]
  mutes: NamedMute[]
}

function fileOf({ follows, mutes }: Named): string {
  const follow = follows.map(({ kind, publicKey, title }) => ({ kind, key: publicKey, title }))
  const mute = mutes.map(({ kind, publicKey, title }) => ({ kind, key: publicKey, title }))
  return writeProfileFile({ follow, mute })
}
