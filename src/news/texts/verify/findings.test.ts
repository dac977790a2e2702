/** Values that are the same in other words and languages, and values that the evidence does not hold. */
import { describe, expect, test } from 'vitest'
import { loadVerifyRules } from '../load-rules.ts'
import { findingsOf } from './findings.ts'
import type { VerifyRules } from './running-text.ts'
import { readSource } from './source.ts'

const swedish = await loadVerifyRules('content', 'sv', ['Apple'])
const english = await loadVerifyRules('demo/bicycles/content', 'en-GB', [])
const german = await loadVerifyRules('content', 'de', [])
const norwegian = await loadVerifyRules('content', 'nb', [])
// No dictionary of Norwegian comes along: the rules must hold without one, wherever one happens to be installed.
const bare = { ...norwegian, names: { ...norwegian.names, dictionary: null } }

// A Wednesday.
const publishedAt = new Date('2026-11-11T08:00:00Z')

function found(
  sentence: string,
  language: string,
  evidence: string,
  { languages, names, allowedNames }: VerifyRules = swedish,
) {
  const read = readSource({ title: '', text: evidence, language }, languages)
  return findingsOf(sentence, { ...read, allowedNames, publishedAt }, languages.siteReading, names).map(
    ({ kind, text }) => `${kind} ${text}`,
  )
}

describe('the same value', () => {
  test.each([
    ['Kostnaden blir 1,5 miljarder dollar för bolaget.', 'en', 'It will cost $1.5 billion.'],
    ['Kostnaden blir 1 500 miljoner dollar för bolaget.', 'en', 'It will cost $1.5bn.'],
    ['Kostnaden blir 1,2 miljoner pund per år.', 'en', 'It will cost £1.2m a year.'],
    ['Priset är 1 499 kronor i svenska butiker.', 'en', 'The price is SEK 1,499.'],
    ['Priset blir mellan 10 och 15 dollar i månaden.', 'en', 'It costs $10-15 a month.'],
    ['Andelen ökade med fem procent under året.', 'en', 'The share grew by 5% during the year.'],
    ['Andelen ökade med 5 procent under året.', 'de', 'Der Anteil stieg um fünf Prozent.'],
    ['Tjugofem länder omfattas av beslutet.', 'en', 'It covers twenty-five countries.'],
    ['Den väger 1,5 kilo med laddare.', 'en', 'It weighs 1.500 kilos.'],
    ['Omkring 250 000 hushåll blev utan ström.', 'en', 'Two hundred and fifty thousand homes lost power.'],
    ['Trehundra miljarder euro ska gå till spåren.', 'de', 'Dreihundert Milliarden Euro fließen in die Schienen.'],
    ['Tjugoåtta tåg ställdes in.', 'nb', 'Tjueåtte tog ble innstilt.'],
    ['Ungefär en halv miljon kunder har beställt den.', 'en', 'Some 500,000 customers have ordered it.'],
    ['Vinsten sjönk från 702 till 610 miljoner.', 'en', 'Net profit fell to $610 million from $702 million.'],
    ['De två bolagen och tre till är överens.', 'en', 'Both agree, and so do three others.'],
    ['Resultatet för kvartal 3 blev bättre.', 'en', 'Third-quarter results were better.'],
    ['Avtalet löper på fem år.', 'sv', 'Det femåriga avtalet omförhandlas.'],
    ['Han är 38 år.', 'sv', '38-åringen greps.'],
    ['Filmen börjar klockan 19.30 på kvällen.', 'en', 'It starts at 7:30 p.m.'],
    ['Klockan 09.30 öppnas dörrarna.', 'sv', 'Klockan 9:30 öppnas dörrarna.'],
    ['Klockan 19 inleds sändningen.', 'en', 'The stream starts at 7 p.m.'],
    ['Den 3 maj öppnar butiken.', 'en', 'It opens on 03-05-2027.'],
    ['Den 21 november öppnar den nya butiken.', 'en', 'The store opens on Nov. 21.'],
    ['På tisdagen öppnar den nya butiken.', 'en', 'The store opens on Tuesday.'],
    ['På onsdagen den 11 november meddelades det.', 'en', 'It was announced today.'],
    ['Tim Cooks besked kom överraskande.', 'en', 'CEO Tim Cook surprised many.'],
    ['Tyskland och Sydkorea får den först.', 'en', 'German and Korean users get it first.'],
    ['Iphoneförsäljningen ökade enligt Applechefen.', 'en', "iPhone sales were up, said Apple's chief."],
    ['Enligt Zelenskyj är avtalet undertecknat.', 'en', 'Zelensky said the deal had been signed.'],
    ['Kunderna vill ha M5-chippet och Wifi 7.', 'en', 'Customers want the M5 chip and Wi-Fi 7.'],
    ['Kvartalsrapporten överraskade de flesta.', 'en', 'The report surprised analysts.'],
    ['Fågelskyddarna i RSPB är besvikna.', 'en', 'The Royal Society for the Protection of Birds was disappointed.'],
    ['Trollhättefabriken går fri.', 'sv', 'Fabriken i Trollhättan påverkas inte.'],
    ['Londonbaserade Greenhill betalar.', 'de', 'Der Londoner Investor Greenhill zahlt.'],
    ['FN och Högsta domstolen är eniga.', 'en', 'The UN and the Supreme Court agree.'],
    ['Funktionen finns i Bilder och i Kontrollcenter.', 'en', 'It is found in Photos and Control Center.'],
    ['Nu prövar HPs jurister saken.', 'sv', 'Saken ligger hos jurister på HP.'],
    ['Apple har 12 GB minne.', 'en', 'It has 12GB of memory.'],
  ])('%j is in %s: %j', (sentence, language, evidence) => expect(found(sentence, language, evidence)).toEqual([]))

  test.each([
    [english, 'The lane will cost £4.2 million to build.', 'en', 'It would cost 4.2 million pounds.'],
    [english, 'Colourful tyres are said to be favourites.', 'en', 'Tyres in bright colours sell best.'],
    [german, 'Einundzwanzig Züge fallen an dem Tag aus.', 'de', 'Es fallen 21 Züge aus.'],
    [german, 'Am 3. Mai beginnt der Betrieb.', 'de', 'Der Betrieb startet am 3.5.2027.'],
    [german, 'Nun sollen Spezialisten die Weichen prüfen.', 'de', 'Fachleute werden die Weichen untersuchen.'],
    [bare, 'Førtito tog ble innstilt den dagen.', 'nb', 'Det ble 42 innstilte tog.'],
    [bare, 'Billetten koster 1 495 kroner fra nyttår.', 'no', 'Prisen blir kr 1495.'],
  ])('on other sites: %#', (rules, sentence, language, evidence) =>
    expect(found(sentence, language, evidence, rules)).toEqual([]),
  )
})

describe('another value', () => {
  test.each([
    ['numbers 1,5 miljarder', 'Kostnaden blir 1,5 miljarder dollar.', 'en', 'It will cost $1.5 million.'],
    ['numbers 999', 'Priset är 999 kronor i butik.', 'en', 'The price is $999.'],
    ['numbers fem', 'Andelen ökade med fem procent.', 'en', 'The share grew by 6%.'],
    ['numbers 999', 'Priset är 999 kronor i butik.', 'en', 'The share grew by 999%.'],
    ['numbers 5', 'Andelen ökade med 5 %.', 'en', 'The share grew by $5.'],
    ['numbers Tolv', 'Tolv tåg ställdes in.', 'nb', 'To tog ble innstilt.'],
    ['numbers Tjugosju', 'Tjugosju tåg ställdes in.', 'nb', 'Tjueåtte tog ble innstilt.'],
    ['numbers Två', 'Två tåg ställdes in.', 'en', 'The trains were to be stopped.'],
    ['numbers 300', 'Trehundra? Nej, 300 tåg.', 'de', 'Dreißig Züge.'],
    ['dates mars', 'I mars öppnar den nya butiken.', 'en', 'Crowds march to the store, which may open in April.'],
    ['dates torsdagen', 'På torsdagen öppnar den nya butiken.', 'en', 'The store opens on Tuesday.'],
    ['numbers 2025', 'Bron stängdes 2025.', 'en', 'The bridge was closed in 2024.'],
    ['names Ternus', 'John Ternus surprised.', 'en', 'John Cook was there.'],
    ['names M6', 'Datorn får chippet M6.', 'en', 'The Mac gets the M5 next year.'],
    ['names Quvendra', 'Även Quvendra var med i urvalet.', 'en', 'They also tested models from OpenAI.'],
    ['names Karlsborgsbolaget', 'Nu växer Karlsborgsbolaget.', 'sv', 'Karlskronabolaget växer.'],
    ['names Trollbergafabriken', 'Trollbergafabriken går fri.', 'sv', 'Fabriken i Trollhättan påverkas inte.'],
  ])('is %s in %j', (expected, sentence, language, evidence) =>
    expect(found(sentence, language, evidence)).toContain(expected),
  )

  test.each([
    [english, 'numbers 4.2 million', 'The lane will cost $4.2 million.', 'en', 'It would cost 4.2 million pounds.'],
    [english, 'names Zorblatt', 'Zorblatt is said to have made the offer.', 'en', 'A company made the offer.'],
    [german, 'numbers Zwölf', 'Zwölf Züge fallen aus.', 'de', 'Zwei Züge fallen aus.'],
    [german, 'names Brandtner', 'Der Anwalt Hugo Brandtner vertritt sie.', 'de', 'Ein Anwalt vertritt sie.'],
    [bare, 'names Zorblatt', 'I banen investerer Zorblatt nå store summer.', 'nb', 'Et selskap investerer i banen.'],
  ])('on other sites: %#', (rules, expected, sentence, language, evidence) =>
    expect(found(sentence, language, evidence, rules)).toContain(expected),
  )
})

test('who published it, and the topic of the site, need no support', () => {
  const read = readSource({ title: '', text: 'The store opens.', language: 'en' }, swedish.languages)
  const about = { ...read, publishedAt: null }
  const namesIn = (allowedNames: string[]) =>
    findingsOf(
      'Det skriver Quvendra och Zygmora.',
      { ...about, allowedNames },
      swedish.languages.siteReading,
      swedish.names,
    )
  expect([namesIn([]).length, namesIn(['Quvendra', 'Zygmora'])]).toEqual([2, []])
})
