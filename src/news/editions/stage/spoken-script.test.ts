import { expect, it } from 'vitest'
import { readLanguages } from '../../../platform/languages/language-files.ts'
import type { ScriptMaterial } from '../../../platform/models/ports.ts'
import { parseSite } from '../../../platform/site/site.ts'
import { parseShow } from '../rules/show.ts'
import { plainScript } from './spoken-script.ts'

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
