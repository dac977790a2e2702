import { describe, expect, it } from 'vitest'
import { nameFormOf, stemmerOf } from './stem.ts'

const swedish = stemmerOf({ code: 'sv', stemmer: 'swedish' })
const english = stemmerOf({ code: 'en', stemmer: 'english' })
const german = stemmerOf({ code: 'de', stemmer: 'german' })

describe('stems', () => {
  it.each([
    [swedish, 'uppdateringarna', 'uppdatering'],
    [swedish, 'kommunens', 'kommun'],
    [english, 'nightjars', 'nightjar'],
    [german, 'spezialisten', 'spezialist'],
  ])('take the endings of their own language', (stem, word, expected) => {
    expect(stem(word)).toBe(expected)
  })

  it('leave short words and what holds a digit, and lose the genitive', () => {
    expect(['ios', 'a2940s', "hedby's"].map(english)).toEqual(['ios', 'a2940s', 'hedbi'])
  })

  it('are the words themselves where a language names no stemmer', () => {
    expect(stemmerOf({ code: 'fo' })('veðrið')).toBe('veðrið')
  })

  it('of an unknown name are a fault of the language file', () => {
    expect(() => stemmerOf({ code: 'xx', stemmer: 'klingon' })).toThrow(
      'languages/xx.yaml: there is no stemmer "klingon"',
    )
  })
})

describe('the form of a name', () => {
  const form = nameFormOf([swedish, english, german])

  it.each([
    ['california', 'californias'],
    ['volthamn', 'volthamns'],
    ['valmare', "valmare's"],
  ])('is the same for %s and %s', (one, other) => {
    expect(form(one)).toBe(form(other))
  })

  it('loses no more than two letters', () => {
    expect(form('anders')).toBe('ander')
  })
})
