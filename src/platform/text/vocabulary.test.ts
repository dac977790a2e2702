import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { inflectionOf } from '../languages/inflection.ts'
import { readLanguages } from '../languages/language-files.ts'
import { findTags, parseVocabulary } from './vocabulary.ts'

// Swedish and English, as the site itself reads them.
const { all } = readLanguages('content')
const inflection = inflectionOf(all.filter(({ code }) => code === 'sv' || code === 'en'))

const inflected = (text: string) => parseVocabulary(text, 'vocabulary.yaml', inflection)
const bikes = inflected(`
tags:
  - { name: Velo, slug: velo, kind: company, match_name: false, aliases: [=Velo] }
  - { name: Velo Road, slug: road, kind: product, parent: velo }
  - { name: Velo Road 2, slug: road-2, kind: product, parent: road }
  - { name: Klocka, slug: klocka, kind: topic, aliases: [clock] }
  - { name: V4, slug: v4, kind: product, parent: velo }
  - { name: Gear 26, slug: gear-26, kind: software, aliases: [gearfodral*] }
decoys: [Velo Mio, Velo @]
`)
const slugs = (title: string, text = '', max = 9) =>
  findTags(bikes, title, text)
    .slice(0, max)
    .map((m) => m.slug)

describe('findTags', () => {
  it.each([
    ['Velo', ['velo']],
    ['velo', []],
    ['Velos nya cykel', ['velo']],
    ['Velo’s new bike, VELO', ['velo']],
    ['Velocity', []],
    ['Velo Mio', []],
    ['Klockan, klockor, klockorna och klockans', ['klocka']],
    ['Two clocks', ['klocka']],
    ['v4', []],
    ['V4-motorn', ['v4']],
    ['V44', []],
    ['Gear 26.1 is out', ['gear-26']],
    ['Gear 261', []],
    ['Gear. 26 of them', []],
    ['Ett gearfodralsställ', ['gear-26']],
    ['Velo\u00a0Road', ['road']],
    ['Velo-Road', ['road']],
  ])('in "%s" finds %j', (title, expected) => {
    expect(slugs(title)).toEqual(expected)
  })

  it.each([
    ['Velo Persson vann loppet i helgen', []],
    ['Så tog Velo Persson hem segern', []],
    ['Velo, 9, räddade sin bror', []],
    ['Velo (34) häktas för stölden', []],
    ['Velo 9 kommer snart', ['velo']],
    ['Velo, Persson och andra', ['velo']],
    ['Alexis Velo Persson avgjorde för Malmö', []],
    ['Velo Users Warned of Fake Updates', ['velo']],
    ['New Velo Users Warned About Updates', ['velo']],
    ['Velo Klocka kommer snart till butik', ['velo', 'klocka']],
    ['Velo Road kommer snart till butik', ['road']],
  ])('in "%s" takes a name with a surname or an age for a person: %j', (title, expected) => {
    expect(slugs(title).sort()).toEqual([...expected].sort())
  })

  it('lets the longest name win and names the family, but not the maker', () => {
    expect(findTags(bikes, 'Velo Road 2 tested', '').map((m) => [m.slug, m.implied])).toEqual([
      ['road-2', false],
      ['road', true],
    ])
  })

  it('puts what the title names before what the text repeats', () => {
    expect(slugs('V4', 'Klocka, klocka, klocka. Gear 26.')).toEqual(['v4', 'klocka', 'gear-26'])
  })

  it('gives at most as many as asked for, and the same each time', () => {
    const text = 'Klocka V4 Gear 26 Velo Velo Road'
    expect(slugs('', text, 2)).toHaveLength(2)
    expect(slugs('', text)).toEqual(slugs('', text))
  })

  it('tells title, lead and body apart', () => {
    const [match] = findTags(bikes, 'Klocka', `klocka ${'x '.repeat(300)} klocka klocka`)
    expect(match).toMatchObject({ title: 1, lead: 1, body: 2 })
  })

  it('finds composed letters in decomposed text', () => {
    const v = inflected('tags: [{ name: Hälsa, slug: halsa, kind: topic }]')
    expect(findTags(v, 'Hälsan'.normalize('NFD'), '').map((m) => m.slug)).toEqual(['halsa'])
  })
})

describe('parseVocabulary', () => {
  const tag = '- { name: A, slug: a, kind: topic }'
  it.each([
    ['broken YAML', 'tags:\n  - {', /vocabulary.yaml:[23]: /],
    ['no tags', 'tags: []', 'vocabulary.yaml:1: tags'],
    ['an unknown kind', `tags:\n  ${tag}\n  - { name: B, slug: b, kind: fruit }`, 'vocabulary.yaml:3: tags.1.kind'],
    ['an unknown key', 'tags:\n  - { name: B, slug: b, kind: topic, colour: red }', 'vocabulary.yaml:2: tags.0'],
    ['a bad slug', 'tags:\n  - { name: B, slug: B b, kind: topic }', 'vocabulary.yaml:2: tags.0.slug'],
    ['a slug used twice', `tags:\n  ${tag}\n  - { name: B, slug: a, kind: topic }`, 'vocabulary.yaml:3: slug "a"'],
    ['an unknown parent', 'tags:\n  - { name: B, slug: b, kind: topic, parent: q }', 'vocabulary.yaml:2: parent "q"'],
    [
      'a shared alias',
      `tags:\n  ${tag}\n  - { name: B, slug: b, kind: topic, aliases: [A] }`,
      'vocabulary.yaml:3: "A"',
    ],
    [
      'an empty alias',
      'tags:\n  - { name: B, slug: b, kind: topic, aliases: ["*"] }',
      'vocabulary.yaml:2: tags.0.aliases',
    ],
    [
      'a circle',
      `tags:\n  - { name: A, slug: a, kind: topic, parent: b }\n  - { name: B, slug: b, kind: topic, parent: a }`,
      'vocabulary.yaml:2: "a" is its own',
    ],
  ])('refuses %s and names the line', (_, text, message) => {
    expect(() => parseVocabulary(text)).toThrow(AppError)
    expect(() => parseVocabulary(text)).toThrow(message)
  })
})

describe('the site’s vocabulary', () => {
  const site = parseVocabulary(readFileSync('content/vocabulary.yaml', 'utf8'), 'vocabulary.yaml', inflection)
  const top = (title: string, text = '') =>
    findTags(site, title, text)
      .slice(0, 5)
      .map((m) => m.slug)

  it('holds at least ninety tags of all kinds', () => {
    expect(site.tags.size).toBeGreaterThanOrEqual(90)
    expect(new Set([...site.tags.values()].map((t) => t.kind)).size).toBe(5)
  })

  it.each([
    ['iPhone 17 Pro Max i test: kameran imponerar', ['iphone-17-pro', 'kamera', 'iphone-17', 'iphone']],
    ['Apple släpper iOS 26.2 med rättad sårbarhet', ['ios-26', 'sakerhet', 'ios', 'apple']],
    ['Apples klocka får blodtrycksmätning', ['apple-watch', 'halsa']],
    ['Nya Macar med M5-chippet', ['mac', 'm5', 'apple-silicon']],
    ['EU-kommissionen bötfäller Apple enligt DMA', ['dma', 'eu-kommissionen', 'apple']],
    ['Epic mot Apple: domstolen säger sitt', ['epic-games', 'rattstvister']],
    ['Apple TV+ blir dyrare', ['apple-tv-plus', 'priser']],
    ['iPadOS 26 gör iPaden till en dator', ['ipados-26', 'ipados', 'ipad']],
    ['Big Mac blir dyrare', ['priser']],
    ['Fleetwood Mac på turné', []],
    ['Så bakar du äppelpaj', []],
  ])('tags "%s"', (title, expected) => {
    expect(top(title).sort()).toEqual([...expected].sort())
  })
})
