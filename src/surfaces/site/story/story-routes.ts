/**
 * `/stories` and each of them at its canonical address; a merged one redirects to its merge target, a dissolved one to
 * an article.
 */

import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../../../ctx.ts'
import { findTextModel } from '../../../news/articles/queries/text-model.ts'
import { checkableStory } from '../../../news/stories/queries/checkable.ts'
import { hydrateStories, pageStories, resolveStory } from '../../../news/stories/queries/stories.ts'
import { findChecks } from '../../../news/texts/queries/checks.ts'
import { storyPath } from '../../../platform/site/paths.ts'
import { type FeatureSite, findNotes } from '../feature-site.ts'
import { type AtPath, canonicalRoute, numberedRoute, type SendPage, within } from '../send-page.ts'
import { storiesPage } from './stories-page.ts'
import { type StoryPageView, storyPage } from './story.ts'

const perPage = 20

export function storyRoutes(
  app: FastifyInstance,
  { db, site, config }: Pick<Ctx, 'db' | 'site' | 'config'>,
  send: SendPage,
  parts: FeatureSite,
): void {
  numberedRoute(app, '/stories', send, {
    load: async (page) => within(await pageStories(db, { page, perPage })),
    render: storiesPage,
  })

  canonicalRoute(app, '/stories', send, { load: loadStory, render: storyPage })

  async function loadStory(id: number): Promise<AtPath<StoryPageView>> {
    const lookup = await resolveStory(db, id, site.language)
    if (!lookup) return null
    if ('found' in lookup) {
      const story = lookup.found
      const model = story.textBy === 'ai' ? await findTextModel(db, { storyId: id }) : null
      const notes = await findNotes(db, parts, { articles: [], text: `story:${id}` })
      const checks = await findChecks(db, checkableStory(story), config.EVIDENCE_PUBLIC)
      return { view: { story, model, notes, checks }, path: storyPath(story) }
    }
    if (typeof lookup.moved === 'string') return { view: null, path: lookup.moved }
    const [other] = await hydrateStories(db, [lookup.moved])
    return other ? { view: null, path: storyPath(other) } : null
  }
}
