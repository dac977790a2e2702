/** Buttons by which a reader follows, mutes, saves or marks as read what a page shows: one form each, the same for everybody. */

import { type FollowKind, type MuteKind, parseMute } from '../../../news/accounts/rules/profile.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { icon } from '../../../platform/html/icons.ts'
import { late } from '../../../platform/html/late.ts'
import { addressOf } from '../../../platform/site/addresses.ts'
import type { SitePage } from '../page.ts'

/** Each act of a reader on a target, with its word in addresses and forms. */
export const ACTION_CODES = {
  follow: 'follow',
  unfollow: 'stop',
  mute: 'mute',
  unmute: 'unmute',
  save: 'save',
  unsave: 'forget',
  read: 'read',
  unread: 'unread',
} as const
export type ReaderAction = keyof typeof ACTION_CODES
export const READER_ACTIONS = Object.keys(ACTION_CODES) as ReaderAction[]

export interface ActionTarget {
  kind: FollowKind | MuteKind
  key: string
  title: string
  /** Path of the page that the reader comes back to. */
  back: string
}

/** A topic is muted by its name, as a word. Null for a name without letters. */
export function topicMute({ name }: { name: string }, back: string): ActionTarget | null {
  const mute = parseMute('word', name)
  return mute && { ...mute, title: name, back }
}

const undo = { follow: 'unfollow', mute: 'unmute', save: 'unsave', read: 'unread' } as const satisfies Partial<
  Record<ReaderAction, ReaderAction>
>
const icons = { follow: 'plus', mute: 'mute', save: 'save', read: 'book' } as const

/**
 * With script it keeps what it does on this device, or tells the account; without, the account asks who it is. `named`: its
 * words are what it is about.
 */
export function actionForm(
  { t, paths }: SitePage,
  readerAction: keyof typeof undo,
  target: ActionTarget,
  named = false,
): Html {
  const { kind, key, title, back } = target
  const [word, undoWord] = [ACTION_CODES[readerAction], ACTION_CODES[undo[readerAction]]]
  const [off, on] = named ? [title, title] : [t(`mine.${readerAction}`), t(`mine.${readerAction}_done`)]
  const fields = { do: word, kind, what: key, next: back }
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`<form class="mine" method="post" action="${addressOf(paths, '/account/choice')}" data-mine="${readerAction}" data-do="${word}" data-undo="${undoWord}" data-title="${title}">${inputs}<button class="choice" title="${named ? t(`mine.confirm_${readerAction}`, { title }) : title}" aria-pressed="false" data-off="${off}" data-on="${on}">${icon(icons[readerAction])}${icon('check')}<span>${off}</span></button></form>`
}

/** Buttons of features for what a page shows. `sources`: of an event, how many report it. */
export const buttonsOf = (page: SitePage, target: ActionTarget, sources?: number): Html[] =>
  page.buttons.map((button) => button(page, target, sources))

/** Below them script shows, once something is followed, where to find it. */
export const actionForms = ({ t, paths }: SitePage, forms: Html[]): Html =>
  html`<div class="mine-forms cluster">${forms}<p class="went fine" role="status">${late(html`<span data-went hidden>${t('mine.went')} <a href="${paths.mine}">${t('mine.here')}</a>.</span>`)}</p></div>`

/** Shown by script, whose choice it is: kept on the device alone. */
export const openedChoice = ({ t }: SitePage): Html =>
  late(html`<p data-opened hidden><label class="check"><input type="checkbox"> ${t('mine.opened')}</label></p>`)
