/** Pairs of publishers at the console: their history, and the operator's override. */
import type { FastifyInstance } from 'fastify'
import { type Html, html } from '../../platform/html/html.ts'
import { actionRoutes } from '../../surfaces/console/actions.ts'
import type { AdminContext } from '../../surfaces/console/admin-context.ts'
import type { AdminPage } from '../../surfaces/console/admin-page.ts'
import { layout } from '../../surfaces/console/layout.ts'
import { listOf, post } from '../../surfaces/console/parts.ts'
import { textField } from '../../surfaces/console/requests.ts'
import { shareText } from './lines.ts'
import { type Override, overridePair } from './overrides.ts'
import { recordPath } from './paths.ts'
import { listPairs } from './record-queries.ts'
import type { PairView, PublisherName } from './views.ts'

export const consolePath = '/admin/pairs'
const SHOWN = 100
const OVERRIDES: readonly Override[] = ['copies', 'independent', 'history']

export function consoleRoutes(app: FastifyInstance, admin: AdminContext): void {
  app.get(consolePath, async (request, reply) => {
    const pairs = (await listPairs(admin.ctx.db)).filter(({ share, override }) => share.hits > 0 || override !== null)
    return admin.send(request, reply, pairsPage(admin.page(request, reply), pairs.slice(0, SHOWN)))
  })

  actionRoutes(
    app,
    admin,
    consolePath,
    {
      '': {
        message: 'pair_overridden',
        run: async (request, { database, now }) => {
          const [publisher, other] = [textField(request, 'publisher'), textField(request, 'other')]
          const override = OVERRIDES.find((one) => one === textField(request, 'counts'))
          const pairs = await listPairs(admin.ctx.db, [publisher])
          if (!override || !pairs.some((pair) => pair.other.publisher === other)) return 'no_such'
          return overridePair(database, { publisher, other }, override, now)
        },
      },
    },
    () => consolePath,
  )
}

function pairsPage(page: AdminPage, pairs: readonly PairView[]): string {
  const { t } = page
  const list = listOf(page, 'record.pairs', t('admin.nav.pairs'), pairs, {
    publisher: ({ publisher }) => nameOf(page, publisher),
    other: ({ other }) => nameOf(page, other),
    texts: ({ share }) => shareText(page, share),
    counts: ({ isCopy, override }) =>
      `${t(isCopy ? 'record.pairs.copies' : 'record.pairs.independent')}${override === null ? '' : ` (${t('record.pairs.by_operator')})`}`,
    override: (pair) => overrideForm(page, pair),
  })
  return layout(page, { title: t('admin.nav.pairs'), section: 'pairs', intro: t('record.pairs.text') }, html`${list}`)
}

const nameOf = ({ paths }: AdminPage, { publisher, name }: PublisherName): Html =>
  html`<a href="${recordPath(paths, publisher)}">${name}</a>`

function overrideForm(page: AdminPage, { publisher, other, override }: PairView): Html {
  const { t } = page
  const about = html`<span class="unseen"> ${publisher.name} – ${other.name}</span>`
  const buttons = OVERRIDES.filter((one) => one !== (override ?? 'history')).map(
    (one) => html`<button class="button" name="counts" value="${one}">${t(`record.pairs.${one}`)}${about}</button> `,
  )
  const hidden = html`<input type="hidden" name="publisher" value="${publisher.publisher}"><input type="hidden" name="other" value="${other.publisher}">`
  return post(page, consolePath, html`${hidden}${buttons}`, 'cluster')
}
