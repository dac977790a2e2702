/** Guides on pages of others: the front page, a source's, the status, a search. */

import { type Html, html } from '../../../platform/html/html.ts'
import { guidePath } from '../../../platform/site/paths.ts'
import { box } from '../../../surfaces/site/components/aside.ts'
import type { FeatureSite, FrontPart } from '../../../surfaces/site/feature-site.ts'
import type { SitePage } from '../../../surfaces/site/page.ts'
import { foundPages, teaser } from '../../../surfaces/site/search/search-page.ts'
import { listGuides, listGuideViolations } from '../list-guides.ts'
import { listRumors } from '../rumors.ts'
import { searchGuides } from '../search-guides.ts'
import type { GuideRef, GuideViolationView } from '../views.ts'
import { publisherRumors } from './rumor-sections.ts'

const MAX_BOX = 8

export const loadFront: FeatureSite['front'][number] = async (db, site) => {
  const guides = (await listGuides(db, site.language, 'family_hub')).slice(0, MAX_BOX)
  return guides.length > 0 ? guidesFront(guides) : null
}

export const guidesFront = (guides: GuideRef[]): FrontPart => ({ box: (page) => guidesBox(page, guides) })

function guidesBox(page: SitePage, guides: GuideRef[]): Html {
  const { t } = page
  const rows = guides.map((guide) => html`<li><a href="${guidePath(guide)}">${guide.title}</a></li>`)
  return box('box-guides', t('front.guides'), html`<ul class="plain bare">${rows}</ul>`, {
    path: page.paths.guides,
    label: t('front.all_guides'),
  })
}

export const loadPublisher: FeatureSite['publisher'][number] = async (db, domain) => {
  const rumors = await listRumors(db, domain)
  return (page) => publisherRumors(page, rumors)
}

/** Warnings about guides that are up are left to the operator. */
export const loadStatus: FeatureSite['status'][number] = async (db) => {
  const refused = (await listGuideViolations(db)).filter((violation) => violation.refused)
  return (page) => (refused.length > 0 ? refusedFiles(page, refused) : null)
}

function refusedFiles({ t }: SitePage, refused: GuideViolationView[]): Html {
  const items = refused.map(({ file, line, message }) => html`<li><code>${file}:${line}</code> ${message}</li>`)
  return html`<section><h2 class="box-title">${t('status.guides')}</h2><p>${t('status.guides_text')}</p><ul>${items}</ul></section>`
}

export const loadFound: FeatureSite['found'][number] = async (db, text, options) => {
  const hits = await searchGuides(db, text, options)
  return (page) =>
    foundPages(
      page.t('nav.guides'),
      'search-guides',
      hits.map(
        ({ guide, highlight }) =>
          html`<li><a class="row-title" href="${guidePath(guide)}">${guide.title}</a>${teaser(highlight)}</li>`,
      ),
    )
}
