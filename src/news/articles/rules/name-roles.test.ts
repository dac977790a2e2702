import { describe, expect, it } from 'vitest'
import { readLanguages } from '../../../platform/languages/language-files.ts'
import { compileRoles, type PlacedName, weighNames } from './name-roles.ts'

const { all } = readLanguages('content')
const roles = compileRoles(all, [])

/** `[Name]` is of the topic, `<Name>` a company of it, `{Name}` another's. */
function weights(language: string, marked: string, isTitle = true): number[] {
  const names: PlacedName[] = []
  let text = ''
  for (const [part] of marked.matchAll(/\[[^\]]+\]|<[^>]+>|\{[^}]+\}|[^[<{]+/g)) {
    const kind = ({ '[': 'topic', '<': 'company', '{': 'other' } as const)[part[0] ?? '']
    const name = kind ? part.slice(1, -1) : part
    if (kind) names.push({ kind, start: text.length, end: text.length + name.length })
    text += name
  }
  const words = roles.get(language)
  if (!words) throw new Error(language)
  const all = weighNames(text, names, words, { isTitle })
  return names.flatMap(({ kind }, i) => (kind === 'other' ? [] : Math.round(100 * (all[i] ?? 1)) / 100))
}

describe('a name', () => {
  it.each<[string, string, number[]]>([
    ['en', 'How to charge a [bike] in the rain', [1]],
    ['en', 'A free app for [iOS] and {Android}', [0.5]],
    ['en', 'Outage fixed for {Android}/[iOS] users', [0.5]],
    ['en', 'It runs on {PC}, [Mac], {Xbox} and {Switch}', [0.25]],
    ['en', '[iPad], [Mac] and {Android} owners get it', [0.67, 0.67]],
    ['en', '<Apple> and {Google} settle', [1]],
    ['en', 'Move files between [iPhone] and {Android}', [1]],
    ['en', '<Apple> sues, and {Google} replies', [1]],
    ['sv', '{Google}, <Apple> och {Meta} möter ministern', [0.33]],
    ['de', 'Diese {Android}- und [iOS]-Apps kosten nichts', [0.5]],
  ])('in a list with others says its share of the list (%s, %s)', (language, text, expected) => {
    expect(weights(language, text)).toEqual(expected)
  })

  it.each<[string, string, number[]]>([
    ['en', 'Museum shows dolls, [trains], kites and hoops', [0.25]],
    ['en', 'Thieves took jewels, two laptops and a [bike]', [0.33]],
    ['en', 'Plans go up; <Apple> wins sales; a new way to read', [0.33]],
    ['en', 'Plans go up | <Apple> wins sales | A new way to read', [0.33]],
    ['en', '<Apple> wins sales; shares rise', [1]],
    ['sv', 'Veckans fynd: dammsugare, tv, [Airpods] och grillar', [0.25]],
  ])('in an enumeration or a round-up says its share of that (%s, %s)', (language, text, expected) => {
    expect(weights(language, text)).toEqual(expected)
  })

  it('in the sentences of a text is not cut into subjects of a headline', () => {
    expect(weights('en', 'Plans go up; <Apple> wins sales; a new way to read', false)).toEqual([1])
  })

  it.each([
    ['sv', 'Den är tunnare än en [Iphone]'],
    ['sv', 'En ny [Iphone]konkurrent visas'],
    ['sv', 'En kamera i [Iphone]-klass'],
    ['en', 'Its camera is better than the new [iPhone]'],
    ['en', 'Here comes a [bike]-killer'],
    ['en', 'A scooter as light as a [bike]'],
    ['en', 'Phones from makers like <Apple> cost more'],
    ['de', 'Dünner als das [iPhone]: ein Handy besser als jedes [iPhone]'],
    ['de', 'Der Bus ist so leise wie ein [Zug]'],
    ['nb', 'Den er tynnere enn en [iPhone]'],
    ['da', 'Den er billigere end en [iPhone]'],
    ['nl', 'Hij is dunner en beter dan de [iPhone]'],
    ['fr', 'Un écran plus fin que l’[iPad]'],
    ['es', 'Una cámara mejor que la del [iPhone]'],
    ['it', 'Una batteria migliore del nuovo [iPhone]'],
    ['pt', 'Uma câmera melhor que a do [iPhone]'],
    ['pl', 'Aparat tańszy niż [iPhone]'],
    ['fi', 'Halvempi kuin uusi [iPhone]'],
  ])('as a measure says nothing (%s, %s)', (language, text) => {
    expect(weights(language, text).at(-1)).toBe(0)
  })

  it.each([
    ['sv', '[Iphone] slår rekord'],
    ['de', 'Wie eine [Weiche] warm bleibt'],
    ['it', 'Come un [iPhone] resta freddo'],
    ['pt', 'Como um [iPhone] fica frio'],
    ['pl', 'Jak [iPhone] nie marznie'],
    ['sv', 'Nya [Iphone] är bättre än {Pixel}'],
    ['en', '[Bikes] beat cars'],
    ['en', 'New [iPhone]: better than ever?'],
    ['en', '<Apple> loses to rival'],
    ['en', 'The [iPhone], rivals say, is done'],
  ])('that is measured itself says all (%s, %s)', (language, text) => {
    expect(weights(language, text)).toEqual([1])
  })

  it.each([
    ['sv', 'Tidigare <Apple>-chef leder solbolag'],
    ['en', 'Former <Apple> engineer opens a bakery'],
    ['de', 'Ein ehemaliger <Apple>-Manager baut Boote'],
    ['fr', 'Un ancien cadre d’<Apple> vend du pain'],
  ])('of a company that somebody has left says a third (%s, %s)', (language, text) => {
    expect(weights(language, text)).toEqual([0.33])
  })

  it('of a product that was there before says all', () => {
    expect(weights('sv', 'Så blir tidigare [Iphone] snabbare')).toEqual([1])
  })
})

it('words of every language lie in its file', () => {
  const lacking = all.filter(({ roles: { and, measure, measured, former } }) =>
    [and, measure, measured, former].some(({ length }) => length === 0),
  )
  expect(all.length).toBeGreaterThanOrEqual(12)
  expect(lacking.map(({ code }) => code)).toEqual([])
})
