/** Four played publishers, two Swedish and two English: pages that stand in for articles, and ordinary ones beside them. */
import { slugify } from '../../../src/platform/text/text.ts'
import { articlePage } from '../played/documents.ts'
import { type Publisher, type RssItem, rssDocument, startPublisher } from '../played/publisher.ts'

export type Language = 'sv' | 'en'

/** A word of every text that is no article's: stand-ins, comments, boxes. */
export const MARK = 'Zorrvik'

/** Of which 40 stand in, ten a host. */
export interface PlayedPage {
  path: string
  title: string
  description?: string
  /** What its text must hold; null where the page is none of its article. */
  says: string | null
}

export interface PlayedHost {
  language: Language
  publisher: Publisher
  pages: PlayedPage[]
}

const WORDS = {
  sv: {
    consent: `Vi på ${MARK} värnar om din integritet. Vi och våra 843 partner lagrar uppgifter på din enhet, som unika kakor, för att mäta annonser och målgrupper. Du kan godkänna allt eller göra egna val, och du kan när som helst ångra dig längst ner på sidan. Valet gäller i ett år.`,
    check: (id: string) =>
      `${MARK} kontrollerar att du är en människa. Det tar några sekunder, och du skickas vidare automatiskt när kontrollen är klar. Slå på skript och kakor i din webbläsare om inget händer. Ärendets nummer är ${id}, uppge det om du skriver till oss. Tack för ditt tålamod.`,
    age: `Du måste ha fyllt tjugo år för att gå in hos ${MARK}. Ange ditt födelsedatum så kontrollerar vi det mot folkbokföringen. Vi sparar inte uppgiften längre än besöket varar, och lämnar den inte vidare till någon annan än vår leverantör av kontroller.`,
    login: `Välkommen till ${MARK}. Ange din e-postadress och ditt lösenord för att fortsätta. Har du inget konto skapar du ett på en minut. Glömt lösenordet? Vi skickar en länk som gäller i en timme till den adress som du uppgav när du blev kund hos oss.`,
    offer: `Resten är för dig som har ${MARK} Plus. Just nu läser du tre månader för 1 krona, sedan 99 kronor i månaden utan bindningstid. Du får hela tidningen, alla korsord, appen utan reklam och vårt arkiv från 1897. Avsluta när du vill under Mitt konto. Redan kund? Då öppnar du den på vanligt sätt.`,
    missing: `Oj, här var det tomt! Sidan som du letar efter hos ${MARK} har tagits bort, bytt namn eller fanns aldrig. Kontrollera att adressen är rätt stavad, gå till startsidan eller använd sökrutan högst upp. Vi ber om ursäkt för besväret och hoppas att du hittar rätt.`,
    comments: `Kommentarer på ${MARK}: Jag tycker att det är en skandal hur de där uppe beter sig, och jag säger som jag alltid har sagt. Det här är min åsikt och jag står för den, skriver en läsare som kallar sig Örnen. En annan svarar att det tycker inte jag, och så håller de på i flera timmar utan att någon ger sig.`,
    box: `Prenumerera på nyhetsbrevet från ${MARK} och få det viktigaste i din inkorg varje morgon klockan sex, helt gratis och utan krångel, så är du alltid först med allt.`,
    template:
      'Uppgifterna i notisen kommer från larmcentralens lista och har inte granskats av redaktionen. Listan uppdateras var femte minut dygnet runt, och äldre rader försvinner efter en vecka. Hör av dig till vakthavande om något är fel, så rättar vi det.',
  },
  en: {
    consent: `We at ${MARK} care about your privacy. We and our 843 partners store data on your device, such as unique cookies, to measure advertisements and audiences. You may accept all of it or make choices of your own, and you can change your mind at the foot of the page. The choice is valid for a year.`,
    check: (id: string) =>
      `${MARK} is checking that you are human. This takes a few seconds, and you will be sent on automatically when the check is complete. Turn on scripts and cookies in your browser if nothing happens. The number of your case is ${id}, quote it if you write to us. Thank you for your patience.`,
    age: `You have to be over twenty to enter ${MARK}. Give your date of birth and we will compare it with the register. We do not store it for longer than the visit lasts, and hand it to nobody but our supplier of such checks.`,
    login: `Welcome to ${MARK}. Enter your mail address and your password to continue. Without an account you can make one in a minute. Forgot the password? We send a link that is valid for an hour to the address that you gave when you became a customer of ours.`,
    offer: `The rest is for those who have ${MARK} Plus. Right now you can have three months for 1 pound, then 9 pounds a month without a term. You get the whole paper, every crossword, the app without advertisements and our archive since 1897. End it whenever you like under My account. A customer already? Then open it the usual way.`,
    missing: `Oops, nothing here! The page that you look for at ${MARK} was taken away, renamed or never existed. Check the spelling of the address, go to the start page or use the search box at the top. We apologise for the trouble and hope that you find your way.`,
    comments: `Comments at ${MARK}: I think it is a scandal how those people up there behave, and I say what I have always said. This is my opinion and I stand by it, writes a reader who goes by the name of Eagle. Another one answers that she does not think so, and on they go for several hours with neither giving in.`,
    box: `Subscribe to the newsletter of ${MARK} and have what matters in your inbox at six every morning, free of charge and without any fuss, so that you are always the first to know.`,
    template:
      'What is said here comes from the list of the emergency centre and was not examined by the editors. The list is brought up to date every five minutes all day, and older lines vanish after a week. Get in touch with the desk if something is wrong, and we will put it right.',
  },
}

type Served = Parameters<Publisher['serve']>[1]
const page = (language: Language, title: string, article: string, head = ''): Served => ({
  type: 'text/html; charset=utf-8',
  body: `<!doctype html><html lang="${language}"><head><title>${title}</title>${head}</head><body><main><article>${article}</article></main></body></html>`,
})
const paragraphs = (text: string) => `<p>${text}</p>`
const FORM = '<form><input type="email" name="m"><input type="password" name="p"></form>'

/** Ten stand-ins: consent twice, bot checks twice, age, login, offer twice, soft 404, the front page. */
function standIns(publisher: Publisher, language: Language, titles: readonly string[]): PlayedPage[] {
  const words = WORDS[language]
  const at = (n: number) => `/${language === 'sv' ? 'nyheter' : 'news'}/2026/${n}-${slugify(titles[n] ?? '')}`
  const lead = (n: number) => `${language === 'sv' ? 'Så är det' : 'It is so'}: ${titles[n]}.`
  const serve = (n: number, title: string, article: string, head = '', more: Partial<Served> = {}) =>
    publisher.serve(at(n), { ...page(language, title, article, head), ...more })
  serve(0, MARK, paragraphs(words.consent))
  serve(1, MARK, paragraphs(words.consent), '', { headers: { 'x-robots-tag': 'noindex' } })
  serve(2, MARK, paragraphs(words.check('4711-a8')), '<meta http-equiv="refresh" content="0">')
  serve(3, MARK, paragraphs(words.check('0815-c3')), '', { status: 403 })
  serve(4, MARK, paragraphs(words.age))
  publisher.misbehave(at(5), { kind: 'redirect', to: publisher.at(`/login?return=${encodeURIComponent(at(5))}`) })
  publisher.serve(`/login?return=${encodeURIComponent(at(5))}`, page(language, MARK, paragraphs(words.login) + FORM))
  for (const n of [6, 7]) serve(n, titles[n] ?? '', paragraphs(lead(n)) + paragraphs(words.offer))
  serve(8, MARK, paragraphs(words.missing), '<meta name="robots" content="noindex,follow">')
  publisher.misbehave(at(9), { kind: 'redirect', to: publisher.at('/') })
  publisher.serve(
    '/',
    page(language, MARK, titles.map((title) => paragraphs(`${MARK}: ${title}. ${lead(0)}`)).join('')),
  )
  return titles.map((title, n) => ({
    path: at(n),
    title,
    ...(n % 2 === 0 ? { description: lead(n) } : {}),
    says: null,
  }))
}

/** An article, one that the other host has too, one at two addresses, a live blog with two items, two short notices. */
function ordinary(publisher: Publisher, language: Language, host: number): PlayedPage[] {
  const texts = ORDINARY[language]
  const words = WORDS[language]
  const [wire, article, twin, live, ...notices] = [texts[0], ...texts.slice(1 + host * 5, 6 + host * 5)]
  const pages: PlayedPage[] = []
  const add = (
    path: string,
    text: (typeof texts)[number] | undefined,
    html: (body: string) => string,
    described = true,
  ) => {
    if (!text) throw new Error('There are too few texts.')
    const [title, description, body] = text
    const file = path.replace(/#.*/, '')
    publisher.serve(file, { type: 'text/html; charset=utf-8', body: html(body) })
    pages.push({ path, title, ...(described ? { description } : {}), says: body })
  }
  const whole = (title: string) => (body: string) =>
    articlePage({
      article: body.split('\n').map(paragraphs).join(''),
      htmlAttributes: `lang="${language}"`,
      head: `<meta property="og:title" content="${title}">`,
    })
  add('/wire/1', wire, whole('wire'))
  add('/a/1', article, whole('article'), false)
  add('/press/1', twin, whole('twin'))
  add('/economy/press-1', twin, whole('twin'))
  add('/live/1#one', live, whole('live'))
  add('/live/1#two', live, whole('live'))
  const notice = (body: string) =>
    `<!doctype html><html lang="${language}"><head><title>x</title></head><body><div class="content"><div class="story"><p>${body}</p><p>${words.template}</p></div>
     <div class="comment-list comments">${Array.from({ length: 4 }, () => paragraphs(words.comments)).join('')}</div><div class="newsletter promo sidebar">${paragraphs(words.box)}</div></div></body></html>`
  for (const [n, text] of notices.slice(0, 2).entries()) add(`/brief/${n}`, text, notice)
  return pages
}

export async function startStandInWorld(): Promise<PlayedHost[]> {
  const hosts: PlayedHost[] = []
  for (const language of ['sv', 'en'] as const)
    for (const host of [0, 1]) {
      const publisher = await startPublisher()
      const titles = STAND_IN_TITLES[language].slice(host * 10, host * 10 + 10)
      const pages = [...standIns(publisher, language, titles), ...ordinary(publisher, language, host)]
      serveFeed(publisher, `${language} ${host}`, pages)
      hosts.push({ language, publisher, pages })
    }
  return hosts
}

export function serveFeed(publisher: Publisher, title: string, pages: PlayedPage[]): void {
  const items = pages.map(({ path, title, description }): RssItem => {
    return { title, link: publisher.at(path), guid: path, ...(description ? { description } : {}) }
  })
  publisher.serve('/feed.xml', { body: rssDocument(title, items) })
}

/** Headlines whose pages stand in. */
const STAND_IN_TITLES = {
  sv: [
    'Torvmossen vid Kvarnsjö fredas för tranornas skull',
    'Hammarlunds damer vann derbyt efter straffar',
    'Bensinskatten höjs med en krona i vår',
    'Ny färja ska trafikera Ramnösundet',
    'Bagaren i Ekeby tar emot guldmedalj',
    'Sjukhuset i Norrdala stänger förlossningen',
    'Polisen söker vittnen till rånet på Storgatan',
    'Universitetet lägger ner kursen i sanskrit',
    'Vargflocken i Finnskogen har fått valpar',
    'Orkestern spelar Bruckner i stadsparken',
    'Kommunen köper tillbaka gamla tingshuset',
    'Elpriset sjunker inför den varma helgen',
    'Skidanläggningen i Tallåsen går i konkurs',
    'Forskare hittade okänd svamp i källaren',
    'Tunnelbanan får tjugo nya vagnar',
    'Dansk regissör prisas för sin dokumentär',
    'Laxen är tillbaka i Mörrån efter rensningen',
    'Riksbanken lämnar räntan oförändrad',
    'Fyrvaktaren Ingrid fyller hundra år',
    'Brand i sågverket släcktes före gryningen',
  ],
  en: [
    'Chess club in Dunmoor plays through the night',
    'Rowers from Castleford sink in the final',
    'Grocer sells pineapple by the slice',
    'Volcano on Skerra has begun to smoke',
    'Violin found in an attic fetches a fortune',
    'Dentists warn of shortage in the valleys',
    'Cheese rolling ends with a broken ankle',
    'Planetarium to show comets for free',
    'Bees take over a chapel in Wetherby',
    'Tram drivers walk out over new rota',
    'Beekeeper elected mayor of Pennow',
    'Glacier above Stuben is covered with cloth',
    'Rugby captain retires after concussion',
    'Zoo welcomes a pair of red pandas',
    'Quarry at Slaithe floods overnight',
    'Publisher recalls a cookbook with toxic mushrooms',
    'Satellite built by pupils reaches orbit',
    'Mill wheel turns again at Ambley',
    'Tailor stitches a flag for the parliament',
    'Otters return to a canal in Leedon',
  ],
}

type OrdinaryText = readonly [title: string, description: string, body: string]

/** Ordinary articles as title, description and text, two paragraphs with a line between. */
const ORDINARY: Record<'sv' | 'en', readonly OrdinaryText[]> = {
  sv: [
    [
      'Vindkraftparken utanför Gräsö får tillstånd',
      'Mark- och miljödomstolen ger klartecken till trettio verk utanför Gräsö.',
      'Mark- och miljödomstolen ger klartecken till vindkraftparken utanför Gräsö. Trettio verk får byggas, och de ska stå klara om fyra år. Länsstyrelsen hade sagt nej eftersom sjöfåglar rastar på grunden.\nDomstolen kräver att verken stannas under tio nätter varje höst. Fiskarna i Öregrund har redan sagt att de tänker överklaga, men bolaget räknar med att vinna även nästa gång.',
    ],
    [
      'Biblioteket i Lerbäck öppnar dygnet runt',
      'Låntagare släpper in sig själva.',
      'Från första mars kan den som har lånekort gå in på biblioteket i Lerbäck när som helst på dygnet. Personalen finns där på dagarna som förut, men resten av tiden sköter låntagarna sig själva.\nEtt halvår på prov ska visa om besöken blir fler. I Hedvik, som började i fjol, kom dubbelt så många unga som tidigare, och bara en enda bok försvann.',
    ],
    [
      'Kexfabriken i Sävby anställer fyrtio personer',
      'Kexfabriken i Sävby bygger ut och söker bagare, elektriker och chaufförer.',
      'Kexfabriken i Sävby bygger ut med en tredje linje och anställer fyrtio personer. De flesta tjänsterna är för bagare, men elektriker och chaufförer behövs också. Beställningarna från Norge har fördubblats på två år.\nVd:n Maja Brolin säger att utbyggnaden kostar sextio miljoner och betalas med egna pengar. De första kexen från den nya linjen ska packas efter semestern.',
    ],
    [
      'Direkt: Stormen Rut drar in över kusten',
      'Följ stormen Rut minut för minut.',
      'Klockan nio: Stormen Rut når kusten vid Hallö med vindar på trettio meter i sekunden, och färjorna ställs in. Klockan åtta: Räddningstjänsten i Smögen varnar för lösa plåtar och ber folk att stanna inne.\nKlockan sju: Skolorna i Sotenäs håller stängt i dag, säger rektorn. Klockan sex: Rut väntas nå land före lunch och dra vidare mot Dalsland under kvällen.',
    ],
    [
      'Lada brann ned i Högby',
      'En lada brann ned till grunden i Högby under natten.',
      'En lada brann ned till grunden i Högby under natten. Ingen människa kom till skada, och korna hann släppas ut av ägaren, som vaknade av röken.',
    ],
    [
      'Lastbil körde av vägen vid Tybble',
      'En lastbil med grus körde av vägen vid Tybble.',
      'En lastbil med grus körde av vägen vid Tybble på tisdagen. Föraren klarade sig med blåmärken, men vägen var avstängd i tre timmar medan gruset skyfflades bort.',
    ],
    [
      'Simhallen i Vretstad får bastu på taket',
      'Badare ska kunna se ut över ån.',
      'När simhallen i Vretstad byggs om flyttar bastun upp på taket. Därifrån ska badarna kunna se ut över ån och domkyrkan, har kommunens arkitekt ritat. Vinterbadarna jublar.\nOmbygget börjar i augusti och tar ett år. Under tiden får skolorna simma i Kumla, dit bussar ska gå varje timme, och pensionärernas vattengympa flyttar till en skolbassäng.',
    ],
    [
      'Rederiet Nordvåg beställer två elfärjor',
      'Rederiet Nordvåg beställer två elfärjor från varvet i Åbo.',
      'Rederiet Nordvåg beställer två elfärjor från varvet i Åbo. Var och en tar hundra bilar och laddas på åtta minuter medan passagerarna går av. Affären är värd en och en halv miljard.\nFärjorna ska gå mellan Nynäs och Gotska viken från och med nästa höst. Rederiets chef Olof Stenmark säger att biljetterna inte blir dyrare för den skull.',
    ],
    [
      'Direkt: Rättegången om konstkuppen',
      'Följ rättegången om konstkuppen i Lindsby.',
      'Klockan elva: Åklagaren visar filmen från museet i Lindsby, där två personer lyfter ned tavlan och går. Klockan tio: Den åtalade konservatorn nekar och säger att konstkuppen var ett skämt.\nKlockan nio: Rättegången börjar i en fullsatt sal, och målsägandens ombud begär fyra miljoner i skadestånd. Domen väntas om två veckor.',
    ],
    [
      'Älg räddades ur brunn i Mosås',
      'En älgko räddades ur en brunn i Mosås.',
      'En älgko räddades ur en brunn i Mosås på morgonen. Brandmän och två bönder lyfte upp djuret med en traktor, och älgen lunkade strax därpå in i skogen.',
    ],
    [
      'Cyklist påkörd i rondellen vid Brickebacken',
      'En cyklist blev påkörd i rondellen vid Brickebacken.',
      'En cyklist i fyrtioårsåldern blev påkörd i rondellen vid Brickebacken strax efter åtta. Hon fördes till sjukhus med en bruten arm, och bilens förare misstänks för vårdslöshet.',
    ],
  ],
  en: [
    [
      'Wind farm off Grassholm is given its permit',
      'The environmental court allows thirty turbines off Grassholm.',
      'The environmental court allows the wind farm off Grassholm. Thirty turbines may be built, and they are to be finished in four years. The county had refused because seabirds rest on the shallows.\nThe court requires that the turbines stand still for ten nights each autumn. Fishermen in the harbour have said that they mean to appeal, but the company expects to win the next round as well.',
    ],
    [
      'Clayford library to open around the clock',
      'Borrowers let themselves in.',
      'From the first of March anybody with a card may enter the library in Clayford at any hour. Librarians are there by day as before, but for the rest of the time borrowers look after themselves.\nHalf a year of trial is to show whether visits grow. In Heathwick, where it began last year, twice as many young people came as before, and a single book disappeared.',
    ],
    [
      'Biscuit factory in Seaby hires forty people',
      'The biscuit factory in Seaby expands and looks for bakers, electricians and drivers.',
      'The biscuit factory in Seaby adds a third line and hires forty people. Most of the posts are for bakers, but electricians and drivers are wanted as well. Orders from Norway have doubled in two years.\nIts head Maya Brolin says that the expansion costs six million and is paid for with its own money. The first biscuits of the new line will be packed after the summer.',
    ],
    [
      'Live: Storm Ruth reaches the coast',
      'Follow storm Ruth minute by minute.',
      'Nine o’clock: Storm Ruth reaches the coast at Hallow with winds of thirty metres a second, and ferries are cancelled. Eight o’clock: The rescue service in Smugby warns of loose roofing and asks people to stay indoors.\nSeven o’clock: Schools in Sotham stay closed today, the head teacher says. Six o’clock: Ruth is expected on land before noon and will move on to the dales in the evening.',
    ],
    [
      'Barn burns down in Highby',
      'A barn burned to the ground in Highby during the night.',
      'A barn burned to the ground in Highby during the night. No person was hurt, and the cows were let out in time by the owner, whom the smoke had woken.',
    ],
    [
      'Lorry leaves the road at Tibble',
      'A lorry loaded with gravel left the road at Tibble.',
      'A lorry loaded with gravel left the road at Tibble on Tuesday. The driver escaped with bruises, but the road was shut for three hours while the gravel was shovelled away.',
    ],
    [
      'Wraystead swimming hall gets a sauna on its roof',
      'Bathers will look out over the river.',
      'When the swimming hall in Wraystead is rebuilt the sauna moves up to the roof. From there bathers will look out over the river and the cathedral, as the council’s architect has drawn it. Winter swimmers rejoice.\nThe work begins in August and lasts a year. Meanwhile schools swim in Combley, where a bus will go every hour, and the pensioners’ water gymnastics moves to a school pool.',
    ],
    [
      'Northwave shipping line orders two electric ferries',
      'The Northwave shipping line orders two electric ferries from a yard in Turku.',
      'The Northwave shipping line orders two electric ferries from a yard in Turku. Each takes a hundred cars and charges in eight minutes while its passengers leave. The deal is worth one and a half billion.\nThe ferries will run between Nyness and the Gothic bay from next autumn on. The line’s director Olaf Stoneham says that tickets will not cost more because of it.',
    ],
    [
      'Live: The trial over the art heist',
      'Follow the trial over the art heist in Lindby.',
      'Eleven o’clock: The prosecutor shows the film from the museum in Lindby, where two people take the painting down and walk away. Ten o’clock: The accused conservator pleads not guilty and says that the art heist was a joke.\nNine o’clock: The trial begins in a crowded room, and counsel for the museum asks for four million in damages. The verdict is expected in two weeks.',
    ],
    [
      'Elk rescued from a well in Mossage',
      'A cow elk was rescued from a well in Mossage.',
      'A cow elk was rescued from a well in Mossage in the morning. Firemen and two farmers lifted the animal with a tractor, and the elk trotted off into the forest soon after.',
    ],
    [
      'Cyclist hit at the Brickhill roundabout',
      'A cyclist was hit by a car at the Brickhill roundabout.',
      'A cyclist in her forties was hit by a car at the Brickhill roundabout shortly after eight. She was taken to hospital with a broken arm, and the driver is suspected of carelessness.',
    ],
  ],
}
