import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { loadPrompt } from '../../platform/models/prompts.ts'
import { leadingEvents } from './script.ts'
import { Script } from './script-answer.ts'
import type { DayArticle } from './store.ts'

const article = (id: number, more: Partial<DayArticle> = {}): DayArticle => ({
  id,
  reservation: null,
  title: `Rubrik ${id}`,
  summary: `Text ${id}.`,
  language: 'sv',
  story: null,
  url: `https://a.example/${id}`,
  source: `Källa ${id}`,
  eventKey: -id,
  sourceCount: 1,
  popularity: 0,
  ...more,
})

it.each<[rule: string, articles: DayArticle[], ids: number[][]]>([
  ['publishers before language', [article(1), article(2, { language: 'en', sourceCount: 2 })], [[2], [1]]],
  ['language before popularity', [article(1, { language: 'en', popularity: 9 }), article(2)], [[2], [1]]],
  [
    'popularity of any member',
    [
      ...[article(1, { eventKey: 7 }), article(2, { eventKey: 7, popularity: 3 }), article(3, { popularity: 2 })],
      ...[article(4, { eventKey: 9 }), article(5, { eventKey: 9, popularity: 4 })],
    ],
    [[4, 5], [1, 2], [3]],
  ],
  ['the earliest where all is equal', [article(1), article(2)], [[1], [2]]],
  [
    'a lead in the language of the site',
    [article(1, { eventKey: 7, language: 'en' }), article(2, { eventKey: 7 })],
    [[2, 1]],
  ],
  [
    'a lead that no publisher reserves',
    [article(1, { eventKey: 7, reservation: 'robots.txt' }), article(2, { eventKey: 7, language: 'en' })],
    [[2, 1]],
  ],
  ['as many as are wanted', [1, 2, 3, 4].map((id) => article(id)), [[1], [2], [3]]],
])('leads with %s', (_, articles, ids) => {
  expect(leadingEvents(articles, 'sv', 3).map(({ entryIds }) => entryIds)).toEqual(ids)
})

it('reports an event by its lead, and names each publisher once', () => {
  const members = [
    article(1, { eventKey: 7, language: 'en' }),
    article(2, { eventKey: 7, source: 'Bladet', summary: 'En mening om ämnet. '.repeat(40), story: 'Kartorna' }),
    article(3, { eventKey: 7, source: 'Bladet' }),
  ]
  const [event] = leadingEvents(members, 'sv', 3)
  expect(event).toMatchObject({
    reported: { articleId: 2, url: 'https://a.example/2', reservation: null },
    title: 'Rubrik 2',
    language: 'sv',
    sources: ['Bladet', 'Källa 1'],
    story: 'Kartorna',
    entryIds: [2, 1, 3],
  })
  expect(event?.summary).toMatch(/^(En mening om ämnet\. ?){20,21}…?$/)
})

it.each(globSync('content/prompts/podcast.*.md').map((file) => file.split('.')[1] ?? ''))(
  'has an example in %s that a model may answer',
  async (language) => {
    const { system } = await loadPrompt('content', 'podcast', language)
    const example = JSON.parse(String(system.split('\n').find((line) => line.startsWith('{'))))
    expect(Script.parse(example)).toEqual(example)
  },
)
