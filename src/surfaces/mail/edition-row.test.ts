import { expect, it } from 'vitest'
import { articleView, eventView } from '../../../tests/support/views.ts'
import { createRowWriter } from './edition-row.ts'

const context = {
  t: (key: string) => key,
  baseUrl: 'https://a.example',
  paths: { events: '/handelser' } as never,
  site: { name: 'A', language: 'sv' },
}
const sentence = 'De nya hörlurarna håller längre av det nya batteriet, säger Apple i ett meddelande.'

it.each([
  ['a sentence ends', `${sentence} Priset är detsamma som i fjol, och de säljs från fredag.`, sentence],
  ['none ends', 'ord '.repeat(40), `${'ord '.repeat(23)}ord…`],
])('shortens a summary where %s', (_what, summary, shown) => {
  const event = eventView([articleView(1, 1)], { title: 'Hörlurar', summary: summary.trim() })
  expect(createRowWriter(context)(event, 'short', false).text).toBe(`Hörlurar\n${shown}`)
})
