/** The log of acts, switches, and sessions of the console. Columns as the migrations make them. */

import type { ColumnType } from 'kysely'
import type { Facts } from '../../../domain/operator.ts'
import type { Id, Json, Time } from './columns.ts'

export interface OperatorActionTable {
  id: Id
  at: Time
  action: string
  target: string
  subject: string
  before: Json<Facts>
  after: Json<Facts>
  undo: ColumnType<unknown, string | null, string | null>
  undone_at: Date | null
  undoes: number | null
  /** Null for acts of before it was noted. */
  actor: string | null
}

export interface OperatorSessionTable {
  hash: Buffer
  created_at: Time
  expires_at: Time
}

export interface OperatorSwitchTable {
  name: 'models_stopped'
  since: Time
}
