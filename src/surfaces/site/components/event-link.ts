/** Address of an event: its own page, or its article's where it has only that one. */

import type { ArticleView } from '../../../news/articles/queries/views.ts'
import type { EventView } from '../../../news/events/queries/views.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { languageAttributes } from '../../../platform/html/language-marks.ts'
import { languageNames } from '../../../platform/languages/language-names.ts'
import { articlePath, eventPath } from '../../../platform/site/paths.ts'
import type { SitePage } from '../page.ts'

export const eventHref = ({ paths }: Pick<SitePage, 'paths'>, event: EventView): string =>
  event.entriesCount > 1 ? eventPath(paths, event) : articlePath(event.lead)

/** `lang` and `dir` of text that is not in the page's language. */
export const lang = ({ site }: SitePage, text: Pick<ArticleView, 'language'>): Html | null =>
  languageAttributes(text.language, site.language)

/** "EN" behind a headline that is not in the page's language. */
export function languageLabel({ site }: SitePage, { language }: Pick<ArticleView, 'language'>): Html | null {
  if (language === null || language.slice(0, 2) === site.language.slice(0, 2)) return null
  const name = languageNames(site.language).of(language)
  return html` <abbr class="in-language" title="${name}">${language.slice(0, 2).toUpperCase()}</abbr>`
}
