/** Checks that need no source, on sites in four languages: a claim inside a summary that is right otherwise. */
import { describe, expect, test } from 'vitest'
import { loadVerifyRules } from '../load-rules.ts'
import { checkLength, SUMMARY_LENGTH, withinLength } from './length.ts'
import { checkRunningText } from './running-text.ts'

const SITES = {
  sv: {
    rules: await loadVerifyRules('content', 'sv', ['Apple']),
    title: 'Nytt besked från Apple',
    rest: 'Beskedet har väntats länge av både användare och utvecklare, som nu med stor spänning hoppas att det ska göra vardagen enklare. Bolaget säger att arbetet går vidare och att fler förbättringar är på väg, utan att vilja gå in på detaljer. Flera bedömare tror att konkurrenterna snart följer efter, eftersom intresset bland kunderna är stort och växande.',
  },
  en: {
    rules: await loadVerifyRules('demo/bicycles/content', 'en-GB', ['Bicycles']),
    title: 'New word on the lanes',
    rest: 'People who have followed the question for a long time are said to be pleased that something is finally going to happen. Those responsible say that the work goes on and that further improvements are being prepared, without going into details. Several observers believe that others will soon do the same, because interest among riders is growing steadily.',
  },
  de: {
    rules: await loadVerifyRules('content', 'de', ['Bahn']),
    title: 'Neues von der Bahn',
    rest: 'Wer die Frage seit Langem verfolgt, zeigt sich erleichtert, dass sich endlich etwas bewegen soll. Die Verantwortlichen sagen, dass die Arbeit weitergeht und weitere Verbesserungen vorbereitet werden, ohne schon jetzt näher auf irgendwelche Einzelheiten einzugehen oder einen Zeitplan zu nennen. Mehrere Beobachter glauben, dass andere bald folgen werden, weil das Interesse der Fahrgäste stetig wächst.',
  },
  nb: {
    rules: await loadVerifyRules('content', 'nb-NO', ['Tog']),
    title: 'Nytt om togene',
    rest: 'De som har fulgt saken lenge, er lettet over at noe endelig skal skje for alle dem som reiser der. De ansvarlige sier at arbeidet fortsetter og at flere forbedringer er på vei, uten å ville gå nærmere inn på detaljer akkurat nå. Flere observatører tror at andre snart følger etter, fordi interessen blant de reisende er stor og økende.',
  },
}
type Site = keyof typeof SITES

function checkOf(site: Site, claim: string, heading?: string): string | null {
  const { rules, title, rest } = SITES[site]
  return checkRunningText(heading ?? title, `${claim} ${rest}`, SUMMARY_LENGTH, rules)?.check ?? null
}

describe('plain sentences stand', () => {
  test.each<[Site, string]>([
    ['sv', 'Apple har kommit med nyheter igen.'],
    ['sv', 'Apple pausar sammanfattningar av notiser i sitt system.'],
    ['sv', 'Källa till tidningen: Affären kan stoppas av staten.'],
    ['en', 'There is a plan for a lane across the bridge.'],
    ['de', 'Am 3. Mai fährt der Zug wieder nach Plan.'],
    ['nb', 'Det finnes en plan for banen og for togene.'],
  ])('%s: %j', (site, claim) => expect(checkOf(site, claim)).toBeNull())
})

describe('what is refused', () => {
  test.each<[Site, string, string]>([
    ['sv', 'markup', 'Apple har <b>nyheter</b> på gång igen.'],
    ['sv', 'markup', 'Apple har **nyheter** på gång igen.'],
    ['sv', 'markup', 'Apple har nyheter på https://example.com igen.'],
    ['en', 'markup', 'There is a **plan** for a lane.'],
    ['sv', 'self-talk', 'Den här artikeln handlar om nyheter från Apple.'],
    ['sv', 'self-talk', 'I denna sammanfattning nämns nyheter från Apple.'],
    ['sv', 'self-talk', 'Som språkmodell kan jag inte veta mer om Apple.'],
    ['sv', 'self-talk', 'Källa: Reuters och AP.'],
    ['en', 'self-talk', 'The article describes the plan for a lane.'],
    ['en', 'self-talk', 'Summary: there is a plan for a lane.'],
    ['en', 'self-talk', 'Source: Reuters, Associated Press and Bloomberg News.'],
    ['de', 'self-talk', 'Der Artikel beschreibt den Plan für die Strecke.'],
    ['de', 'self-talk', 'Als KI kann ich dazu nichts Genaues sagen.'],
    ['nb', 'self-talk', 'Artikkelen beskriver planen for banen.'],
    ['sv', 'language', 'Apple has news that will be of interest to all of the users in the world.'],
    ['en', 'language', 'Det finns en plan för ett körfält som ska byggas av kommunen.'],
    ['de', 'language', 'Det finns en plan för en ny bana som ska byggas av staten.'],
    ['nb', 'language', 'Das ist nicht mit der Bahn und auch nicht von dem Amt.'],
  ])('%s: by %s: %j', (site, check, claim) => expect(checkOf(site, claim)).toBe(check))

  test('a text that is too short, too long or says a sentence twice', () => {
    const { rules, title, rest } = SITES.sv
    const check = (text: string) => checkRunningText(title, text, SUMMARY_LENGTH, rules)?.check
    expect([check('Apple har nyheter. Det är allt. Mer väntas.'), check(`${rest} ${rest} ${rest}`)]).toEqual([
      'length',
      'length',
    ])
  })
})

test('a text that breaks off inside its last sentence', () => {
  const { rules } = SITES.sv
  const complete = Array.from({ length: 4 }, (_, at) => `Mening ${at} ${'bygger '.repeat(12)}hus.`).join(' ')
  const check = (text: string) => checkLength('Rubrik', text, SUMMARY_LENGTH, rules.languages.siteReading.ends)
  expect(check(complete)).toBeNull()
  expect(check(`${complete.slice(0, -5)}`)).toMatch(/not complete/)
})

test.each([
  ['39 words', 39, 3, true],
  ['40 words', 40, 3, false],
  ['130 words', 130, 5, false],
  ['131 words', 131, 5, true],
  ['two sentences', 60, 2, true],
  ['six sentences', 60, 6, true],
])('%s', (_, words, sentences, isRefused) => {
  const each = Math.floor(words / sentences)
  const lengths = Array.from({ length: sentences }, (_, at) => (at === 0 ? words - each * (sentences - 1) : each))
  const text = lengths.map((length, at) => `Mening ${at} ${'bygger '.repeat(length - 3)}hus.`).join(' ')
  const check = checkLength('Rubrik', text, SUMMARY_LENGTH, SITES.sv.rules.languages.siteReading.ends)
  expect(check !== null).toBe(isRefused)
})

describe('headlines', () => {
  test.each<[Site, string, boolean]>([
    ['sv', 'Test: Apple Watch Ultra 3', true],
    ['sv', 'Apple släpper uppdatering', true],
    ['sv', 'Apple Releases New Update With Glass', false],
    ['sv', 'Apple is releasing the new update for everyone', false],
    ['sv', '', false],
    ['en', 'A plan for riders on the bridge', true],
    ['en', 'Ny plan för cyklister på bron', false],
    ['en', 'Nytt cykelfält väcker känslor', false],
  ])('%s: %j', (site, title, isFine) => {
    const claim = { sv: 'Apple har kommit med nyheter igen.', en: 'There is a plan for a lane.', de: '', nb: '' }[site]
    expect(checkOf(site, claim, title) === null).toBe(isFine)
  })
})

test.each([
  ['a text that fits', [20, 20, 20, 20], 4],
  ['one that is too long by its last sentence', [30, 40, 40, 40], 3],
  ['one that is too long by two', [40, 40, 40, 40, 40], 3],
  ['six sentences', [10, 10, 10, 10, 10, 10], 5],
  ['three that are too long', [60, 60, 60], 3],
])('%s has sentences left: %j are %d', (_, words, left) =>
  expect(
    withinLength(
      words.map((count) => ({ text: 'ord '.repeat(count) })),
      SUMMARY_LENGTH,
    ),
  ).toHaveLength(left),
)
