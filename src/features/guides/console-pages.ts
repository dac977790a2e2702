/** Rumors of the guides: open ones first, each with a form that settles it in the content folder. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../../app/services.ts'
import { type Html, html } from '../../platform/html/html.ts'
import { calendarDate } from '../../platform/html/times.ts'
import { guidePath } from '../../platform/site/paths.ts'
import { dayIn } from '../../platform/time/days.ts'
import type { AdminContext } from '../../surfaces/console/admin-context.ts'
import type { AdminPage } from '../../surfaces/console/admin-page.ts'
import { layout } from '../../surfaces/console/layout.ts'
import { field, form, section, select } from '../../surfaces/console/parts.ts'
import { textField } from '../../surfaces/console/requests.ts'
import { listOverdueGuides } from './guide-checks.ts'
import { listGuideViolations } from './list-guides.ts'
import { type Verdict, verdicts } from './rules/guide.ts'
import type { OverdueGuide } from './rules/overdue.ts'
import { recordVerdict } from './rumor-verdict.ts'
import { listRumors } from './rumors.ts'
import type { GuideViolationView, RumorView } from './views.ts'

type One = FastifyRequest<{ Params: { guide: string; rumor: string } }>

export function consoleRoutes(app: FastifyInstance, admin: AdminContext, services: Services): void {
  const { db } = admin.ctx

  app.get('/admin/rumors', async (request, reply) =>
    admin.send(
      request,
      reply,
      rumorsPage(admin.page(request, reply), {
        rumors: await listRumors(db),
        violations: await listGuideViolations(db),
        overdue: await listOverdueGuides(services.config, db),
      }),
    ),
  )

  app.post('/admin/rumors/:guide(^[a-z0-9-]{1,80})/:rumor(^[a-z0-9-]{1,60})', async (request: One, reply) => {
    const { guide, rumor } = request.params
    const given = verdictIn(request)
    if (!given) return admin.go(reply, '/admin/rumors', 'unchanged')
    const { database } = admin.act(request)
    const outcome = await recordVerdict({ ...services, database }, guide, rumor, given)
    return admin.go(reply, '/admin/rumors', outcome === 'done' ? 'rumor_settled' : outcome)
  })
}

/** Null for a form that does not say how it went. */
function verdictIn(request: FastifyRequest) {
  const verdict = verdicts.find((existing): existing is Verdict => existing === textField(request, 'verdict'))
  if (!verdict) return null
  if (verdict === 'open') return { verdict }
  const [on, outcome, url] = [
    textField(request, 'day', 10),
    oneLineOf(request, 'outcome', 300),
    textField(request, 'address'),
  ]
  if (!/^\d{4}-\d\d-\d\d$/.test(on) || outcome.length < 3) return null
  return { verdict, settled: { on, outcome, ...(url && { url }) } }
}

const oneLineOf = (request: FastifyRequest, name: string, max: number) =>
  textField(request, name, max).replaceAll('\n', ' ')

interface GuideWork {
  rumors: RumorView[]
  violations: GuideViolationView[]
  overdue: OverdueGuide[]
}

function rumorsPage(page: AdminPage, { rumors, ...due }: GuideWork): string {
  const { t } = page
  const [open, decided] = [rumors.filter(isOpen), rumors.filter((rumor) => !isOpen(rumor))]
  const list = (some: RumorView[]) =>
    html`<ol class="rows lined">${some.map((rumor) => html`<li>${row(page, rumor)}</li>`)}</ol>`
  const body = html`${section(t('admin.rumors.open'), open.length > 0 ? list(open) : html`<p class="empty">${t('admin.rumors.none')}</p>`)}
${decided.length > 0 && section(t('admin.rumors.settled'), list(decided))}
${section(t('admin.rumors.guides'), dueGuides(page, due))}`
  return layout(page, { title: t('admin.nav.rumors'), section: 'rumors', intro: t('admin.rumors.text') }, body)
}

/** Objections to the files, and facts that end before a release. */
function dueGuides({ t, site }: AdminPage, { violations, overdue }: Omit<GuideWork, 'rumors'>): Html {
  const rows = [
    ...violations.map(({ file, line, message }) => html`<li><code>${file}:${line}</code> ${message}</li>`),
    ...overdue.map(({ slug, file, factsUntil, at, title }) => {
      const dates = { date: calendarDate(factsUntil, site), at: calendarDate(dayIn(at, site.timezone), site), title }
      return html`<li><a href="${guidePath({ slug })}"><code>${file}</code></a> ${t('admin.rumors.facts_end', dates)}</li>`
    }),
  ]
  return rows.length > 0
    ? html`<ul class="rows">${rows}</ul>`
    : html`<p class="empty">${t('admin.rumors.guides_none')}</p>`
}

const isOpen = ({ verdict }: RumorView) => verdict === 'open'

function row(page: AdminPage, rumor: RumorView): Html {
  const { t, site, now } = page
  const { settled, guide } = rumor
  const id = `${guide.slug}-${rumor.id}`
  const options = verdicts.map((verdict) => [verdict, t(`rumors.verdict_${verdict}`)] as const)
  const fields = html`${select('verdict', t('admin.rumors.verdict'), options, rumor.verdict, `${id}-verdict`)}
${field('day', t('admin.rumors.on'), { value: settled?.on ?? dayIn(now, site.timezone), max: 10, required: false, id: `${id}-day` })}
${field('outcome', t('admin.rumors.outcome'), { value: settled?.outcome ?? '', max: 300, required: false, id: `${id}-outcome` })}
${field('address', t('admin.rumors.url'), { value: settled?.url ?? '', required: false, id: `${id}-address` })}`
  return html`<p><strong>${rumor.claim}</strong></p><p class="small">${rumor.by.name} · ${calendarDate(rumor.on, site)} · <a href="${guidePath(guide)}">${guide.title}</a></p>
<details class="fold"><summary>${t('admin.rumors.settle')}<span class="unseen">: ${rumor.claim}</span></summary>${form(page, `/admin/rumors/${guide.slug}/${rumor.id}`, fields, t('admin.rumors.save'))}</details>`
}
