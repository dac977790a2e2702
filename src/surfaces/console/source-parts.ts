/** Health of a source, as the console shows it in lists and on its own page. */

import type { SourceState } from '../../news/operator/queries/views.ts'
import { type Html, html } from '../../platform/html/html.ts'
import { sourceState } from '../html/source-state.ts'
import type { AdminPage } from './admin-page.ts'

/** With the publisher's or operator's own words, which readers are spared. */
export const stateOf = (page: AdminPage, source: SourceState): Html =>
  html`${sourceState(page, source)}${source.reason && html`<span class="row-small reason">${source.reason}</span>`}${source.standIns && html`<span class="row-small reason">${source.standIns.reason}</span>`}`
