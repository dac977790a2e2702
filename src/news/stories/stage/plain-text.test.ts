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

it('dates of another year than that of the newest event have it', () => {
  const events = [event('Först', -330), event('Sedan', 2), event('Nu', 3)]
  const t = (_key: string, values?: object) => JSON.stringify(values)
  const { lead, body } = plainStoryText({ anchors: [], events } as unknown as StoryMaterial, {
    t,
    language: 'sv',
    timeZone: 'UTC',
  })
  expect(body.split('\n').map((line) => line.split(':')[0])).toEqual(['5 december 2025', '2 november', '3 november'])
  expect(JSON.parse(lead)).toEqual({ day: '5 december 2025', title: 'Först' })
})
