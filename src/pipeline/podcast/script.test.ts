import { expect, it } from 'vitest'
import { parseShow } from '../../domain/podcast/show.ts'
import type { ScriptMaterial } from '../../domain/ports.ts'
import { parseSite } from '../../domain/site/site.ts'
import { readLanguages } from '../../language-files.ts'
import type { DayArticle } from '../../store/content/episodes.ts'
import { leadingEvents, plainScript } from './script.ts'

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

const site = parseSite(
  'name: Kärnan\nlanguage: sv\nlanguages: [sv, en]\ntopic: kartor\ntagline: Nytt\ndescription: Nytt om kartor\ntimezone: Europe/Stockholm',
)
const show = parseShow(
  `
title: '{name} i dag'
description: Nytt om {topic}
author: '{name}'
category: News
explicit: false
cover: cover.jpg
sources_heading: Källor
script:
  happenings: 6
  title: '{Weekday} {date}: {first}'
  description: 'Nytt {weekday}:'
  description_item: '• {title} ({sources})'
  opening_title: Inledning
  opening: ['Det här är {show} om {topic}.']
  item: ['{title}', '{summary}', 'Enligt {sources}.']
  foreign_intro: ['{first_source} skriver på {language}:']
  foreign_item: ['{title}', '{summary}']
  story: ['Det hör till {story}.']
  closing_title: Avslutning
  closing: []
  more_sources: '{count} till'
`,
  site,
)

const languages = readLanguages('content')
const material = (more: Partial<ScriptMaterial> = {}): ScriptMaterial => ({
  reported: { articleId: 1, url: 'https://a.example/1', reservation: null },
  title: 'Nya kartor',
  summary: 'De är bättre än förut.',
  language: 'sv',
  sources: ['A'],
  story: null,
  entryIds: [1],
  ...more,
})

it('frames the items with the show’s own words and leaves out a frame without any', () => {
  const items = [material({ sources: ['A', 'B', 'C', 'D', 'E'] }), material({ title: 'Andra nytt', entryIds: [3, 2] })]
  expect(plainScript('2026-11-21', items, { show, site, languages })).toMatchObject({
    title: 'Lördag 21 november: Nya kartor',
    description: 'Nytt lördag:\n• Nya kartor (A, B, C och 2 till)\n• Andra nytt (A)',
    segments: [
      { title: 'Inledning', lines: [{ text: 'Det här är Kärnan i dag om kartor.' }], entryIds: [] },
      { title: 'Nya kartor', entryIds: [1] },
      { title: 'Andra nytt', entryIds: [3, 2] },
    ],
  })
})

const rest = ['sv De är bättre än förut.', 'sv Enligt A.']
const ended = ['Nya kartor?', 'Nya kartor!', 'Nya kartor…', '”Nya kartor.”', 'Heter »Nya kartor!»']
const foreign = { language: 'en', title: 'New maps', summary: 'They are better.', sources: ['B', 'A'] }

it.each<[item: string, about: Partial<ScriptMaterial>, lines: string[]]>([
  ['a title without its end', {}, ['sv Nya kartor.', ...rest]],
  ...ended.map((title): [string, object, string[]] => [`the title ${title}`, { title }, [`sv ${title}`, ...rest]]),
  [
    'short sentences, joined to the next of their paragraph alone',
    { summary: 'Ja. De är bättre än de var förut. Nej.' },
    ['sv Nya kartor.', 'sv Ja. De är bättre än de var förut.', 'sv Nej.', 'sv Enligt A.'],
  ],
  ['a summary without words', { summary: '– …' }, ['sv Nya kartor.', 'sv Enligt A.']],
  ['its story', { story: 'Kartorna' }, ['sv Nya kartor.', ...rest, 'sv Det hör till Kartorna.']],
  ['a story of the same name', { story: 'Nya kartor' }, ['sv Nya kartor.', ...rest]],
  ['an unknown language', { language: null }, ['sv Nya kartor.', ...rest]],
  [
    'another language',
    { ...foreign, story: 'Kartorna' },
    ['sv B skriver på engelska:', 'en New maps.', 'en They are better.', 'sv Det hör till Kartorna.'],
  ],
])('speaks %s', (_, about, lines) => {
  const [, item] = plainScript('2026-11-21', [material(about)], { show, site, languages }).segments
  expect(item?.lines.map(({ language, text }) => `${language} ${text}`)).toEqual(lines)
})
