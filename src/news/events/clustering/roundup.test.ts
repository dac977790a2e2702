import { expect, test } from 'vitest'
import { contentLexicon } from '../../../../tests/support/content.ts'
import { ClusterMemory } from '../../../../tests/support/stages.ts'
import { isRoundup } from './roundup.ts'

const lexicon = contentLexicon()

test.each([
  ['en', 'FirstFT: Rates rise again in the south'],
  ['en', 'Morning briefing: strike ends, bridge opens'],
  ['en', 'The Daily Brief – ferries, taxes and snow'],
  ['en', 'Your Evening Briefing'],
  ['en', 'Harbour Post AI Newsletter: city lands a supercomputer'],
  ['en', 'Accounting News Round-Up: bankrupt again'],
  ['en', 'Morning links for March 10, 2026'],
  ['en', 'Rates rise; Shop opens in Lund; Rain ahead of the weekend'],
  ['sv', 'Dagens viktigaste: regeringen, räntan och regnet'],
  ['sv', 'Nyhetssvepet – tisdagens stora händelser'],
  ['sv', 'Nyheter i korthet: brand i Lund, ny bro i Umeå'],
  ['sv', 'Kvällens nyheter 24/11'],
  ['sv', 'Techvärldens nyhetsbrev | Allt om veckans lansering'],
  ['de', 'Die Lage am Morgen: Streik und Schnee'],
  ['nb', 'Døgnet som gikk: storm, streik og skirenn'],
  [null, 'Dagens rubriker: regeringen, räntan och regnet'],
])('%s: "%s" is a round-up', (language, title) => {
  expect(isRoundup(lexicon.in(language), title)).toBe(true)
})

test.each([
  ['sv', 'Dagens Nyheter: Regeringen faller'],
  ['sv', 'Dagens Industri köper konkurrenten'],
  ['sv', 'Nyhetsbrevet som lurade tusentals – så gick det till'],
  ['sv', 'Dagens snöfall: tåg ställs in i Jämtland'],
  ['en', 'White House briefing: spokesman walks out'],
  ['en', 'Titanfall review roundup: stomping good fun'],
  ['en', 'Newsletter platform sold for a billion'],
  ['en', 'Publisher ends its newsletter'],
  ['en', 'Live: minister meets the strikers'],
  ['en', 'Shop opens in Lund; hundreds queue'],
  ['en', 'Apple releases iOS 26.4: here is the news'],
])('%s: "%s" is none', (language, title) => {
  expect(isRoundup(lexicon.in(language), title)).toBe(false)
})

test('a round-up joins nothing, and nothing joins it', () => {
  const text = 'The harbour bridge in Valmare collapsed on Friday. Nobody was hurt, says Karin Alm.'
  const titles = [
    'Harbour bridge in Valmare collapses',
    'Morning briefing: harbour bridge in Valmare collapses',
    'Bridge collapse',
  ]
  const memory = new ClusterMemory(lexicon)
  memory.add(titles.map((title, id) => ({ id, title, text, language: 'en', at: 0, publisher: `p${id}` })))
  expect([...memory.events.values()].map((ids) => ids.sort())).toEqual(expect.arrayContaining([[0, 2], [1]]))
})
