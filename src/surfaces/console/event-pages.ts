/** Events: the list, and why each article is in one; correcting, merging and splitting. */

import type { FastifyInstance } from 'fastify'
import { type ClaimView, listClaims } from '../../news/claims/queries/claims.ts'
import { overriddenFragments } from '../../news/claims/rules/claim-parts.ts'
import { findEvent } from '../../news/events/queries/events.ts'
import type { EventView } from '../../news/events/queries/views.ts'
import { correctEvent } from '../../news/events/writes/operator-event-text.ts'
import { mergeEvents, splitFromEvent } from '../../news/events/writes/operator-events.ts'
import { ruleDispute } from '../../news/events/writes/settlements.ts'
import {
  type DecisionView,
  type EventReasons,
  findEventReasons,
  type MemberReason,
} from '../../news/operator/queries/event-reasons.ts'
import { type ActionView, actionsOn } from '../../news/operator/queries/read-log.ts'
import {
  type EventCandidate,
  listEventCandidates,
  type ReviewOrder,
  reviewOrders,
} from '../../news/operator/queries/review-candidates.ts'
import { findMergeTarget } from '../../news/resources/queries/moved.ts'
import { type Html, html } from '../../platform/html/html.ts'
import { actionRoutes } from './actions.ts'
import { type AdminContext, found } from './admin-context.ts'
import type { AdminPage } from './admin-page.ts'
import { claimSection, type OverridableText } from './claims-page.ts'
import { layout } from './layout.ts'
import { logSection } from './log-page.ts'
import { actionForm, choices, count, facts, field, form, listOf, section, when } from './parts.ts'
import { type ById, correctedText, idField, idOf, idParam, queryOf, textField } from './requests.ts'

export function eventRoutes(app: FastifyInstance, admin: AdminContext): void {
  const { db, site } = admin.ctx
  const path = (id: number) => `/admin/events/${id}`

  app.get('/admin/events', async (request, reply) => {
    const order = reviewOrders.find((existing) => existing === queryOf(request, 'view')) ?? 'latest'
    const view = { order, lines: await listEventCandidates(db, order, 60) }
    return admin.send(request, reply, eventsPage(admin.page(request, reply), view))
  })

  app.get(`/admin/events/${idParam}`, async (request: ById, reply) => {
    const id = idOf(request)
    const mergeTarget = await findMergeTarget(db, 'events', id)
    if (mergeTarget !== null) return reply.redirect(path(mergeTarget), 303)
    const event = found(await findEventReasons(db, id))
    const shown = await findEvent(db, id, site.language)
    const claims = shown ? await listClaims(db, { event_id: id, revision: shown.revision }) : []
    const log = await actionsOn(db, `event:${id}`)
    return admin.send(request, reply, eventPage(admin.page(request, reply), { event, shown, claims, log }))
  })

  actionRoutes(app, admin, `/admin/events/${idParam}`, {
    correct: {
      message: 'corrected',
      run: async (request, { database, now }) => {
        const eventId = idOf(request)
        const text = correctedText(request)
        const retainPoints = textField(request, 'points') === 'yes'
        if (!text) return 'unchanged'
        const { title, summary, textBy } = found(await findEvent(database.db, eventId, site.language))
        const before = { title, summary, by: textBy }
        return correctEvent(database, { eventId, before, after: text, retainPoints }, now)
      },
    },
    dispute: {
      message: 'dispute_settled',
      refused: { not_found: 'no_such' },
      run: (request, { database, now }) => {
        const statement = textField(request, 'statement')
        const isOpen = textField(request, 'open') === 'yes'
        return ruleDispute(database, { eventId: idOf(request), statement, isOpen }, now)
      },
    },
    merge: {
      message: 'merged',
      refused: { not_found: 'no_such' },
      run: async (request, { database, now }) => {
        const other = idField(request, 'event')
        if (other === null || other === idOf(request)) return other === null ? 'no_such' : 'same'
        const { outcome, eventId } = await mergeEvents(database, idOf(request), other, now)
        return { message: outcome, path: path(eventId) }
      },
    },
    split: {
      message: 'split',
      run: async (request, { database, now }) => {
        const article = idField(request, 'article')
        return article === null ? 'no_such' : (await splitFromEvent(database, article, now, idOf(request))).outcome
      },
    },
  })
}

function eventsPage(page: AdminPage, { order, lines }: { order: ReviewOrder; lines: EventCandidate[] }): string {
  const { t } = page
  const orders = reviewOrders.map((name) => ({ name, label: t(`admin.suspect.${name}`) }))
  const list = listOf(page, 'admin.events', t('admin.nav.events'), lines, {
    title: (line) => html`<a href="/admin/events/${line.id}">${line.title}</a>`,
    articles: (line) => count(page, line.articles),
    sources: (line) => count(page, line.sources),
    languages: (line) => count(page, line.languages),
    words: (line) => (line.words === null ? '–' : count(page, line.words)),
    last: (line) => when(page, line.lastAt),
  })
  return layout(
    page,
    { title: t('admin.nav.events'), section: 'events', intro: t('admin.events.text') },
    html`${choices(t('admin.suspect.title'), '/admin/events', orders, order)}${list}`,
  )
}

interface View {
  event: EventReasons
  /** As readers see it; null while none of its articles is published. */
  shown: EventView | null
  /** Of the text that is shown. */
  claims: ClaimView[]
  log: ActionView[]
}

function eventPage(page: AdminPage, { event, shown, claims, log }: View): string {
  const { t } = page
  const body = html`${about(page, event)}
${shown && section(t('admin.event.text'), correction(page, shown), 'correct')}
${shown && disputes(page, shown)}
${claimSection(page, claims, shown && claimedText(shown))}
${section(t('admin.event.why'), html`<p class="small">${t('admin.event.why_text')}</p>${members(page, event)}`)}
${section(t('admin.event.merge'), merge(page, event), 'merge')}
${event.decisions.length > 0 && section(t('admin.event.decisions'), decisions(page, event.decisions))}
${logSection(page, log)}`
  return layout(page, { title: event.title || t('admin.event.empty'), section: 'events' }, body)
}

const claimedText = ({ id, summary, entries }: EventView): OverridableText => ({
  path: `/admin/events/${id}`,
  text: summary,
  language: null,
  made: ['sentence'],
  overridable: overriddenFragments.event,
  nameOf: new Map(entries.map((entry) => [entry.id, entry.feed.publisher.name])),
})

function about(page: AdminPage, event: EventReasons): Html {
  const { t } = page
  return facts([
    [t('admin.event.number'), String(event.id)],
    [t('admin.events.sources'), count(page, event.sources)],
    [t('admin.event.first'), when(page, event.firstAt)],
    [t('admin.events.last'), when(page, event.lastAt)],
    [t('admin.event.story'), event.story && html`<a href="/admin/stories/${event.story.id}">${event.story.title}</a>`],
  ])
}

/** Content of the event, with the publishers behind each point, and a form that puts it in the operator's words. */
function correction(page: AdminPage, { id, title, summary, points }: EventView): Html {
  const { t } = page
  const names = (sources: { name: string }[]) => sources.map(({ name }) => name).join(', ')
  const rows = points.map(
    ({ status, statements }) =>
      html`<li class="claim">${statements.map(({ text, sources }) => html`<p>${text}</p><p class="small"><strong>${t(`admin.event.point_${status}`)}</strong> · ${names(sources)}</p>`)}</li>`,
  )
  const retainPointsBox =
    rows.length > 0 &&
    html`<label class="check"><input type="checkbox" name="points" value="yes"> ${t('admin.event.keep_points')}</label>`
  const fields = html`${field('title', t('admin.article.title'), { value: title, max: 300 })}${field('summary', t('admin.article.summary'), { value: summary, rows: 7, max: 3000, hint: t('admin.event.correct_hint') })}${retainPointsBox}`
  return html`${rows.length > 0 && html`<ol class="rows claims">${rows}</ol>`}${form(page, `/admin/events/${id}/correct`, fields, t('admin.article.save'))}`
}

/** Each statement of a dispute with a button that rules it right, and one by which a settled dispute is open again. */
function disputes(page: AdminPage, { id, points }: EventView): Html | null {
  const { t } = page
  const disputed = points.filter(({ status }) => status === 'disputed')
  if (disputed.length === 0) return null
  const act = (label: string, about: string, fields: Record<string, string>) =>
    actionForm(page, `/admin/events/${id}/dispute`, label, { about, fields })
  const rows = disputed.map(({ statements, settled }) => {
    const lines = statements.map(
      ({ text, sources }, at) =>
        html`<div class="beside"><div class="grow"><p>${settled?.statement === at ? html`<strong>${text}</strong>` : text}</p><p class="small">${sources.map(({ name }) => name).join(', ')}</p></div>${act(t('admin.event.right'), text, { statement: text })}</div>`,
    )
    const [{ text: first }] = statements
    const right = settled && statements[settled.statement]
    const now =
      settled &&
      right &&
      html`<div class="beside"><p class="small grow">${t('disputes.settled', { names: right.sources.map(({ name }) => name).join(', '), date: when(page, settled.at) })} ${t(`disputes.settled_${settled.by}`, { names: settled.sources.map(({ name }) => name).join(', ') })} ${settled.reason}</p>${act(t('admin.event.open'), first, { statement: right.text, open: 'yes' })}</div>`
    return html`<li class="claim">${lines}${now}</li>`
  })
  const text = html`<p class="small">${t('admin.event.disputes_text')}</p>`
  return section(t('admin.event.disputes'), html`${text}<ol class="rows claims">${rows}</ol>`, 'dispute')
}

function members(page: AdminPage, event: EventReasons): Html {
  return html`<ol class="rows">${event.members.map((member) => memberLine(page, event, member))}</ol>`
}

const hundredths = ({ site }: AdminPage, n: number) =>
  new Intl.NumberFormat(site.language, { maximumFractionDigits: 2 }).format(n)

function memberLine(page: AdminPage, event: EventReasons, member: MemberReason): Html {
  const { t } = page
  const score = member.score !== null && t('admin.event.score', { score: hundredths(page, member.score) })
  const nearest =
    member.nearest &&
    html`<p class="small">${t('admin.event.nearest')} <a href="/admin/articles/${member.nearest.articleId}">${member.nearest.title}</a> (${t('admin.event.nearest_by', { score: hundredths(page, member.nearest.similarity), n: Math.round(member.nearest.hours) })})</p>`
  const shared = sharedTerms(page, member.shared)
  const split =
    event.members.length > 1 &&
    actionForm(page, `/admin/events/${event.id}/split`, t('admin.event.split'), {
      about: member.title,
      fields: { article: member.articleId },
    })
  const status = member.status === 'published' ? null : html` · ${t(`admin.value.${member.status}`)}`
  return html`<li class="beside"><div class="grow"><p><a href="/admin/articles/${member.articleId}">${member.title}</a></p><p class="small">${member.source} · ${when(page, member.sortAt)}${status}</p><p class="small"><strong>${t(`admin.event.by_${member.decidedBy}`)}</strong>${score && html` · ${score}`}</p>${nearest}${shared}</div>${split}</li>`
}

const sharedTerms = ({ t }: AdminPage, terms: string[]) =>
  terms.length > 0 &&
  html`<p class="small">${t('admin.event.shared')} ${terms.map((word) => html`<span class="flag">${word}</span> `)}</p>`

function merge(page: AdminPage, event: EventReasons): Html {
  const { t } = page
  const path = `/admin/events/${event.id}/merge`
  const near = event.near.map(
    (other) =>
      html`<li class="beside"><div class="grow"><p><a href="/admin/events/${other.id}">${other.title}</a></p><p class="small">${t('admin.event.size', { n: other.articles })} · ${when(page, other.lastAt)}</p><p class="small"><strong>${t(`admin.event.parted.${other.separated}`)}</strong></p>${sharedTerms(page, other.shared)}</div>${actionForm(page, path, t('admin.event.merge_with'), { about: other.title, fields: { event: other.id } })}</li>`,
  )
  const number = field('event', t('admin.event.other'), { hint: t('admin.event.other_hint'), max: 300 })
  return html`<p class="small">${t('admin.event.merge_text')}</p>${near.length > 0 && html`<h3>${t('admin.event.near')}</h3><ul class="rows">${near}</ul>`}${form(page, path, number, t('admin.event.merge_with'), false)}`
}

function decisions(page: AdminPage, list: DecisionView[]): Html {
  const { t } = page
  const link = ({ articleId, title }: DecisionView['one']) => html`<a href="/admin/articles/${articleId}">${title}</a>`
  const lines = list.map(
    (pair) =>
      html`<li><p>${link(pair.one)} <strong>${t(pair.same ? 'admin.event.same' : 'admin.event.apart')}</strong> ${link(pair.other)}</p><p class="small">${t(`admin.event.by_${pair.by}`)} · ${when(page, pair.at)}</p></li>`,
  )
  return html`<ul class="rows">${lines}</ul>`
}
