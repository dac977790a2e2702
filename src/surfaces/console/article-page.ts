/** One article for its operator: correct it, remove it, run the stages again, see the model calls. */

import type { ClaimView } from '../../news/claims/queries/claims.ts'
import { overriddenFragments } from '../../news/claims/rules/claim-parts.ts'
import type { OperatorArticle } from '../../news/operator/queries/console-articles.ts'
import type { ActionView } from '../../news/operator/queries/read-log.ts'
import { type Html, html } from '../../platform/html/html.ts'
import { languageAttributes } from '../../platform/html/language-marks.ts'
import { articlePath } from '../../platform/site/paths.ts'
import type { AdminPage } from './admin-page.ts'
import { articleState } from './article-pages.ts'
import { claimSection, type OverridableText } from './claims-page.ts'
import { layout } from './layout.ts'
import { logSection } from './log-page.ts'
import { actionForm, facts, field, form, listOf, money, outward, section, when } from './parts.ts'

export function articlePage(
  page: AdminPage,
  { article, claims, log }: { article: OperatorArticle; claims: ClaimView[]; log: ActionView[] },
): string {
  const { t } = page
  const body = html`${about(page, article)}
${actionForms(page, article)}
${article.status !== 'removed' && section(t('admin.article.correct'), correction(page, article), 'correct')}
${claimSection(page, claims, claimedText(article))}
${section(t('admin.article.original'), original(page, article))}
${article.reports.length > 0 && section(t('admin.article.reports'), reports(page, article))}
${article.calls.length > 0 && section(t('admin.article.calls'), calls(page, article))}
${logSection(page, log)}`
  return layout(page, { title: article.title, section: 'articles' }, body)
}

const claimedText = ({ id, translated, original: { language } }: OperatorArticle): OverridableText => ({
  path: `/admin/articles/${id}`,
  text: translated?.summary ?? '',
  language,
  made: overriddenFragments.article,
  overridable: overriddenFragments.article,
})

function about(page: AdminPage, article: OperatorArticle): Html {
  const { t } = page
  const path = articlePath(article)
  return facts([
    [t('admin.article.state'), articleState(page, article)],
    [t('status.source'), html`<a href="/admin/sources/${article.feedId}">${article.source}</a>`],
    [t('admin.article.page'), article.status === 'published' ? html`<a href="${path}">${path}</a>` : null],
    [
      t('admin.article.event'),
      article.eventId === null
        ? null
        : html`<a href="/admin/events/${article.eventId}">${t('admin.article.why', { n: article.sourceCount })}</a>`,
    ],
    [t('admin.article.page_refusal'), article.pageRefusal?.reason ?? null],
    [t('admin.article.page_again'), article.pageRefusal?.again ? when(page, article.pageRefusal.again) : null],
    [t('admin.article.relevance'), relevance(page, article)],
    [t('article.tags'), article.tags.join(', ')],
    [t('admin.article.kind'), article.kind && t(`kind.${article.kind}`)],
    [t('admin.article.published'), when(page, article.publishedAt)],
    [t('admin.article.found'), when(page, article.discoveredAt)],
  ])
}

const relevance = ({ t }: AdminPage, { relevanceReason, relevantByEvent }: OperatorArticle) =>
  relevantByEvent
    ? html`${relevanceReason}<span class="row-small">${t('admin.article.by_event')}</span>`
    : relevanceReason

function actionForms(page: AdminPage, { id, status, by, relevant }: OperatorArticle): Html {
  const { t } = page
  const path = `/admin/articles/${id}`
  if (status === 'removed')
    return html`<div class="line-up cluster">${actionForm(page, `${path}/restore`, t('admin.article.restore'))}</div>`
  return html`<div class="line-up cluster">${actionForm(page, `${path}/rerun`, t('admin.article.again'))}${by === 'operator' && actionForm(page, `${path}/withdraw`, t('admin.article.withdraw'))}${actionForm(page, `${path}/remove`, t('admin.article.remove'))}${relevanceActions(page, path, relevant)}</div>`
}

/** The other verdict first; the same one makes the article an example too. */
function relevanceActions(page: AdminPage, path: string, relevant: boolean): Html {
  const { t, site } = page
  const about = actionForm(page, `${path}/on-topic`, t('admin.article.about', { topic: site.topic }))
  const notAbout = actionForm(page, `${path}/off-topic`, t('admin.article.not_about', { topic: site.topic }))
  return relevant ? html`${notAbout}${about}` : html`${about}${notAbout}`
}

function correction(page: AdminPage, article: OperatorArticle): Html {
  const { t } = page
  const summary = article.translated?.summary ?? article.original.excerpt
  const fields = html`${field('title', t('admin.article.title'), { value: article.title, max: 300 })}${field('summary', t('admin.article.summary'), { value: summary, rows: 7, max: 3000, hint: t('admin.article.correct_hint') })}`
  return form(page, `/admin/articles/${article.id}/correct`, fields, t('admin.article.save'))
}

function original({ t, site }: AdminPage, { original: text, url }: OperatorArticle): Html {
  return facts([
    [t('admin.article.title'), html`<span${languageAttributes(text.language, site.language)}>${text.title}</span>`],
    [t('admin.article.excerpt'), html`<span${languageAttributes(text.language, site.language)}>${text.excerpt}</span>`],
    [t('admin.article.link'), outward(url)],
  ])
}

function reports(page: AdminPage, article: OperatorArticle): Html {
  const { t } = page
  const lines = article.reports.map(
    (report) =>
      html`<li class="beside"><div class="grow"><p class="quoted">${report.text}</p><p class="small">${when(page, report.at)}</p></div>${report.handledAt ? html`<span class="small">${t('admin.value.handled')}</span>` : actionForm(page, `/admin/reports/${report.id}/handled`, t('admin.overview.handled'))}</li>`,
  )
  return html`<ul class="rows">${lines}</ul>`
}

type Call = OperatorArticle['calls'][number]

function calls(page: AdminPage, article: OperatorArticle): Html {
  const { t } = page
  const columns = {
    call_time: ({ at }: Call) => when(page, at),
    call_model: ({ model }: Call) => model,
    call_verdict: ({ verdict, reason }: Call) =>
      html`${t(`admin.verdict.${verdict}`)}${reason && html`<span class="row-small">${reason}</span>`}`,
    call_cost: ({ cost }: Call) => money(page, cost),
  }
  return listOf(page, 'admin.article', t('admin.article.calls'), article.calls, columns)
}
