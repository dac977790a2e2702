/** The site's tags in the database, kept in step with the vocabulary. */
import { type Database, publishing } from '../../../platform/database/database.ts'

/** Adds tags that are new and renames known ones; tags that left the vocabulary stay on their articles. Ids by slug. */
export async function syncTags(
  database: Database,
  tags: Iterable<{ name: string; slug: string }>,
): Promise<Map<string, number>> {
  const wanted = [...tags].map(({ name, slug }) => ({ name, slug }))
  const select = () => database.db.selectFrom('tags').select(['id', 'name', 'slug']).execute()
  const existing = new Map((await select()).map((tag) => [tag.slug, tag]))
  const changed = wanted.filter((tag) => existing.get(tag.slug)?.name !== tag.name)
  if (changed.length > 0) {
    await publishing(database, (trx) =>
      trx
        .insertInto('tags')
        .values(changed)
        .onConflict((oc) => oc.column('slug').doUpdateSet((eb) => ({ name: eb.ref('excluded.name') })))
        .execute(),
    )
  }
  const all = changed.length > 0 ? await select() : [...existing.values()]
  return new Map(all.map((tag) => [tag.slug, tag.id]))
}
