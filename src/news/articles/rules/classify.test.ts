import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inflectionOf } from '../../../platform/languages/inflection.ts'
import { readLanguages } from '../../../platform/languages/language-files.ts'
import { parseVocabulary } from '../../../platform/text/vocabulary.ts'
import { parseKinds } from '../../topic/rules/kinds.ts'
import { classify } from './classify.ts'
import { parseRelevance } from './relevance.ts'
import { tagEvidence } from './tag-evidence.ts'

// Swedish and English, as the site itself reads them.
const { all } = readLanguages('content')
const inflection = inflectionOf(all.filter(({ code }) => code === 'sv' || code === 'en'))

const content = (file: string) => readFileSync(`content/${file}`, 'utf8')
const vocabulary = parseVocabulary(content('vocabulary.yaml'), 'vocabulary.yaml', inflection)
const rules = {
  vocabulary,
  relevance: parseRelevance(content('relevance.yaml'), vocabulary),
  kinds: parseKinds(content('kinds.yaml'), 'kinds.yaml', inflection),
}
const judge = (title: string, text = '') => classify(rules, { title, text, feedRelevance: 'model' })

describe('classify', () => {
  it('gives relevance with its reason, tags and kind at once', () => {
    expect(judge('Recension: iPhone Air 2 är tunn', 'Kameran i Apples telefon är bra.')).toEqual({
      relevant: true,
      relevanceReason: 'title: iPhone Air (5 of 2)',
      relevanceScore: 2.5,
      tagSlugs: ['iphone-air', 'iphone', 'kamera', 'apple'],
      kind: 'review',
    })
  })

  it('gives at most five tags', () => {
    expect(judge('iPhone, iPad, Mac, Siri, AirPods, HomePod och CarPlay').tagSlugs).toHaveLength(5)
  })

  it('judges an empty article', () => {
    expect(judge('')).toMatchObject({ relevant: false, tagSlugs: [], kind: 'news' })
  })

  it.each([
    ['Apple öppnar butik i Göteborg', 'news'],
    ['Apple publishes its environmental report', 'news'],
    ['Rykte: iPhone Fold får fyra kameror', 'rumor'],
    ['Gurman: nya Macar i mars', 'rumor'],
    ['iPhone 18 could get a variable aperture, analyst says', 'rumor'],
    ['iPad mini väntas få OLED', 'rumor'],
    ['Test: Mac mini med M5', 'review'],
    ['AirPods Hearing Test Stays in Sweden', 'news'],
    ['AirPods Max 2 review: still heavy', 'review'],
    ['Hands-on with CarPlay Ultra', 'review'],
    ['Så stänger du av Siri', 'how-to'],
    ['How to downgrade from iOS 27 beta', 'how-to'],
    ['Fem tips för längre batteritid', 'how-to'],
    ['Black Friday: AirPods till halva priset', 'deal'],
    ['MacBook Air hits all-time low of $749', 'deal'],
    ['Krönika: låt Siri vila', 'opinion'],
    ['Why I want a smaller iPhone', 'opinion'],
  ])('takes "%s" for %s', (title, kind) => {
    expect(judge(title).kind).toBe(kind)
  })

  it('gives the same answer each time', () => {
    const text = 'Apple släpper en ny iPhone och en ny Mac. '.repeat(200)
    const first = JSON.stringify(judge('Apple', text))
    expect(JSON.stringify(judge('Apple', text))).toBe(first)
  })
})

describe('parseKinds', () => {
  it.each<[string, string, string[], string]>([
    ['Apple öppnar butik', '', ['Nyheter', 'Krönika'], 'opinion'],
    ['Apple opens a shop', '', ['Apple', 'Deals'], 'deal'],
    ['Apple opens a shop', '', ['iPhone Reviews'], 'review'],
    ['Rykte: ny iPad', '', ['Recension'], 'rumor'],
    ['Apple öppnar butik', 'Just nu på rea hos alla.', ['Debatt'], 'opinion'],
    ['Apple öppnar butik', '', ['Nyheter, tips och guider för dig'], 'news'],
    ['Apple öppnar butik', '', ['', 'Butiker'], 'news'],
  ])('takes "%s" (%s) in %j for %s', (title, text, categories, kind) => {
    expect(classify(rules, { title, text, categories, feedRelevance: 'model' }).kind).toBe(kind)
  })

  it('refuses an unknown kind and names the line', () => {
    expect(() => parseKinds('kinds:\n  - kind: poem')).toThrow('kinds.yaml:2: kinds.0.kind')
  })
})

it.each([
  ['a tag of the topic', 'Nya AirPods', true],
  ['a term of the topic', 'Foxconn bygger en ny fabrik', true],
  ['neither', 'Nytt om fotboll', false],
])('%s is evidence for the topic: %s', (_what, title, topic) => {
  expect(tagEvidence(rules, { title, text: '' }).topic).toBe(topic)
})
