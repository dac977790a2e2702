/** A reader's action as a form with one button, in a page that is made for them. */

import { type Html, html } from '../../../platform/html/html.ts'
import { addressOf } from '../../../platform/site/addresses.ts'
import { type FormToken, hidden } from '../components/form-token.ts'
import { ACTION_CODES, type ReaderAction } from '../components/reader-actions.ts'
import type { SitePage } from '../page.ts'

export function readerActionForm(
  page: SitePage,
  view: FormToken,
  readerAction: ReaderAction,
  target: { kind: string; key: string; back: string },
  label: string,
  main = false,
): Html {
  const fields = { do: ACTION_CODES[readerAction], kind: target.kind, what: target.key, next: target.back }
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`<form class="wish push" method="post" action="${addressOf(page.paths, '/account/choice')}">${hidden(view)}${inputs}<button class="button${main ? ' button-main' : ''}">${label}</button></form>`
}
