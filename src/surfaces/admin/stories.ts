/** Stories for their operator: the list, and one with its text to edit. */
import { ruledParts } from '../../domain/quality/claim-parts.ts'
import { storyPath } from '../../domain/site/paths.ts'
import { type Html, html } from '../../html/html.ts'
import type { ClaimView } from '../../read/operator/claims.ts'
import type { ActionView } from '../../read/operator/log.ts'
import { type SuspectOrder, type SuspectStory, suspectOrders } from '../../read/operator/suspects.ts'
import type { StoryDetailView, StoryView } from '../../read/stories/views.ts'
import { claimList, type RulableText } from './claims.ts'
import { layout } from './layout.ts'
import { actionList } from './log.ts'
import type { AdminPage } from './page.ts'
import { act, choices, count, facts, field, post, section, table, when } from './parts.ts'

export function storiesPage(
  page: AdminPage,
  { order, stories }: { order: SuspectOrder; stories: SuspectStory[] },
): string {
  const { t } = page
  const orders = suspectOrders.map((name) => ({ name, words: t(`admin.suspect.${name}`) }))
  const rows = stories.map((story) => [
    html`<a href="/admin/foljetonger/${story.id}">${story.title}</a>`,
    t(`stories.${story.status}`),
    count(page, story.articles),
    count(page, story.events),
    count(page, story.languages),
    story.words === null ? '–' : count(page, story.words),
    when(page, story.lastAt),
  ])
  const columns = ['title', 'state', 'articles', 'events', 'languages', 'names', 'last'].map((name) =>
    t(`admin.stories.${name}`),
  )
  const list = table({ caption: t('admin.nav.stories'), columns, rows, empty: t('admin.stories.none') })
  return layout(
    page,
    { title: t('admin.nav.stories'), section: 'stories' },
    html`${choices(t('admin.suspect.title'), '/admin/foljetonger', orders, order)}${list}`,
  )
}

interface View {
  story: StoryDetailView
  others: StoryView[]
  claims: ClaimView[]
  log: ActionView[]
}

export function storyPage(page: AdminPage, { story, others, claims, log }: View): string {
  const { t } = page
  const path = `/admin/foljetonger/${story.id}`
  const body = html`${about(page, story)}
${story.textBy === 'operator' && html`<div class="line-up cluster">${act(page, `${path}/slapp`, t('admin.story.release'))}</div>`}
${section(t('admin.story.edit'), edit(page, path, story), 'andra')}
${claims.length > 0 && section(t('admin.claims.title'), claimList(page, claims, claimedText(story)), 'meningar')}
${others.length > 0 && section(t('admin.story.merge'), merge(page, path, others), 'sla-ihop')}
${section(t('admin.story.events'), events(page, story))}
${log.length > 0 && section(t('admin.nav.log'), actionList(page, log))}`
  return layout(page, { title: story.title, section: 'stories' }, body)
}

const claimedText = ({ id, lead, body }: StoryDetailView): RulableText => ({
  ...{ path: `/admin/foljetonger/${id}`, text: `${lead} ${body}`, language: null },
  ...{ made: ruledParts.story, ruled: ruledParts.story },
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
      story.predecessor && html`<a href="/admin/foljetonger/${story.predecessor.id}">${story.predecessor.title}</a>`,
    ],
  ])
}

function edit(page: AdminPage, path: string, story: StoryDetailView): Html {
  const { t } = page
  const fields = html`${field('rubrik', t('admin.article.title'), { value: story.title, max: 300 })}${field('ingress', t('admin.story.lead'), { value: story.lead, rows: 4, max: 3000, required: false })}${field('text', t('admin.story.body'), { value: story.body, rows: 10, max: 20_000, required: false, hint: t('admin.story.edit_hint') })}<button class="button button-main">${t('admin.article.save')}</button>`
  return post(page, `${path}/andra`, fields, 'form stack')
}

function merge(page: AdminPage, path: string, others: StoryView[]): Html {
  const { t } = page
  const options = others.map((other) => html`<option value="${other.id}">${other.title || String(other.id)}</option>`)
  const fields = html`<label for="foljetong">${t('admin.story.other')}</label><select id="foljetong" name="foljetong">${options}</select><button class="button">${t('admin.event.merge_with')}</button>`
  return html`<p class="small">${t('admin.story.merge_text')}</p>${post(page, `${path}/sla-ihop`, fields, 'form stack')}`
}

function events(page: AdminPage, story: StoryDetailView): Html {
  const lines = story.events.map(
    (event) =>
      html`<li><p><a href="/admin/handelser/${event.id}">${event.lead.title}</a></p><p class="small">${page.t('admin.event.size', { n: event.entriesCount })} · ${when(page, event.updatedAt)}</p></li>`,
  )
  return html`<ul class="rows">${lines}</ul>`
}
