/** What newspapers write that says the same as its source in other words: no gate may refuse it; and its faulty twin. */
import { describe, expect, test } from 'vitest'
import { checkStatement } from './check-summary.ts'
import { loadGates } from './load-gates.ts'

const gates = await loadGates('content', 'sv', [])
// A Wednesday.
const publishedAt = new Date('2026-11-11T08:00:00Z')

const reason = (text: string, language: string, source: string) => {
  const verdict = checkStatement(text, { title: '', text: source, language, publishedAt }, gates)
  return verdict.ok ? null : `${verdict.gate}: ${verdict.reason}`
}

describe('accepts', () => {
  test.each([
    // Headlines that name their source.
    ['Källa: Den nya bron får vänta till våren', 'sv', 'Bron öppnar i mars, säger en källa.'],
    ['Källor: Bolaget tänker lägga bud på rivalen', 'en', 'Sources say the company will bid for its rival.'],
    [
      'Källa till tidningen: Affären kan stoppas av staten',
      'en',
      'A source told the paper the state may stop the deal.',
    ],
    // Two amounts with one unit.
    ['Bytet kostar 329 euro i stället för 389.', 'de', 'Der Tausch kostet 329 statt 389 Euro.'],
    ['Bytet kostar 99 euro mot tidigare 119 euro.', 'de', 'Der Akku kostet 99 anstelle von 119 Euro.'],
    ['Biljetten kostar 45 pund jämfört med 60 pund i fjol.', 'en', 'Tickets cost 45 instead of 60 pounds.'],
    ['Vinsten blev 12 miljoner kronor mot 9 miljoner kronor.', 'nb', 'Overskuddet ble 12 mot 9 millioner kroner.'],
    ['Avgiften blir 300 kronor istället för 250.', 'nb', 'Gebyret blir 300 i stedet for 250 kroner.'],
    // Rounded as papers round.
    ['Koncernen tjänade dryga 400 miljoner kronor.', 'sv', 'Resultatet blev 418 miljoner kronor.'],
    ['Knappt 50 procent av väljarna röstade.', 'en', 'Turnout was 48 percent.'],
    ['Omkring 2 000 personer deltog i marschen.', 'en', 'Police counted 1,960 marchers.'],
    ['Nästan 300 hus skadades i stormen.', 'de', '287 Häuser wurden beim Sturm beschädigt.'],
    ['Mer än 60 personer fick lämna sina hem.', 'nb', '62 personer måtte forlate hjemmene sine.'],
    // Parts of large numbers.
    ['Priset är på en kvarts miljon kronor.', 'sv', 'Priset är på 250 000 kronor.'],
    ['En halv miljon hushåll blev utan ström.', 'de', '500.000 Haushalte waren ohne Strom.'],
    ['Omkring 250 000 hushåll blev utan ström.', 'de', 'Rund eine Viertelmillion Haushalte waren ohne Strom.'],
    ['Nära en kvarts miljon böcker brann upp.', 'en', 'The fire destroyed 250,000 books.'],
    ['Tre kvart miljon? Nej, 750 000 djur flyttades.', 'de', 'Eine Dreiviertelmillion Tiere wurde verlegt, 3 Mal.'],
    // Shares.
    ['Var femte elev saknar behörighet.', 'en', '20 percent of pupils are not eligible.'],
    ['En av fem elever saknar behörighet.', 'en', '20 percent of pupils are not eligible.'],
    ['Två av tre tillfrågade är nöjda.', 'de', '67 Prozent der Befragten sind zufrieden.'],
    ['20 procent av eleverna saknar behörighet.', 'nb', 'Hver femte elev mangler kompetanse.'],
    ['30 procent av husen är tomma.', 'en', 'Three out of ten houses are empty.'],
    ['Hälften av husen är tomma.', 'en', '49 percent of the houses are empty.'],
    ['Tre av tio hus är tomma.', 'de', 'Drei von zehn Häusern stehen leer.'],
    ['Vinsten halverades under året.', 'en', 'Profit fell from 40 to 20 million dollars.'],
    ['Böterna fördubblades efter klagomålen.', 'de', 'Das Bußgeld stieg von 150 auf 300 Euro.'],
    ['Bussen tar nästan dubbelt så lång tid.', 'nb', 'Reisetiden øker fra 23 minutter til 40 minutter.'],
    ['Kakaon kostar knappt en tredjedel.', 'en', 'Cocoa fell to $3,410 a ton. At the peak it cost $12,500.'],
    // Differences, sums, averages and changes that are told as such.
    ['Biljetten kostar 38 kronor, sex kronor mer än i dag.', 'sv', 'Biljetten går från 32 till 38 kronor.'],
    ['Valdeltagandet steg med sju procentenheter.', 'de', 'Die Beteiligung lag bei 61 Prozent, zuvor waren es 54.'],
    ['Lönerna höjs med sammanlagt omkring tio procent.', 'en', 'The deal gives raises of 4, 3 and 3 percent.'],
    ['I snitt vägde laxarna drygt fyra kilo.', 'nb', 'De 412 laksene veide 1 730 kilo.'],
    ['Vattnet blir 20 procent dyrare.', 'de', 'Der Preis steigt von 2,10 auf 2,52 Euro.'],
    ['Kortet är mer än dubbelt så dyrt.', 'en', 'A pass costs 189 pounds, the old one 79 pounds.'],
    ['Företaget säger upp drygt var tionde.', 'en', 'It will cut 12 percent of its workforce.'],
    ['Skillnaden är tre poäng.', 'en', 'They scored 3.1 points better.'],
    ['Intrånget pågick en vecka.', 'de', 'Der Angriff geschah zwischen dem 2. und dem 9. September.'],
    ['Filialerna har varit stängda i drygt sex veckor.', 'en', 'Branches had been closed since 30 September.'],
    ['Strömmen tar slut om en och en halv vecka.', 'en', 'Power will run out in about ten days.'],
    ['Ingen sägs upp före 2031.', 'de', 'Bis Ende 2030 sind Kündigungen ausgeschlossen.'],
    ['Hon slog igenom i slutet av 80-talet.', 'sv', 'Hon slog igenom 1989.'],
    // Converted units.
    ['Leden är omkring 320 kilometer lång.', 'en', 'The trail is 200 miles long.'],
    ['Statyn är 30 meter hög.', 'en', 'The statue is 98 feet tall.'],
    ['Hunden vägde 18 kilo.', 'en', 'The 40-pound dog was found alive.'],
    // Days told in another way.
    ['Bron stängdes i tisdags.', 'en', 'The bridge was closed yesterday.'],
    ['Bron stängdes på onsdagen.', 'de', 'Die Brücke wurde heute gesperrt.'],
    ['Bron stängdes i fredags.', 'sv', 'Bron stängdes den 6 november.'],
    ['Bron stängs på torsdag.', 'nb', 'Broen stenges i morgen.'],
    ['Bron stängdes i måndags.', 'en', 'The bridge was closed on 9 November.'],
    // Places and their people.
    ['Branden rasar i Sibirien.', 'de', 'Der Brand wütet in Sibirien.'],
    ['Mötet hölls i Köpenhamns stadshus.', 'de', 'Das Treffen fand im Kopenhagener Rathaus statt, in Kopenhagen.'],
    ['Slovakiens regering säger nej.', 'en', 'The Slovak government says no.'],
    ['Fartyget sjönk i Östersjön.', 'de', 'Das Schiff sank in der Ostsee.'],
    ['Elfenbenskusten vann matchen.', 'de', 'Die Elfenbeinküste gewann das Spiel, also Côte d’Ivoire.'],
    ['Polisen i Norge lägger ned ärendet.', 'nb', 'Politiet henlegger saken.'],
    // Years and spans that follow from others.
    ['Avgiften höjdes 2025.', 'en', 'The fee was raised last year.'],
    ['Förbudet har funnits i tre år.', 'nb', 'Forbudet ble innført i 2023.'],
    ['Bron är klar 2028.', 'de', 'Die Brücke ist in zwei Jahren fertig.'],
    // Told by the ten.
    ['En kvinna i 60-årsåldern räddades.', 'sv', 'En 58-årig kvinna räddades.'],
    ['Ett trettiotal bin deltog.', 'en', 'The study had 31 bees.'],
    // Parts of an hour and of a percent, and parts of a whole.
    ['Resan tar tre kvart.', 'de', 'Die Überfahrt dauert 45 Minuten.'],
    ['Installationen tar 30 minuter.', 'en', 'Installing takes half an hour.'],
    ['Priserna föll 0,5 procent.', 'sv', 'Priserna föll med en halv procent.'],
    ['Var tredje anställd får gå.', 'sv', 'Bolaget säger upp 140 av 410 anställda.'],
    ['Nästan åtta fall av tio blev rätt.', 'en', 'They were right in 78 per cent of the trials.'],
    ['Antalet ökade med tio procent.', 'de', 'Die Zahl stieg um ein Zehntel.'],
    // What the sentence has said already.
    [
      'Att renovera kostar 64 miljoner kronor, att riva sju.',
      'sv',
      'Renovering: 64 miljoner kronor. Rivning: 7 miljoner.',
    ],
    ['De tre länderna är överens.', 'en', 'Sweden, Norway and Denmark agree.'],
    ['Affären väntas vara klar före utgången av mars.', 'nb', 'Salget gjennomføres i løpet av første kvartal.'],
    // Names that a language builds or spells in its own way.
    ['Rhenbron vid Neuwied är inte klar.', 'de', 'Die Rheinbrücke bei Neuwied ist nicht fertig.'],
    ['Londonbaserade Greenhill betalar.', 'de', 'Der Londoner Investor Greenhill zahlt.'],
    ['Närmare tusen Hoforsbor protesterar.', 'sv', 'I Hofors protesterar nästan 1 000 personer.'],
    ['Fartyget sjönk i Biscayabukten på väg till Tanger.', 'en', 'It sank in the Bay of Biscay en route to Tangier.'],
    ['Siffrorna kommer från Folkhälsoinstitutet.', 'nb', 'Tallene kommer fra Folkehelseinstituttet.'],
    ['Det gäller hela Norden.', 'de', 'Das gilt in Schweden, Norwegen und Dänemark.'],
    ['Fågelskyddarna i RSPB är besvikna.', 'en', 'The Royal Society for the Protection of Birds was disappointed.'],
    ['Partiet De gröna röstade nej.', 'de', 'Die Grünen stimmten dagegen.'],
    // Words of which one is a programme.
    ['Lösenord bör bytas, råder föreningen.', 'de', 'Der Verein rät, alle Kennwörter zu ändern.'],
    // A sentence that ends with one letter.
    ['Programmet kräver OS X. Känt är att fler versioner följer.', 'en', 'It needs OS X. More versions will follow.'],
    // A month that is cut short is none at a sentence's end, nor are months that make up a span new ones.
    ['Funktionen kan bli klar före jul.', 'en', 'The feature may arrive before Christmas.'],
    ['Förlusten för januari till september blev stor.', 'sv', 'Förlusten under årets första nio månader blev stor.'],
    // What other languages write out, or in another way.
    ['Webbläsaren saknar AI-funktioner.', 'nb', 'Nettleseren har ikke noen form for kunstig intelligens.'],
    ['Hjälpen kommer från Röda korset.', 'de', 'Die Hilfe kommt vom Roten Kreuz.'],
    ['Skörden i Elfenbenskusten ökar.', 'en', 'Ivory Coast expects a bigger harvest.'],
    // A town's name with ordinary words behind it.
    ['Trollhättefabriken går fri.', 'sv', 'Fabriken i Trollhättan påverkas inte.'],
  ])('%j from %s', (text, language, source) => expect(reason(text, language, source)).toBeNull())
})

describe('refuses', () => {
  test.each([
    ['self-talk', 'Källa: Reuters och AP.', 'en', 'Reuters and AP report it.'],
    ['self-talk', 'Källor: TT, Reuters, Bloomberg och AFP.', 'en', 'TT, Reuters, Bloomberg and AFP report it.'],
    ['numbers', 'Bytet kostar 329 dollar i stället för 389.', 'de', 'Der Tausch kostet 329 statt 389 Euro.'],
    ['numbers', 'Koncernen tjänade drygt 400 miljoner kronor.', 'sv', 'Resultatet blev 468 miljoner kronor.'],
    ['numbers', 'Koncernen tjänade nästan 400 miljoner kronor.', 'sv', 'Resultatet blev 418 miljoner kronor.'],
    ['numbers', 'Priset är på en kvarts miljon kronor.', 'sv', 'Priset är på 25 000 kronor.'],
    ['numbers', 'Var femte elev saknar behörighet.', 'en', '30 percent of pupils are not eligible.'],
    ['numbers', 'Två av tre tillfrågade är nöjda.', 'de', '57 Prozent der Befragten sind zufrieden.'],
    ['numbers', 'Hälften av husen är tomma.', 'en', '41 percent of the houses are empty.'],
    ['numbers', 'Vinsten halverades under året.', 'en', 'Profit fell from 40 to 30 million dollars.'],
    ['numbers', 'Bussen tar mer än dubbelt så lång tid.', 'nb', 'Reisetiden øker fra 23 minutter til 30 minutter.'],
    ['numbers', 'Lagret är nästan tredubbelt så snabbt.', 'en', 'It is twice as fast: 14 inches, 40 hours.'],
    ['numbers', 'Leden är omkring 200 kilometer lång.', 'en', 'The trail is 200 miles long.'],
    ['numbers', 'Avgiften höjdes 2024.', 'en', 'The fee was raised last year.'],
    ['numbers', 'Förbudet har funnits i sju år.', 'nb', 'Forbudet ble innført i 2023.'],
    ['numbers', 'En kvinna i 60-årsåldern räddades.', 'sv', 'En 48-årig kvinna räddades.'],
    ['numbers', 'Resan tar tre kvart.', 'de', 'Die Überfahrt dauert 25 Minuten.'],
    ['numbers', 'Var tredje anställd får gå.', 'sv', 'Bolaget säger upp 140 av 900 anställda.'],
    ['numbers', 'Tre länder är överens.', 'en', 'Sweden, Norway and Denmark agree.'],
    // Any two numbers have some difference: one that is reckoned says so.
    ['numbers', 'Biljetten kostar sex kronor.', 'sv', 'Biljetten går från 32 till 38 kronor.'],
    ['numbers', 'Biljetten kostar nio kronor mer.', 'sv', 'Biljetten går från 32 till 38 kronor.'],
    ['numbers', 'Vattnet blir 21 procent dyrare.', 'de', 'Der Preis steigt von 2,10 auf 2,52 Euro.'],
    ['numbers', 'Företaget säger upp drygt var tionde.', 'en', 'It will cut 17 percent of its workforce.'],
    ['numbers', 'Intrånget pågick i tre veckor.', 'de', 'Der Angriff geschah zwischen dem 2. und dem 9. September.'],
    ['numbers', 'Hon slog igenom 1980.', 'sv', 'Hon slog igenom 1989.'],
    ['dates', 'Affären väntas vara klar i juni.', 'nb', 'Salget gjennomføres i løpet av første kvartal.'],
    ['names', 'Donaubron vid Neuwied är inte klar.', 'de', 'Die Rheinbrücke bei Neuwied ist nicht fertig.'],
    ['names', 'Även Mistral var med i urvalet.', 'en', 'They also tested models from OpenAI and Anthropic.'],
    ['dates', 'Bron stängdes i måndags.', 'en', 'The bridge was closed yesterday.'],
    ['dates', 'Bron stängdes i tisdags.', 'en', 'The bridge was closed on 9 November.'],
    ['names', 'Slovakiens regering säger nej.', 'en', 'The Hungarian government says no.'],
    ['names', 'Fartyget sjönk i Östersjön.', 'de', 'Das Schiff sank in der Nordsee.'],
    ['names', 'Polisen i Danmark lägger ned ärendet.', 'nb', 'Politiet henlegger saken.'],
    ['dates', 'Funktionen kan bli klar före den 9 jul.', 'en', 'The feature may arrive before 9 June.'],
    [
      'dates',
      'Förlusten för januari till oktober blev stor.',
      'sv',
      'Förlusten under årets första nio månader blev stor.',
    ],
    ['names', 'Trollbergafabriken går fri.', 'sv', 'Fabriken i Trollhättan påverkas inte.'],
    ['names', 'Nu växer Karlsborgsbolaget.', 'sv', 'Karlskronabolaget växer.'],
    ['names', 'Programmet kräver OS X. Brindlowe följer.', 'en', 'It needs OS X. More versions will follow.'],
  ])('by %s: %j from %s', (gate, text, language, source) =>
    expect(reason(text, language, source)).toMatch(new RegExp(`^${gate}:`)),
  )
})
