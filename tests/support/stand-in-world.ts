/** Four played publishers, two Swedish and two English: pages that stand in for articles, and ordinary ones beside them. */
import { slugify } from '../../src/domain/text/text.ts'
import { articlePage } from './played/documents.ts'
import { type Publisher, type RssItem, rssDocument, startPublisher } from './played/publisher.ts'
import { ORDINARY, STAND_IN_TITLES } from './stand-in-texts.ts'

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
