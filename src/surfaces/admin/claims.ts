/** A text's sentences beside their evidence and verdicts, and what an operator can rule on each. */
import type { ClaimPart } from '../../domain/quality/claim-parts.ts'
import { refusalKindOf } from '../../domain/quality/refusals.ts'
import { type Html, html } from '../../html/html.ts'
import { languageAttributes } from '../../html/language.ts'
import { type ClaimView, isMadeOf, type PassageView } from '../../read/operator/claims.ts'
import type { AdminPage } from './page.ts'
import { act, field, post } from './parts.ts'

/** The text that is made of them. */
export interface RulableText {
  /** The console's page of it: rulings have their addresses below. */
  path: string
  /** As it is shown now. */
  text: string
  /** The parts that `text` is made of, and those of which sentences can be ruled on. */
  made: readonly ClaimPart[]
  ruled: readonly ClaimPart[]
  /** Of the source; null where there are several. */
  language: string | null
}

/** `of` is null for what cannot be ruled on any more: an episode was spoken. */
export function claimList(page: AdminPage, claims: ClaimView[], of: RulableText | null): Html {
  const { t } = page
  const rulable = of !== null && isMadeOf(of.text, claims, of.made)
  const rows = claims.map(
    (claim) =>
      html`<li class="claim"><div>${claim.part !== 'sentence' && html`<p class="small">${t(`admin.claims.part_${claim.part}`)}</p>`}<p class="${claim.verdict === 'dropped' && 'claim-dropped'}">${claim.sentence}</p>${verdict(page, claim)}${rulable && of.ruled.includes(claim.part) && acts(page, of.path, claim)}</div><div>${evidence(page, claim, of?.language ?? null)}</div></li>`,
  )
  const rewritten = of !== null && !rulable && html`<p class="small">${t('admin.claims.rewritten')}</p>`
  return html`${rewritten}<ol class="rows claims">${rows}</ol>`
}

function verdict({ t }: AdminPage, claim: ClaimView): Html {
  const { verdict: found, droppedBy, reason, judged, ruling } = claim
  const gate = t(`quality.kind.${refusalKindOf(droppedBy)}`)
  const by = judged ?? 'not'
  const words = ruling
    ? t(`admin.claims.ruled_${ruling}`)
    : t(`admin.claims.${found === 'stands' ? 'stands' : 'dropped_by'}`, { gate })
  return html`<p class="small"><strong>${words}</strong> · ${t(`admin.claims.judged_${by}`)}</p>${reason && html`<p class="small">${reason}</p>`}`
}

function evidence({ t, site }: AdminPage, claim: ClaimView, language: string | null): Html {
  const { evidence: passages, decidingWords } = claim
  if (passages.length === 0) return html`<p class="small">${t('admin.claims.none')}</p>`
  const lang = languageAttributes(language, site.language)
  const quoted = ({ text, headline }: PassageView) =>
    text === null
      ? html`<p class="small">${t('admin.claims.forgotten')}</p>`
      : html`<blockquote class="quoted"${lang}>${headline && html`<span class="small">${t('admin.claims.headline')}</span> `}${text}</blockquote>`
  const deciding =
    decidingWords && html`<p class="small">${t('admin.claims.decided')} <q${lang}>${decidingWords}</q></p>`
  return html`${passages.map(quoted)}${deciding}`
}

function acts(page: AdminPage, of: string, { id, verdict: found, sentence }: ClaimView): Html {
  const { t } = page
  const path = `${of}/meningar/${id}`
  const button =
    found === 'stands'
      ? act(page, `${path}/stryk`, t('admin.claims.drop'), sentence)
      : act(page, `${path}/godta`, t('admin.claims.accept'), sentence)
  const words = field('mening', t('admin.claims.sentence'), { value: sentence, rows: 3, max: 1000, id: `mening-${id}` })
  const form = post(
    page,
    `${path}/ratta`,
    html`${words}<button class="button button-main">${t('admin.article.save')}</button>`,
    'form stack',
  )
  return html`<div class="line-up cluster">${button}</div><details class="fold"><summary>${t('admin.claims.correct')}</summary>${form}</details>`
}
