import { describe, expect, it } from 'vitest'
import { chooseTags } from './choose-tags.ts'
import { isFrequent, proposeTags } from './propose-tags.ts'

const common = new Set(['nyheter', 'the', 'monday'])
/** `publisher: headline`, a line each. */
const proposed = (text: string) =>
  proposeTags(
    text.split('\n').map((line) => ({ publisher: line.slice(0, 1), title: line.slice(3) })),
    common,
  ).map(({ name, parent, aliases }) => [name, ...aliases, ...(parent ? [`< ${parent}`] : [])].join(', '))

describe('tags', () => {
  it.each<[string, string, string[]]>([
    ['a name that two publishers have', 'a: why Haas lost\nb: now Haas wins', ['Haas']],
    ['no name of one publisher beside others', 'a: why Haas lost\na: now Haas wins\nb: it rains', []],
    ['no name of one article', 'a: why Haas lost\nb: it rains', []],
    ['no word that only begins headlines', 'a: Racing is fun\nb: Racing is dull', []],
    ['no common word', 'a: on Monday it rains\nb: no Monday is dry', []],
    ['no number', 'a: all of 2026 was\nb: how 2026 went', []],
    [
      'a surname for the whole name',
      'a: now Max Verstappen won\nb: so Max Verstappen lost\nb: then Verstappen slept',
      ['Max Verstappen, Verstappen'],
    ],
    [
      'a version below its product',
      'a: new iPhone 18 here\nb: old iPhone 18 there\na: an iPhone broke\nb: no iPhone broke',
      ['iPhone', 'iPhone 18, < iphone'],
    ],
    ['a name with a small word in it', 'a: the Tour of Fyn begins\nb: no Tour of Fyn this year', ['Tour of Fyn']],
    ['a name without its ending', 'a: why Nato met\nb: how Nato met\na: in Natos eyes\nb: by Natos rules', ['Nato']],
    ['nothing where every word has a capital', 'a: Racing Is Really Fun\nb: Racing Was Really Fun', []],
  ])('are proposed for %s', (_, headlines, tags) => {
    expect(proposed(headlines)).toEqual(tags)
  })

  it.each<[string, string, string, string[]]>([
    ['everyday words together', 'Breaking News', 'a', []],
    ['a label', 'Video', 'a', []],
    ['an everyday word and a number', 'Monday 18', 'a', []],
    ['a number with its unit', '10km', 'a', []],
    ['a number with its ending', '25th', 'a', []],
    ['a number in a compound', '20-jährige', 'a', []],
    ['a letter', 'X', 'a', []],
    ['a letter with a full stop', 'A.', 'a', []],
    ['letters and numbers alone', 'B 12', 'a', []],
    ['a publisher', 'Radwelt', 'radwelt.example', []],
    ['a publisher by the title of its feed', 'Pedal Post', 'pp.example', []],
    ['a publisher by a part of that title', 'Kurier', 'k.example', []],
    ['a noun with a capital', 'Radweg', 'a', []],
    ['a publisher that others write about', 'Apfel', 'apfel.example', ['Apfel']],
    ['a name with an everyday word', 'New York', 'a', ['New York']],
    ['a name of digits and capitals', '5G', 'a', ['5G']],
    ['a name of two nouns', 'Deutsche Bahn', 'a', ['Deutsche Bahn']],
    ['an abbreviation', 'EU', 'a', ['EU']],
  ])('are proposed of what is a subject, for %s', (_, name, publisher, tags) => {
    const feeds: Record<string, string> = { 'pp.example': 'The Pedal Post', 'k.example': 'Kurier – Nachrichten' }
    const others = name === 'Apfel' ? ['b.example', 'c.example'] : ['b.example']
    const headlines = [publisher, publisher, ...others].map((each) => ({
      title: `so ${name}, it is`,
      publisher: each,
      feed: feeds[each] ?? each,
    }))
    const plain = new Set([...common, 'breaking', 'news', 'video', 'new'])
    const nouns = new Set(['Radweg', 'Deutsche', 'Bahn'])
    const found = proposeTags(headlines, plain, 40, (word) => nouns.has(word))
    expect(found.map((tag) => tag.name)).toEqual(tags)
  })

  it('are frequent from three articles on', () => {
    const named = (articles: number) => ({
      name: 'Haas',
      slug: 'haas',
      kind: 'topic' as const,
      parent: null,
      aliases: [],
      publishers: 2,
      articles,
    })
    expect([2, 3].map((articles) => isFrequent(named(articles)))).toEqual([false, true])
  })

  it('stand in the order of articles and publishers, at most as many as asked for', () => {
    const headlines = ['Haas', 'Haas', 'Haas', 'Alpine', 'Alpine'].map((name, at) => ({
      title: `so ${name} won`,
      publisher: `p${at % 2}`,
    }))
    expect(proposeTags(headlines, common).map(({ name, articles }) => [name, articles])).toEqual([
      ['Haas', 3],
      ['Alpine', 2],
    ])
    expect(proposeTags(headlines, common, 1)).toHaveLength(1)
  })

  it.each([
    ['Cyrillic', ['Зенит', 'Зенит 18', 'Спартак 18']],
    ['Greek', ['Άρης', 'Άρης 18', 'Ηρακλής 18']],
  ])('have a slug each where names are %s', (_, names) => {
    const headlines = names.flatMap((name) => ['α', 'β'].map((publisher) => ({ publisher, title: `α ${name}, α` })))
    const found = proposeTags(headlines, common)
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(names.slice(0, 2)))
    expect(new Set(found.map(({ slug }) => slug)).size).toBe(found.length)
    expect(found.find(({ name }) => name === names[1])?.parent).toBe(found.find(({ name }) => name === names[0])?.slug)
    expect(found.every(({ slug }) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))).toBe(true)
    const [renamed] = chooseTags(found.slice(0, 1), ['Ω'])
    expect(chooseTags(found.slice(0, 2), ['Ω', 'Ω'])).toMatchObject([{ name: 'Ω', slug: renamed?.slug }])
  })
})
