import { expect, it } from 'vitest'
import type { StoryMaterial } from '../writes/stories.ts'
import { plainStoryText } from './plain-text.ts'

const event = (title: string, day: number) => ({
  reported: { articleId: day, url: 'https://example.org', reservation: null, language: 'sv' },
  at: new Date(Date.UTC(2026, 10, day, 12)),
  title,
  summary: '',
  inLanguage: true,
  isNews: true,
  sources: ['Äppelposten'],
  articles: 1,
})

const titleOf = (anchors: string[], titles: string[]) => {
  const material = { anchors, events: titles.map((title, i) => event(title, i + 1)) } as unknown as StoryMaterial
  return plainStoryText(material, { t: (key) => key, language: 'sv', timeZone: 'UTC' }).title
}

const newest = 'Analytiker höjer prognosen efter tunn telefon'

it('a headline that names the affair stands as it is', () => {
  expect(titleOf(['Klangverk'], ['Klangverk stämmer Apple', 'Apple gör upp med Klangverk'])).toBe(
    'Apple gör upp med Klangverk',
  )
})

it('one that does not gets the whole name that the headlines have the anchor in', () => {
  const titles = [
    'Rykte: iPhone Air 2 kan komma i november',
    'iPhone Air 2 är här – tunnare',
    'Kö när nya iPhone Air 2 säljs',
  ]
  expect(titleOf(['Air'], [...titles, newest])).toBe(`iPhone Air 2: ${newest}`)
  expect(titleOf(['Air'], ['MacBook Air får M6', 'iPhone Air säljs', 'iPad Air testad', newest])).toBe(`Air: ${newest}`)
})

it('takes in no words that only one headline has beside it', () => {
  expect(titleOf(['Klangverk'], ['Apple Settles With Klangverk Over Test', newest])).toBe(`Klangverk: ${newest}`)
  expect(titleOf(['iOS 27.2'], ['Apple släpper iOS 27.2', 'Beta av iOS 27.2: Siri väntar', newest])).toBe(
    `iOS 27.2: ${newest}`,
  )
})
