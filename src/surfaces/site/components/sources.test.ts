import { expect, it } from 'vitest'
import { t } from '../../../../tests/support/content.ts'
import { articleView, eventView } from '../../../../tests/support/views.ts'
import type { SitePage } from '../page.ts'
import { lineLabels } from './sources.ts'

it.each<[string | null, 'ai' | 'operator' | 'excerpt', boolean, string[]]>([
  ['rumor', 'ai', true, ['Rykte']],
  ['deal', 'excerpt', true, ['Erbjudande', 'Utdrag']],
  ['news', 'ai', false, ['AI']],
  [null, 'operator', true, ['Redaktionen']],
  ['how-to', 'ai', false, ['Så gör du', 'AI']],
  ['news', 'ai', true, []],
  ['poem', 'excerpt', false, []],
])('a line of kind %s by %s, on a page with a model: %s', (kind, by, hasModel, expected) => {
  const event = eventView([articleView(1, 1, { kind, summaryBy: by })], { textBy: by })
  const shown = String(lineLabels({ t, hasModel } as SitePage, event) ?? '')
  expect(shown.match(/(?<=>)[^<>]*\p{L}[^<>]*/gu) ?? []).toEqual(expected)
})
