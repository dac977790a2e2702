/** Condition: an operator has decided that an article is about the topic, or not. */
import { type RawBuilder, sql } from 'kysely'

/** Decisions that were not undone, as `o`, on the article with that id. */
export const activeOverrides = (id: RawBuilder<unknown>) => sql`
  from operator_actions o where o.target = 'article:' || ${id} and o.action = 'relevance_overridden' and o.undone_at is null`

/** In statements on `articles`, by that name or another. */
export const hasRelevanceOverride = (name = 'articles') =>
  sql<boolean>`exists (select ${activeOverrides(sql.ref(`${name}.id`))})`
