import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inflectionOf } from '../../../platform/languages/inflection.ts'
import { readLanguages } from '../../../platform/languages/language-files.ts'
import { findTags, parseVocabulary } from '../../../platform/text/vocabulary.ts'
import { compileRoles } from './name-roles.ts'
import { classifyRelevance, parseRelevance, type RelevanceInput } from './relevance.ts'

// Swedish and English, as the site itself reads them.
const { all } = readLanguages('content')
const inflection = inflectionOf(all.filter(({ code }) => code === 'sv' || code === 'en'))

const vocabulary = parseVocabulary(readFileSync('content/vocabulary.yaml', 'utf8'), 'vocabulary.yaml', inflection)
const roles = compileRoles(
  all,
  all.filter(({ code }) => code === 'sv' || code === 'en'),
)
const model = parseRelevance(readFileSync('content/relevance.yaml', 'utf8'), vocabulary, roles)

function judge(title: string, text = '', more: Partial<RelevanceInput> = {}) {
  return classifyRelevance(model, {
    title,
    text,
    feedRelevance: 'model',
    tags: findTags(vocabulary, title, text),
    ...more,
  })
}

describe('classifyRelevance', () => {
  it('believes a source that writes about nothing else', () => {
    expect(judge('Sparvar i parken', '', { feedRelevance: 'all' })).toMatchObject({ relevant: true })
  })

  it('says what decided', () => {
    expect(judge('Siri talar svenska').reason).toBe('title: Siri (3 of 2)')
    expect(judge('Ny telefon', 'Så laddar du en iPhone.').reason).toBe('text: iPhone (1 of 2)')
    expect(judge('Börsen').reason).toBe('nothing of the topic (0 of 2)')
  })

  it('takes a name of two meanings in the other one near its words, but not beside a clear name', () => {
    expect(judge('Apple och kanel', 'Recept på paj').relevant).toBe(false)
    expect(judge('Apple och kanel', 'Recept i appen på din iPhone').relevant).toBe(true)
  })

  it('asks less of a source that often writes about the topic, and nothing for free', () => {
    const text = 'Nya funktioner på din iPhone.'
    expect(judge('Nyheter i veckan', text).relevant).toBe(false)
    expect(judge('Nyheter i veckan', text, { publisher: 'macken.xyz' }).relevant).toBe(true)
    expect(judge('Nyheter i veckan', 'Om fåglar.', { publisher: 'macken.xyz' }).score).toBe(0)
  })

  it('counts many mentions in a long text, one in passing hardly', () => {
    const filler = 'Det hände mycket annat. '.repeat(30)
    expect(judge('Veckan', `${filler} iPhone`).relevant).toBe(false)
    expect(judge('Veckan', `iPhone. ${filler} ${'iPhone och iPad. '.repeat(8)}`).relevant).toBe(true)
  })

  it('takes a rival, a list and a platform among others for what they are', () => {
    for (const title of [
      'Här är en ny iPhone-konkurrent',
      'Appen finns till iOS och Android',
      'Google, Apple och Meta möts',
    ])
      expect([title, judge(title).relevant]).toEqual([title, false])
    for (const title of ['Apple och Google möts', 'iPhone är bättre än Pixel', 'Flytta från Android till iPhone'])
      expect([title, judge(title).relevant]).toEqual([title, true])
  })

  it('reads words in the language of the text', () => {
    const title = 'De app is beter dan die van Spotify en Apple'
    expect(judge(title, '', { language: 'nl' }).score).toBeLessThan(judge(title).score)
  })

  it('counts half of a text beside a headline without the topic, where others are named as often', () => {
    expect(judge('Ny telefon', 'Så laddar du en iPhone och en iPad. Det gör Xiaomi och Nvidia.').score).toBe(1)
    expect(judge('Ny telefon', 'Så laddar du en iPhone och en iPad. Det gör Xiaomi.').score).toBe(2)
    // An authority is no company beside it.
    expect(judge('Ny dom', 'Apple får böter av EU-kommissionen. Apple överklagar.').relevant).toBe(true)
  })

  it('judges labelled headlines with at least 95 % right', () => {
    const rows = readFileSync('tests/fixtures/relevance-headlines.tsv', 'utf8')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => line.split('\t'))
    expect(rows.length).toBeGreaterThanOrEqual(120)
    const wrong = rows.filter(([label, title = '', text = '']) => judge(title, text).relevant !== (label === '1'))
    const names = wrong.map(([label, title]) => `${label} ${title}`).join('\n')
    expect(1 - wrong.length / rows.length, names).toBeGreaterThanOrEqual(0.95)
  })
})

describe('names that the topic shares with people, towns, fruit and records', () => {
  const rows = readFileSync('tests/fixtures/relevance-namesakes.tsv', 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split('\t'))

  it.each([
    ['tuning', 0.98],
    ['held-out', 0.95],
  ])('are told apart in the %s half', (half, share) => {
    const inHalf = rows.filter(([name]) => name === half)
    expect(inHalf.length).toBeGreaterThanOrEqual(40)
    const wrong = inHalf.filter(([, label, title = '', text = '']) => judge(title, text).relevant !== (label === '1'))
    const names = wrong.map(([, label, title]) => `${label} ${title}`).join('\n')
    expect(1 - wrong.length / inHalf.length, names).toBeGreaterThanOrEqual(share)
  })
})

describe('parseRelevance', () => {
  const rest = 'threshold: 2\nweights: { title: 3, lead: 1, body: 1, opening: 1, text_max: 4 }\n'
  it.each([
    ['an unknown root', `${rest}roots: [pear]`, 'relevance.yaml:3: "pear" is no tag'],
    ['an unknown tag', `${rest}roots: [apple]\ntags:\n  pear: 1`, 'relevance.yaml:5: "pear" is no tag'],
    ['a weight that is none', `${rest}roots: [apple]\nterms:\n  pear: much`, 'relevance.yaml:5: terms.pear'],
    ['a missing threshold', 'roots: [apple]', 'threshold'],
  ])('refuses %s and names the line', (_, text, message) => {
    expect(() => parseRelevance(text, vocabulary)).toThrow(message)
  })
})
