/** Changes as /api/v1 writes them, with their objects as they are now. */
import type { Ctx } from '../../ctx.ts'
import { formatCursor } from '../../domain/changes.ts'
import { guidePath, type Origin } from '../../domain/site/paths.ts'
import { hydrateArticles } from '../../read/articles/articles.ts'
import type { Change as ChangeView } from '../../read/changes/changes.ts'
import { type CorrectionView, hydrateCorrections } from '../../read/changes/corrections.ts'
import { hydrateEpisodes } from '../../read/content/episodes.ts'
import { hydrateGuides } from '../../read/content/guides.ts'
import type { GuideRef } from '../../read/content/views.ts'
import { hydrateEvents } from '../../read/events/events.ts'
import { hydrateStories } from '../../read/stories/stories.ts'
import type { Change, Correction, GuideItem } from './change-schemas.ts'
import { presentEpisode } from './episodes.ts'
import { presentArticle } from './present-article.ts'
import { presentEvent } from './present-event.ts'
import { presentStory } from './present-story.ts'
import type { Wire } from './schemas.ts'

type Parts = Pick<Ctx, 'db' | 'site' | 'origin'>
type Kind = ChangeView['kind']
type Objects = Map<string, Wire<typeof Change>['object']>

export async function presentChanges(ctx: Parts, changes: ChangeView[], epoch: string): Promise<Wire<typeof Change>[]> {
  const byKind = Map.groupBy(changes, ({ kind }) => kind)
  const objects = new Map<Kind, Objects>()
  for (const [kind, of] of byKind) objects.set(kind, await load[kind](ctx, [...new Set(of.map(({ id }) => id))]))
  return changes.map((change) => ({
    cursor: formatCursor({ epoch, position: change.position }),
    at: change.at.toISOString(),
    type: `${change.kind}.${change.act}`,
    id: wireId(change.kind, change.id),
    ...(change.into === null ? {} : { into: Number(change.into) }),
    ...(change.from === null ? {} : { from: Number(change.from) }),
    fields: change.act === 'updated' ? change.fields : [],
    object: objects.get(change.kind)?.get(change.id) ?? null,
  }))
}

const wireId = (kind: Kind, id: string) => (kind === 'episode' || kind === 'guide' ? id : Number(id))

const load: Record<Kind, (ctx: Parts, ids: string[]) => Promise<Objects>> = {
  entry: async ({ db, site, origin }, ids) =>
    keyed(await hydrateArticles(db, ids.map(Number), site.language), (article) => presentArticle(article, origin)),
  event: async ({ db, site, origin }, ids) =>
    keyed(await hydrateEvents(db, ids.map(Number), site.language), (event) => presentEvent(event, origin)),
  story: async ({ db, origin }, ids) =>
    keyed(await hydrateStories(db, ids.map(Number)), (story) => presentStory(story, origin)),
  episode: async ({ db, origin }, ids) =>
    keyed(
      (await hydrateEpisodes(db, ids)).map((episode) => ({ ...episode, id: episode.episodeId })),
      (episode) => presentEpisode(episode, origin),
    ),
  guide: async ({ db, site, origin }, ids) =>
    keyed(
      (await hydrateGuides(db, site.language, ids)).map((guide) => ({ ...guide, id: guide.slug })),
      (guide) => presentGuide(guide, origin),
    ),
  correction: async ({ db }, ids) => keyed(await hydrateCorrections(db, ids.map(Number)), presentCorrection),
}

const keyed = <View extends { id: number | string }, Object>(views: View[], present: (view: View) => Object) =>
  new Map(views.map((view) => [String(view.id), present(view)]))

const presentGuide = (guide: GuideRef, origin: Origin): Wire<typeof GuideItem> => ({
  slug: guide.slug,
  title: guide.title,
  page_type: guide.pageType,
  summary: guide.summary,
  family: guide.family,
  generation: guide.generation,
  updated: guide.updated,
  url: origin.baseUrl + guidePath(guide),
  markdown_url: `${origin.baseUrl}${guidePath(guide)}.md`,
})

const presentCorrection = ({ id, at, articleId, before, after }: CorrectionView): Wire<typeof Correction> => ({
  id,
  at: at.toISOString(),
  entry_id: articleId,
  before,
  after,
})
