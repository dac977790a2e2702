import { MAX_CONFIRMING } from '../../news/events/rules/confirmed.ts'
import { html } from '../../platform/html/html.ts'
import { icon } from '../../platform/html/icons.ts'
import { addressOf } from '../../platform/site/addresses.ts'
import type { PageButton } from '../../surfaces/site/page.ts'

/**
 * "Få notis": with script and an account, one tap; else it leads to the account, which asks when and where. Of an event it asks for one source
 * more than report it.
 */
export const alertButton: PageButton = ({ t, paths }, { kind, key }, sources) => {
  const filter = { kind, what: key }
  const more = sources === undefined ? {} : { count: String(Math.min(sources + 1, MAX_CONFIRMING)) }
  const query = new URLSearchParams({ ...filter, ...more })
  return html`<a class="choice" rel="nofollow" data-alert href="${addressOf(paths, `/account/alerts?${query}`)}">${icon('bell')}<span>${t('alerts.make')}</span></a>`
}
