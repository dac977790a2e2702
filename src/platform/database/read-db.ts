import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** For reads alone: the replica, where there is one. */
export type ReadDb = Kysely<Schema>
