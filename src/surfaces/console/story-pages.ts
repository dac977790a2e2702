/** Stories: the list, and one with its text to edit, its sentences, and joining two. */

import type { FastifyInstance } from 'fastify'
import { type ClaimView, listClaims } from '../../news/claims/queries/claims.ts'
import { overriddenFragments } from '../../news/claims/rules/claim-parts.ts'
import { type ActionView, actionsOn } from '../../news/operator/queries/read-log.ts'
import {
  listStoryCandidates,
  type ReviewOrder,
  reviewOrders,
  type StoryCandidate,
} from '../../news/operator/queries/review-candidates.ts'
import { findMergeTarget } from '../../news/resources/queries/moved.ts'
import { findStory, listStories } from '../../news/stories/queries/stories.ts'
import type { StoryDetailView, StoryView } from '../../news/stories/queries/views.ts'
import { editStory, mergeStories, releaseStory } from '../../news/stories/writes/operator-stories.ts'
import { type Html, html } from '../../platform/html/html.ts'
import { storyPath } from '../../platform/site/paths.ts'
import { isVisible } from '../../platform/text/titles.ts'
import { actionRoutes } from './actions.ts'
import { type AdminContext, found } from './admin-context.ts'
import type { AdminPage } from './admin-page.ts'
import { claimSection, type OverridableText } from './claims-page.ts'
import { layout } from './layout.ts'
import { logSection } from './log-page.ts'
import { actionForm, choices, count, facts, field, form, listOf, section, when } from './parts.ts'
import { type ById, idField, idOf, idParam, queryOf, textField } from './requests.ts'

export function storyRoutes(app: FastifyInstance, admin: AdminContext): void {
  const { db, site } = admin.ctx
  const path = (id: number) => `/admin/stories/${id}`

  app.get('/admin/stories', async (request, reply) => {
    const order = reviewOrders.find((existing) => existing === queryOf(request, 'view')) ?? 'latest'
    const view = { order, stories: await listStoryCandidates(db, order, 100) }
    return admin.send(request, reply, storiesPage(admin.page(request, reply), view))
  })

  app.get(`/admin/stories/${idParam}`, async (request: ById, reply) => {
    const id = idOf(request)
    const mergeTarget = await findMergeTarget(db, 'stories', id)
    if (mergeTarget !== null) return reply.redirect(path(mergeTarget), 303)
    const story = found(await findStory(db, id, site.language))
    const others = (await listStories(db, { limit: 100 })).filter((other) => other.id !== id)
    const claims = story.textBy !== 'excerpt' ? await listClaims(db, { story_id: id }) : []
    const log = await actionsOn(db, `story:${id}`)
    return admin.send(request, reply, storyPage(admin.page(request, reply), { story, others, claims, log }))
  })

  actionRoutes(app, admin, `/admin/stories/${idParam}`, {
    change: {
      message: 'edited',
      run: (request, { database, now }) => {
        const [lead, body] = [textField(request, 'lead', 3000), textField(request, 'text', 20_000)]
        const title = textField(request, 'title', 300).replaceAll('\n', ' ')
        return isVisible(title) ? editStory(database, idOf(request), { title, lead, body }, now) : 'unchanged'
      },
    },
    release: { message: 'released', run: (request, { database, now }) => releaseStory(database, idOf(request), now) },
    merge: {
      message: 'merged',
      refused: { not_found: 'no_such', unprocessable: 'overtaken' },
      run: async (request, { database, now }) => {
        const other = idField(request, 'story')
        if (other === null || other === idOf(request)) return other === null ? 'no_such' : 'same'
        const { outcome, storyId } = await mergeStories(database, idOf(request), other, now)
        return { message: outcome, path: path(storyId) }
      },
    },
  })
}

function storiesPage(page: AdminPage, { order, stories }: { order: ReviewOrder; stories: StoryCandidate[] }): string {
  const { t } = page
  const orders = reviewOrders.map((name) => ({ name, label: t(`admin.suspect.${name}`) }))
  const list = listOf(page, 'admin.stories', t('admin.nav.stories'), stories, {
    title: (story) => html`<a href="/admin/stories/${story.id}">${story.title}</a>`,
    state: (story) => t(`stories.${story.status}`),
    articles: (story) => count(page, story.articles),
    events: (story) => count(page, story.events),
    languages: (story) => count(page, story.languages),
    names: (story) => (story.words === null ? '–' : count(page, story.words)),
    last: (story) => when(page, story.lastAt),
  })
  return layout(
    page,
    { title: t('admin.nav.stories'), section: 'stories' },
    html`${choices(t('admin.suspect.title'), '/admin/stories', orders, order)}${list}`,
  )
}

interface View {
  story: StoryDetailView
  others: StoryView[]
  claims: ClaimView[]
  log: ActionView[]
}

function storyPage(page: AdminPage, { story, others, claims, log }: View): string {
  const { t } = page
  const path = `/admin/stories/${story.id}`
  const body = html`${about(page, story)}
${story.textBy === 'operator' && html`<div class="line-up cluster">${actionForm(page, `${path}/release`, t('admin.story.release'))}</div>`}
${section(t('admin.story.edit'), edit(page, path, story), 'change')}
${claimSection(page, claims, claimedText(story))}
${others.length > 0 && section(t('admin.story.merge'), merge(page, path, others), 'merge')}
${section(t('admin.story.events'), events(page, story))}
${logSection(page, log)}`
  return layout(page, { title: story.title, section: 'stories' }, body)
}

const claimedText = ({ id, lead, body }: StoryDetailView): OverridableText => ({
  path: `/admin/stories/${id}`,
  text: `${lead} ${body}`,
  language: null,
  made: overriddenFragments.story,
  overridable: overriddenFragments.story,
})

function about(page: AdminPage, story: StoryDetailView): Html {
  const { t } = page
  const link = storyPath(story)
  return facts([
    [t('admin.article.page'), html`<a href="${link}">${link}</a>`],
    [t('admin.story.by'), t(`admin.articles.by_${story.textBy}`)],
    [t('admin.stories.state'), t(`stories.${story.status}`)],
    [t('admin.stories.articles'), count(page, story.entriesCount)],
    [t('admin.stories.last'), when(page, story.lastEntryPublishedAt)],
    [
      t('stories.predecessor'),
      story.predecessor && html`<a href="/admin/stories/${story.predecessor.id}">${story.predecessor.title}</a>`,
    ],
  ])
}

function edit(page: AdminPage, path: string, story: StoryDetailView): Html {
  const { t } = page
  const fields = html`${field('title', t('admin.article.title'), { value: story.title, max: 300 })}${field('lead', t('admin.story.lead'), { value: story.lead, rows: 4, max: 3000, required: false })}${field('text', t('admin.story.body'), { value: story.body, rows: 10, max: 20_000, required: false, hint: t('admin.story.edit_hint') })}`
  return form(page, `${path}/change`, fields, t('admin.article.save'))
}

function merge(page: AdminPage, path: string, others: StoryView[]): Html {
  const { t } = page
  const options = others.map((other) => html`<option value="${other.id}">${other.title || String(other.id)}</option>`)
  const fields = html`<label for="story">${t('admin.story.other')}</label><select id="story" name="story">${options}</select>`
  return html`<p class="small">${t('admin.story.merge_text')}</p>${form(page, `${path}/merge`, fields, t('admin.event.merge_with'), false)}`
}

function events(page: AdminPage, story: StoryDetailView): Html {
  const lines = story.events.map(
    (event) =>
      html`<li><p><a href="/admin/events/${event.id}">${event.lead.title}</a></p><p class="small">${page.t('admin.event.size', { n: event.entriesCount })} · ${when(page, event.updatedAt)}</p></li>`,
  )
  return html`<ul class="rows">${lines}</ul>`
}
