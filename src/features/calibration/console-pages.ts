/** The line of events: its value with the figures of the calibration, and pairs near it for the operator to answer. */

import type { FastifyInstance } from 'fastify'
import type { Services } from '../../app/services.ts'
import type { Outcome } from '../../news/actions/rules/actions.ts'
import { type Html, html } from '../../platform/html/html.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import type { Share } from '../../platform/text/wilson.ts'
import { actionRoutes } from '../../surfaces/console/actions.ts'
import type { AdminContext } from '../../surfaces/console/admin-context.ts'
import type { AdminPage } from '../../surfaces/console/admin-page.ts'
import { layout } from '../../surfaces/console/layout.ts'
import { actionForm, count, facts, post, section, when } from '../../surfaces/console/parts.ts'
import { idField, textField } from '../../surfaces/console/requests.ts'
import { answerPairs, resetLine } from './answers.ts'
import { MIN_ANSWERS, PAIR_ANSWERS } from './calibrate.ts'
import { findLineView, type LineView, type PairSide } from './open-pairs.ts'

const MAX_SHOWN = 8

export function consoleRoutes(app: FastifyInstance, admin: AdminContext, { queue }: Services): void {
  app.get(linePath, async (request, reply) => {
    const view = await findLineView(admin.ctx.db, MAX_SHOWN)
    const page = linePage(admin.page(request, reply), { ...view, isFinding: await isFindingPairs(await queue()) })
    return admin.send(request, reply, page)
  })

  actionRoutes(
    app,
    admin,
    linePath,
    {
      '': {
        message: 'answered',
        run: (request, { database, now }) => {
          const [one, other] = [idField(request, 'article'), idField(request, 'other')]
          const answer = PAIR_ANSWERS.find((existing) => existing === textField(request, 'answer'))
          if (one === null || other === null || !answer) return 'no_such'
          return answerPairs(database, [{ pair: [one, other], answer }], now)
        },
      },
      pairs: { message: 'finding', run: async () => startFindingPairs(await queue()) },
      restore: { message: 'line_reset', run: (_, { database, now }) => resetLine(database, now) },
    },
    () => linePath,
  )
}

async function startFindingPairs(queue: Queue): Promise<Outcome> {
  if (await isFindingPairs(queue)) return 'unchanged'
  await queue.add('pairs', [''], { now: true })
  return 'done'
}

export async function isFindingPairs(queue: Queue): Promise<boolean> {
  const last = await queue.last('pairs')
  return last?.state === 'waiting' || last?.state === 'active'
}

const linePath = '/admin/line'

function linePage(page: AdminPage, view: LineView & { isFinding: boolean }): string {
  const { t } = page
  const pairs = view.pairs.map((pair) => pairLine(page, pair))
  const list =
    pairs.length > 0 ? html`<ol class="rows">${pairs}</ol>` : html`<p class="empty">${t('admin.line.none')}</p>`
  const finding = html`<p class="said" role="status">${t('admin.line.finding')} <a href="${linePath}">${t('admin.rerun.refresh')}</a></p>`
  const body = html`${view.isFinding && finding}
${section(t('admin.line.now'), calibrationState(page, view))}
${section(t('admin.line.pairs'), html`<p class="small">${t('admin.line.event')}</p>${list}${!view.isFinding && actionForm(page, `${linePath}/pairs`, t('admin.line.find'))}`, 'pairs')}`
  return layout(page, { title: t('admin.nav.line'), section: 'line', intro: t('admin.line.text') }, body)
}

function calibrationState(page: AdminPage, { calibration, answers, modelAnswers }: LineView): Html {
  const { t } = page
  const line = new Intl.NumberFormat(page.site.language).format(calibration?.line ?? 1)
  const left = Math.max(0, MIN_ANSWERS - answers)
  return html`${facts([
    [t('admin.line.line'), calibration ? line : t('admin.line.default')],
    [t('admin.line.answers'), count(page, answers)],
    [t('admin.line.models'), modelAnswers === 0 ? null : count(page, modelAnswers)],
    [t('admin.line.precision'), calibration && shareOf(page, calibration.precision)],
    [t('admin.line.recall'), calibration && shareOf(page, calibration.recall)],
    [t('admin.line.moved'), calibration && when(page, calibration.at)],
  ])}
${left > 0 && html`<p>${t('admin.line.left', { n: left })}</p>`}
${calibration && actionForm(page, `${linePath}/restore`, t('admin.line.reset'))}`
}

const shareOf = ({ t }: AdminPage, { hits, of, low, high }: Share): string =>
  `${t('admin.exams.of', { n: hits, of })} (${Math.round(low * 100)}–${Math.round(high * 100)} %)`

function pairLine(page: AdminPage, [one, other]: [PairSide, PairSide]): Html {
  const { t } = page
  const about = html`<span class="unseen"> ${one.title}</span>`
  const buttons = PAIR_ANSWERS.map(
    (answer) =>
      html`<button class="button" name="answer" value="${answer}">${t(`admin.line.${answer}`)}${about}</button> `,
  )
  const form = post(
    page,
    linePath,
    html`<input type="hidden" name="article" value="${one.articleId}"><input type="hidden" name="other" value="${other.articleId}">${buttons}`,
    'line-up cluster',
  )
  return html`<li><div>${[one, other].map((side) => sideLine(page, side))}</div>${form}</li>`
}

const sideLine = (page: AdminPage, { articleId, title, publisher, at }: PairSide): Html =>
  html`<p><a href="/admin/articles/${articleId}">${title}</a><br><span class="small">${publisher} · ${when(page, at)}</span></p>`
