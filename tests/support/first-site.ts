/** A world for who makes a site for the first time: eight feeds about winter bathing in three languages, and their labels. */
import { type Publisher, rssDocument, startPublisher } from './played/publisher.ts'

/** `event`: letters of what several report; null for what one alone has. `about`: it is about winter bathing. */
export interface LabelledArticle {
  hoursAgo: number
  event: string | null
  about: boolean
  title: string
  text: string
}

interface LabelledFeed {
  title: string
  language: 'da' | 'de' | 'fi'
  /** It writes about nothing else. */
  only?: true
  /** The feed itself names its language. */
  declared?: true
  articles: LabelledArticle[]
}

type Row = [hoursAgo: number, event: string | null, about: 'y' | 'n', title: string, text: string]

const rows = (all: Row[]): LabelledArticle[] =>
  all.map(([hoursAgo, event, about, title, text]) => ({ hoursAgo, event, about: about === 'y', title, text }))

export const FIRST_SITE: LabelledFeed[] = [
  {
    ...{ title: 'Vinterbaderen', language: 'da', only: true, declared: true },
    articles: rows([
      [
        2,
        'A',
        'y',
        'Havørnens sauna i Solvig er brændt ned',
        'Vinterbaderklubben Havørnen mistede natten til lørdag sin sauna i Solvig Havn. Ingen kom til skade ved branden, og politiet undersøger årsagen.',
      ],
      [
        9,
        'B',
        'y',
        'Sofie Brandt sætter rekord: 1.000 meter i tre grader koldt vand',
        'Sofie Brandt svømmede fredag 1.000 meter i tre grader koldt vand på 14 minutter og 22 sekunder. Det er ny dansk rekord.',
      ],
      [
        20,
        null,
        'y',
        'Sådan begynder du at vinterbade',
        'Begynd i september, gå i flere gange om ugen, og bliv aldrig i vandet alene. Her er fem råd til den første sæson.',
      ],
      [
        27,
        'G',
        'y',
        'Havneby vil tage 60 kroner for saunagus',
        'Kommunen i Havneby foreslår et gebyr på 60 kroner for hver gang saunagus ved den kommunale badebro.',
      ],
      [
        44,
        null,
        'y',
        'Test: neoprenhandsker til koldt vand',
        'Vi har prøvet seks par handsker i fire grader koldt vand. Kun to par holder fingrene varme i mere end fem minutter.',
      ],
      [
        60,
        null,
        'y',
        'Ventelisten til vinterbad vokser i Aavig',
        'Nu står 1.150 på venteliste til klubben i Aavig, som kun kan optage 40 nye medlemmer om året.',
      ],
    ]),
  },
  {
    ...{ title: 'Solvig Dagblad', language: 'da', declared: true },
    articles: rows([
      [
        1,
        'A',
        'y',
        'Vinterbadere har mistet deres sauna ved brand i Solvig Havn',
        'Branden brød ud natten til lørdag, og saunaen kunne ikke reddes. Havørnen har 820 medlemmer, siger formand Karen Lund.',
      ],
      [
        6,
        null,
        'n',
        'Solvig får ny rundkørsel ved Vestergade',
        'Arbejdet begynder til foråret og koster 14 millioner kroner. Trafikken ledes uden om i tre måneder.',
      ],
      [
        12,
        null,
        'n',
        'Håndbold: Solvig taber til Aavig i sidste minut',
        'Kampen endte 27-28, og træneren var skuffet over forsvaret.',
      ],
      [
        25,
        'G',
        'y',
        'Politikere uenige om gebyr på saunagus i Havneby',
        'Forslaget om 60 kroner for saunagus ved badebroen i Havneby deler byrådet. Vinterbadere samler underskrifter imod.',
      ],
      [
        30,
        null,
        'n',
        'Svømmehallen lukker i uge 52',
        'Svømmehallen i Solvig får nye fliser og åbner igen den 4. januar.',
      ],
      [
        52,
        null,
        'n',
        'Skolerne mangler lærere i matematik',
        'Hver tredje folkeskole i kommunen har søgt forgæves efter en lærer i matematik.',
      ],
    ]),
  },
  {
    ...{ title: 'Kystens Nyheder', language: 'da' },
    articles: rows([
      [
        3,
        'A',
        'y',
        'Brand ødelagde sauna for 820 vinterbadere',
        'En brand natten til lørdag lagde Havørnens sauna i Solvig Havn i aske. Formand Karen Lund håber på en ny inden næste vinter.',
      ],
      [
        8,
        'B',
        'y',
        'Dansk rekord i isvand til Sofie Brandt',
        'Efter 14 minutter og 22 sekunder i tre grader koldt vand havde Sofie Brandt svømmet 1.000 meter og slået den danske rekord.',
      ],
      [
        15,
        'D',
        'y',
        'Forskere: Vinterbadning sænker blodtrykket',
        'Universitetet i Nordheim har fulgt 214 vinterbadere i to år. Blodtrykket faldt med otte procent, viser studiet.',
      ],
      [18, null, 'n', 'Færgen til Lysø sejler igen', 'Efter fire dage med motorskade er færgen tilbage efter planen.'],
      [34, null, 'n', 'Storm på vej mod vestkysten', 'Meteorologerne venter vindstød af orkanstyrke mandag aften.'],
      [58, null, 'n', 'Ny café åbner på havnen i Aavig', 'To søstre sælger kaffe og smørrebrød i det gamle pakhus.'],
    ]),
  },
  {
    ...{ title: 'Eisbader-Rundbrief', language: 'de', only: true, declared: true },
    articles: rows([
      [
        4,
        'C',
        'y',
        'Badesteg in Kappelnsund wegen Eisgang gesperrt',
        'Die Stadt Kappelnsund hat den Badesteg am Nordstrand am Freitag gesperrt. Treibeis hat zwei Pfosten verschoben.',
      ],
      [
        14,
        'D',
        'y',
        'Studie aus Nordheim: Eisbaden senkt den Blutdruck',
        'Die Universität Nordheim hat 214 Eisbader zwei Jahre lang begleitet. Ihr Blutdruck sank um acht Prozent.',
      ],
      [
        21,
        null,
        'y',
        'Zehn Tipps für das erste Eisbad',
        'Langsam hinein, ruhig atmen, nie allein: So gelingt der Anfang im kalten Wasser.',
      ],
      [
        33,
        'F',
        'y',
        'Winterschwimmen: 640 Starter bei der Meisterschaft in Rautasaari',
        'Bei der finnischen Meisterschaft im Winterschwimmen in Rautasaari gingen 640 Schwimmer ins Eiswasser, so viele wie nie.',
      ],
      [
        50,
        null,
        'y',
        'Im Test: Badeschuhe für Eisbader',
        'Acht Paar Schuhe im Vergleich. Am besten hält ein Modell von Polarfuß warm.',
      ],
    ]),
  },
  {
    ...{ title: 'Fördeblatt', language: 'de', declared: true },
    articles: rows([
      [
        3,
        'C',
        'y',
        'Kappelnsund sperrt Badesteg am Nordstrand: Eis drückt gegen die Pfosten',
        'Wegen Eisgang ist der Badesteg am Nordstrand seit Freitag gesperrt. Eisbader müssen laut Stadt bis Januar warten.',
      ],
      [
        7,
        null,
        'n',
        'Rathaus bekommt ein neues Dach',
        'Die Sanierung kostet 2,4 Millionen Euro und dauert bis zum Sommer.',
      ],
      [
        10,
        'H',
        'y',
        'Eisbader vor der Mole gerettet',
        'Ein 58-jähriger Eisbader ist am Donnerstag vor der Mole von Kappelnsund von der Seenotrettung geborgen worden. Er war unterkühlt.',
      ],
      [
        29,
        null,
        'n',
        'Eishockey: Seehunde verlieren das Derby',
        'Nach der Verlängerung stand es 3:4. Die Eishalle war ausverkauft.',
      ],
      [
        47,
        null,
        'n',
        'Weihnachtsmarkt öffnet mit weniger Buden',
        'In diesem Jahr stehen 38 Buden auf dem Marktplatz, acht weniger als zuletzt.',
      ],
    ]),
  },
  {
    ...{ title: 'Ostseebote', language: 'de' },
    articles: rows([
      [
        5,
        'C',
        'y',
        'Eisgang: Steg der Eisbader in Kappelnsund bleibt bis Januar zu',
        'Treibeis hat am Badesteg am Nordstrand zwei Pfosten verschoben, sagt die Stadt. Die Sperrung gilt seit Freitag.',
      ],
      [
        11,
        'H',
        'y',
        'Seenotretter bergen unterkühlten Eisbader in Kappelnsund',
        'Der 58-Jährige trieb am Donnerstag vor der Mole, als Spaziergänger ihn sahen. Die Seenotrettung brachte ihn ins Krankenhaus.',
      ],
      [16, null, 'n', 'Fähre nach Lysö fährt wieder', 'Nach einem Motorschaden ist die Fähre wieder im Einsatz.'],
      [
        38,
        null,
        'n',
        'Neue Eisbahn auf dem Marktplatz eröffnet',
        'Bis Februar kann dort täglich Schlittschuh gelaufen werden.',
      ],
      [
        55,
        null,
        'n',
        'Handball: Knapper Sieg in Nordheim',
        'Mit 31:30 setzte sich die Mannschaft in letzter Sekunde durch.',
      ],
    ]),
  },
  {
    ...{ title: 'Avantolehti', language: 'fi', only: true, declared: true },
    articles: rows([
      [
        6,
        'E',
        'y',
        'Rautasaareen rakennetaan uusi sauna avantouimareille',
        'Kaupunki rakentaa Rautasaaren avantouintipaikalle saunan, joka maksaa 1,2 miljoonaa euroa. Työt alkavat huhtikuussa.',
      ],
      [
        13,
        null,
        'y',
        'Näin aloitat avantouinnin turvallisesti',
        'Aloita syksyllä, hengitä rauhallisesti äläkä mene veteen yksin. Lue ohjeet ensikertalaiselle.',
      ],
      [
        35,
        'F',
        'y',
        'Talviuinnin SM-kisoihin Rautasaaressa ennätysmäärä uimareita',
        'Rautasaaren talviuintikisoissa ui 640 uimaria, enemmän kuin koskaan. Voittaja oli Liisa Korpela.',
      ],
      [
        48,
        null,
        'y',
        'Arvostelu: avantotossut vertailussa',
        'Testasimme kuudet tossut kahden asteen vedessä. Lämpimimmät maksoivat 39 euroa.',
      ],
    ]),
  },
  {
    ...{ title: 'Saaristosanomat', language: 'fi', declared: true },
    articles: rows([
      [
        7,
        'E',
        'y',
        'Kaupunki maksaa Rautasaaren avantosaunan: hinta 1,2 miljoonaa',
        'Uusi sauna avantouimareille nousee Rautasaaren rantaan. Työt alkavat huhtikuussa, kertoo kaupunki.',
      ],
      [17, null, 'n', 'Jääkiekko: Hylkeet voitti paikallispelin', 'Ottelu päättyi 4–2, ja halli oli täynnä.'],
      [
        36,
        'F',
        'y',
        'Liisa Korpela voitti talviuinnin Suomen mestaruuden',
        'Rautasaaren SM-kisoissa ui 640 talviuimaria. Korpela voitti naisten sarjan.',
      ],
      [
        41,
        null,
        'n',
        'Avantgarden näyttely avautuu taidemuseossa',
        'Museo esittelee 80 maalausta kolmelta vuosikymmeneltä.',
      ],
      [
        57,
        null,
        'n',
        'Silta suljetaan viikoksi korjausten takia',
        'Liikenne ohjataan kiertotielle maanantaista alkaen.',
      ],
    ]),
  },
]

const WORDS = 'vinterbad*, havbad*, saunagus, Eisbad*, Winterschwimm*, avanto, avantoui*, avantosauna*, talviui*'

export interface FirstSite {
  /** In the order of FIRST_SITE. */
  sources: string[]
  /** Lines for `topic new --answers`: the twenty headlines that it would ask about, judged. */
  answers: string
  close(): Promise<void>
}

/** Serves each feed from a publisher of its own, with dates before `now`. */
export async function startFirstSite(now = new Date()): Promise<FirstSite> {
  const publishers: Publisher[] = []
  for (const { title, language, declared, articles } of FIRST_SITE) {
    const publisher = await startPublisher()
    const items = articles.map(({ title: headline, text, hoursAgo }, n) => ({
      ...{ title: headline, description: text, link: publisher.at(`/${n}`) },
      date: new Date(now.getTime() - hoursAgo * 3_600_000),
    }))
    publisher.serve('/feed.xml', {
      body: rssDocument(title, items, declared ? `<language>${language}</language>` : ''),
    })
    publishers.push(publisher)
  }
  const rounds = [0, 1, 2].flatMap((at) => FIRST_SITE.flatMap(({ articles }) => articles[at] ?? []))
  return {
    sources: publishers.map((publisher) => publisher.at('/feed.xml')),
    answers: rounds
      .slice(0, 20)
      .map(({ about, title, text }) => `${about ? 1 : 0}\t${title}\t${text}\n`)
      .join(''),
    close: async () => {
      for (const publisher of publishers) await publisher.close()
    },
  }
}

/** Arguments of `topic new`, as given after a look at the feeds. */
export const firstSiteArguments = (sources: string[], answers: string): string[] => [
  ...['topic', 'new', '--topic', 'Vinterbadning', '--name', 'Isvand', '--language', 'da'],
  ...['--timezone', 'Europe/Copenhagen', '--words', WORDS, '--answers', answers],
  // The other proposals are towns.
  ...['--tags', 'Eisbader,Badesteg,Sofie Brandt'],
  ...['--only-topic', FIRST_SITE.flatMap(({ only }, at) => (only ? at + 1 : [])).join(',')],
  ...['--publisher', 'Karen Lund', '--contact', 'karen@isvand.example', '--colour', '#0e7490'],
  ...['--source', sources.join(',')],
]
