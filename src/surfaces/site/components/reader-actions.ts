/** Buttons by which a reader follows, mutes, saves or marks as read what a page shows: one form each, the same for everybody. */

import type { FollowKind, MuteKind } from '../../../domain/edition/profile.ts'
import { addressOf } from '../../../domain/site/addresses.ts'
import { type Html, html } from '../../../html/html.ts'
import { icon } from '../../../html/icons.ts'
import type { SitePage } from '../page.ts'

/** Codes of reader actions, as the form's field has them. */
export const WISHES = ['folj', 'sluta', 'tysta', 'hor', 'spara', 'glom', 'last', 'olast'] as const
export type Wish = (typeof WISHES)[number]

export interface MineTarget {
  kind: FollowKind | MuteKind
  key: string
  title: string
  /** Path of the page that the reader comes back to. */
  back: string
}

const undo = { folj: 'sluta', tysta: 'hor', spara: 'glom', last: 'olast' } as const satisfies Partial<
  Record<Wish, Wish>
>
const icons = { folj: 'plus', tysta: 'mute', spara: 'save', last: 'book' } as const

/**
 * With script it keeps what it does on this device, or tells the account; without, the account asks who it is. `done` where the
 * page is made for one reader, who has done it already.
 */
export function mineForm({ t, paths }: SitePage, wish: keyof typeof undo, target: MineTarget, done = false): Html {
  const { kind, key, title, back } = target
  const fields = { gor: done ? undo[wish] : wish, typ: kind, vad: key, vidare: back }
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`<form class="mine" method="post" action="${addressOf(paths, '/konto/val')}" data-mine="${wish}" data-undo="${undo[wish]}" data-title="${title}">${inputs}<button class="choice" title="${title}" aria-pressed="${String(done)}" data-off="${t(`mine.${wish}`)}" data-on="${t(`mine.${wish}_done`)}">${icon(icons[wish])}${icon('check')}<span>${t(done ? `mine.${wish}_done` : `mine.${wish}`)}</span></button></form>`
}

/** "Få notis": leads to the account, which asks when and where. `minSources`: of how many sources, where that is not the usual. */
export function alertLink(
  { t, paths }: SitePage,
  { kind, key }: Pick<MineTarget, 'kind' | 'key'>,
  minSources?: number,
): Html {
  const wish = new URLSearchParams({ typ: kind, vad: key, ...(minSources ? { antal: String(minSources) } : {}) })
  return html`<a class="choice" rel="nofollow" href="${addressOf(paths, `/konto/larm?${wish}`)}">${icon('bell')}<span>${t('alerts.make')}</span></a>`
}

/** Below them script shows, once something is followed, where to find it. */
export const mineForms = ({ t, paths }: SitePage, forms: Html[]): Html =>
  html`<div class="mine-forms cluster">${forms}<p class="went fine" role="status"><span data-went hidden>${t('mine.went')} <a href="${paths.mine}">${t('mine.here')}</a>.</span></p></div>`

/** Shown by script, whose choice it is: kept on the device alone. */
export const openedChoice = ({ t }: SitePage): Html =>
  html`<p data-opened hidden><label class="check"><input type="checkbox"> ${t('mine.opened')}</label></p>`
