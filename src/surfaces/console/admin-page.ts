/** Context of the console's pages beside their view. */
import type { Html } from '../../platform/html/html.ts'
import type { PageContext } from '../../platform/html/page.ts'

export interface AdminPage extends PageContext {
  /** The site's mark, drawn in the colour of the text around it. */
  logo: Html
  /** Token against cross-site request forgery, in each form, bound to the session. Empty where there is no form. */
  formToken: string
  /** The action that has just been done, a key below `admin.said`. */
  statement: Statement | null
  /** Entries of features. */
  menu: readonly MenuEntry[]
}

/** The last of its group. `admin.nav.NAME` names it. */
export interface MenuEntry {
  group: 'content' | 'models' | 'operations'
  name: string
  path: string
  /** Message of a button beside each model that was found. It posts `models` and `server` to the path. */
  aboutModel?: string
}

/** Messages of actions, named in the address that follows one. */
export const saids = [
  'done',
  'unchanged',
  'overtaken',
  'paused',
  'resumed',
  'removed',
  'added',
  'changed',
  'changed_several',
  'not_found_elsewhere',
  'none_chosen',
  'imported',
  'probed',
  'probe_failed',
  'just_asked',
  'corrected',
  'withdrawn',
  'restored',
  'no_source',
  'again',
  'retried',
  'handled',
  'models_stopped',
  'models_released',
  'merged',
  'split',
  'same',
  'no_such',
  'edited',
  'released',
  'relevance_overridden',
  'rumor_settled',
  'dispute_settled',
  'undone',
  'not_undoable',
  'running',
  'examining',
  'answered',
  'line_reset',
  'pair_overridden',
  'finding',
  'webhook_taken',
  'signed_out',
  'over',
  'wrong',
  'busy',
] as const

export type Statement = (typeof saids)[number]
