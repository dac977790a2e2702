/** Every table by its name, for Kysely. `npm run schema` writes the types from the migrations. */
export type { DB as Schema } from './schema.generated.ts'
export type { StoredPassage } from './stored-passage.ts'
