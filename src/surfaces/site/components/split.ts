/** A page of two columns: what is read, and beside it (below it on a narrow window) what belongs to it. */
import { type Html, html } from '../../../platform/html/html.ts'

/** `label` names the side for those who do not see it; `first` where it is what the rest depends on, as filters are. */
export function split(main: Html, side: Html, label: string, first = false): Html {
  const columns = [html`<div>${main}</div>`, html`<aside class="split-side" aria-label="${label}">${side}</aside>`]
  return html`<div class="split">${first ? columns.toReversed() : columns}</div>`
}
