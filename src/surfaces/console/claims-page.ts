/** A text's sentences beside their evidence and verdicts, and manual overrides of each. */

import type { FastifyInstance } from 'fastify'
import type { SentenceOverride } from '../../news/actions/rules/actions.ts'
import { type ClaimView, isMadeOf, type PassageView } from '../../news/claims/queries/claims.ts'
import type { ClaimPart } from '../../news/claims/rules/claim-parts.ts'
import { ruleSentence } from '../../news/operator/writes/rule-sentence.ts'
import { refusalKindOf } from '../../news/texts/rules/refusals.ts'
import { type Html, html } from '../../platform/html/html.ts'
import { languageAttributes } from '../../platform/html/language-marks.ts'
import { digits } from '../../platform/http/id-param.ts'
import { requireId } from '../../platform/ids.ts'
import { actionRoutes } from './actions.ts'
import type { Act, AdminContext } from './admin-context.ts'
import type { AdminPage } from './admin-page.ts'
import { actionForm, field, form, section } from './parts.ts'
import { type ById, idOf, idParam, textField } from './requests.ts'

export function claimRoutes(app: FastifyInstance, admin: AdminContext): void {
  const rule = (request: ById, { database, now }: Act, manualOverride: SentenceOverride) =>
    ruleSentence(database, requireId((request.params as { claim?: string }).claim ?? ''), manualOverride, now)
  // The text was written again, or this is its last sentence.
  const common = { message: 'corrected', refused: { unprocessable: 'overtaken', not_found: 'overtaken' } } as const
  for (const folder of ['articles', 'events', 'stories'])
    actionRoutes(
      app,
      admin,
      `/admin/${folder}/${idParam}/claims/${digits('claim')}`,
      {
        accept: { ...common, run: (request, act) => rule(request, act, { ruling: 'accepted' }) },
        drop: { ...common, run: (request, act) => rule(request, act, { ruling: 'dropped' }) },
        correct: {
          ...common,
          run: (request, act) => {
            const sentence = textField(request, 'sentence', 1000)
            return sentence === '' ? 'unchanged' : rule(request, act, { ruling: 'corrected', sentence })
          },
        },
      },
      (request) => `/admin/${folder}/${idOf(request)}#claims`,
    )
}

/** The text that is made of them. */
export interface OverridableText {
  /** The console's page of it: overrides have their addresses below. */
  path: string
  /** As it is shown now. */
  text: string
  /** The parts that `text` is made of, and those of which sentences can be ruled on. */
  made: readonly ClaimPart[]
  overridable: readonly ClaimPart[]
  /** Of the source; null where there are several. */
  language: string | null
  /** Names of the sources of articles, of a text that has several. */
  nameOf?: ReadonlyMap<number, string>
}

/** The part of a text's page that shows its sentences, where it has any. */
export const claimSection = (page: AdminPage, claims: ClaimView[], of: OverridableText | null): Html | null =>
  claims.length === 0 ? null : section(page.t('admin.claims.title'), claimList(page, claims, of), 'claims')

/** `of` is null for what cannot be ruled on any more: an episode was spoken. */
export function claimList(page: AdminPage, claims: ClaimView[], of: OverridableText | null): Html {
  const { t } = page
  const rulable = of !== null && isMadeOf(of.text, claims, of.made)
  const rows = claims.map(
    (claim) =>
      html`<li class="claim"><div>${claim.part !== 'sentence' && html`<p class="small">${t(`admin.claims.part_${claim.part}`)}</p>`}<p class="${claim.verdict === 'dropped' && 'claim-dropped'}">${claim.sentence}</p>${verdict(page, claim)}${rulable && of.overridable.includes(claim.part) && actionForms(page, of.path, claim)}</div><div>${evidence(page, claim, of)}</div></li>`,
  )
  const rewritten = of !== null && !rulable && html`<p class="small">${t('admin.claims.rewritten')}</p>`
  return html`${rewritten}<ol class="rows claims">${rows}</ol>`
}

function verdict({ t }: AdminPage, claim: ClaimView): Html {
  const { verdict: found, droppedBy, reason, judged, ruling: manualOverride } = claim
  const gate = t(`quality.kind.${refusalKindOf(droppedBy)}`)
  const by = judged ?? 'not'
  const label = manualOverride
    ? t(`admin.claims.ruled_${manualOverride}`)
    : t(`admin.claims.${found === 'stands' ? 'stands' : 'dropped_by'}`, { gate })
  return html`<p class="small"><strong>${label}</strong> · ${t(`admin.claims.judged_${by}`)}</p>${reason && html`<p class="small">${reason}</p>`}`
}

function evidence({ t, site }: AdminPage, claim: ClaimView, of: OverridableText | null): Html {
  const { evidence: passages, decidingWords } = claim
  if (passages.length === 0) return html`<p class="small">${t('admin.claims.none')}</p>`
  const lang = languageAttributes(of?.language ?? null, site.language)
  const quoted = (passage: PassageView) => html`${namedSource(passage, of)}${words(passage)}`
  const words = ({ text, headline }: PassageView) =>
    text === null
      ? html`<p class="small">${t('admin.claims.forgotten')}</p>`
      : html`<blockquote class="quoted"${lang}>${headline && html`<span class="small">${t('admin.claims.headline')}</span> `}${text}</blockquote>`
  const deciding =
    decidingWords && html`<p class="small">${t('admin.claims.decided')} <q${lang}>${decidingWords}</q></p>`
  return html`${passages.map(quoted)}${deciding}`
}

function namedSource({ articleId }: PassageView, of: OverridableText | null): Html | null {
  const name = articleId === null ? undefined : of?.nameOf?.get(articleId)
  return name === undefined ? null : html`<p class="small"><a href="/admin/articles/${articleId}">${name}</a></p>`
}

function actionForms(page: AdminPage, of: string, { id, verdict: found, sentence }: ClaimView): Html {
  const { t } = page
  const path = `${of}/claims/${id}`
  const button =
    found === 'stands'
      ? actionForm(page, `${path}/drop`, t('admin.claims.drop'), { about: sentence })
      : actionForm(page, `${path}/accept`, t('admin.claims.accept'), { about: sentence })
  const sentenceField = field('sentence', t('admin.claims.sentence'), {
    value: sentence,
    rows: 3,
    max: 1000,
    id: `mening-${id}`,
  })
  const edit = form(page, `${path}/correct`, sentenceField, t('admin.article.save'))
  return html`<div class="line-up cluster">${button}</div><details class="fold"><summary>${t('admin.claims.correct')}</summary>${edit}</details>`
}
