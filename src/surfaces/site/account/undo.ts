/** A form's effect without script, reported in the answer with the form that undoes it. */

import type { FastifyRequest } from 'fastify'
import type { Ctx } from '../../../ctx.ts'
import { nameOf, parseFollow, parseMute } from '../../../news/accounts/rules/profile.ts'
import { getProfile } from '../../../news/accounts/writes/follows.ts'
import { savedEvents } from '../../../news/accounts/writes/read-markers.ts'
import { nameFollows, nameMutes } from '../../../news/editions/queries/names.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import type { FormToken } from '../components/form-token.ts'
import { ACTION_CODES, type ReaderAction } from '../components/reader-actions.ts'
import type { SitePage } from '../page.ts'
import { readerActionForm } from './action-form.ts'

/** Actions that take something away from the reader's view, each with the one that gives it back. */
const UNDOES = { mute: 'unmute', unfollow: 'follow', unsave: 'save' } as const satisfies Partial<
  Record<ReaderAction, ReaderAction>
>
export type Undoable = keyof typeof UNDOES

export const isUndoable = (readerAction: ReaderAction): readerAction is Undoable => Object.hasOwn(UNDOES, readerAction)

export interface Done {
  readerAction: Undoable
  kind: string
  key: string
  title: string
}

/** For the address of the page that reports it. */
export const doneParams = (readerAction: Undoable, { kind, key }: { kind: string; key: string }): URLSearchParams =>
  new URLSearchParams({ done: ACTION_CODES[readerAction], kind, what: key })

/** Null where the address tells of nothing that is so: an address can be written by anybody. */
export async function doneIn(
  { query }: Pick<FastifyRequest, 'query'>,
  { database, db, site }: Pick<Ctx, 'database' | 'db' | 'site'>,
  userId: number,
): Promise<Done | null> {
  const [code, kind, key] = ['done', 'kind', 'what'].map((name) => {
    const value = (query as Record<string, unknown>)[name]
    return typeof value === 'string' ? value : ''
  }) as [string, string, string]
  const readerAction = (Object.keys(UNDOES) as Undoable[]).find((each) => ACTION_CODES[each] === code)
  const [follow, mute] = [parseFollow(kind, key), parseMute(kind, key)]
  if (!readerAction) return null
  const { follows, mutes } = await getProfile(database, userId)
  if (readerAction === 'mute') {
    const isMuted = mute && mutes.some((one) => nameOf(one) === nameOf(mute))
    const [named] = isMuted ? await nameMutes(db, [mute]) : []
    return named ? { readerAction, ...named } : null
  }
  const held = readerAction === 'unsave' ? await savedNames(database, userId) : follows.map(nameOf)
  const [named] = follow && !held.includes(nameOf(follow)) ? await nameFollows(db, [follow], site) : []
  return named ? { readerAction, ...named } : null
}

const savedNames = async (database: Ctx['database'], userId: number): Promise<string[]> =>
  (await savedEvents(database, userId)).map(({ eventId }) => `event:${eventId}`)

/** `back`: the page after undoing it. */
export function undoNotice(page: SitePage, view: FormToken, done: Done | null, back: string): Html | null {
  if (done === null) return null
  const { t } = page
  const title = done.kind === 'kind' ? t(`kind.${done.key}`) : done.title
  return html`<div class="said cluster" role="status"><p>${t(`mine.did_${done.readerAction}`, { title })}</p>${readerActionForm(page, view, UNDOES[done.readerAction], { ...done, back }, t('mine.undo'))}</div>`
}
