/** `/stories` and each of them at its canonical address; one that was merged leads to its heir, one that was dissolved to an article. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx } from '../../../ctx.ts'
import { storyPath } from '../../../domain/site/paths.ts'
import { movedTo } from '../../../http/cached-answer.ts'
import { listCorrectionsOf } from '../../../read/articles/corrections.ts'
import { findTextModel } from '../../../read/articles/text-model.ts'
import { checkable, findChecks } from '../../../read/quality/checks.ts'
import { hydrateStories, lookUpStory, pageStories } from '../../../read/stories/stories.ts'
import { leadingId } from '../article/article-routes.ts'
import { pageNumber, type SendPage, within } from '../send-page.ts'
import { storiesPage } from './stories.ts'
import { type StoryPageView, storyPage } from './story.ts'

const perPage = 20

export function storyRoutes(
  app: FastifyInstance,
  { db, site, config }: Pick<Ctx, 'db' | 'site' | 'config'>,
  send: SendPage,
): void {
  app.get('/stories', (request, reply) => {
    const page = pageNumber(request)
    return send(request, reply, {
      key: `/stories?${page}`,
      load: async () => within(await pageStories(db, { page, perPage })),
      render: storiesPage,
    })
  })

  app.get('/stories/:key(^\\d[\\w%-]{0,300}$)', (request: FastifyRequest<{ Params: { key: string } }>, reply) => {
    const id = leadingId(request.params.key)
    const asked = `/stories/${request.params.key}`
    return send(request, reply, {
      key: asked,
      negotiated: asked,
      load: () => loadStory(id),
      render: (page, { view, path }) => (view && path === asked ? storyPage(page, view) : movedTo(path)),
    })
  })

  async function loadStory(id: number): Promise<{ view: StoryPageView | null; path: string } | null> {
    const lookup = await lookUpStory(db, id, site.language)
    if (!lookup) return null
    if ('found' in lookup) {
      const story = lookup.found
      const model = story.textBy === 'ai' ? await findTextModel(db, { storyId: id }) : null
      const corrections = await listCorrectionsOf(db, [], `story:${id}`)
      const checks = await findChecks(db, checkable.story(story), config.EVIDENCE_PUBLIC)
      return { view: { story, model, corrections, checks }, path: storyPath(story) }
    }
    if (typeof lookup.moved === 'string') return { view: null, path: lookup.moved }
    const [other] = await hydrateStories(db, [lookup.moved])
    return other ? { view: null, path: storyPath(other) } : null
  }
}
