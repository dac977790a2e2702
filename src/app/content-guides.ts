/** The guides of the content folder into the database. */
import { join } from 'node:path'
import type { GuideSync } from '../domain/guides/guide.ts'
import { syncGuides } from '../pipeline/guides/sync-guides.ts'
import type { Services } from './services.ts'

export function syncContentGuides({ database, clock, content, config }: Services): Promise<GuideSync> {
  const tagSlugs = new Set(content.rules.vocabulary.tags.keys())
  return syncGuides({ database, clock, language: content.site.language, tagSlugs }, join(config.CONTENT_DIR, 'guides'))
}
