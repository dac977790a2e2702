/** Words of the site's own pages in addresses, by language. Routes, links and site.yaml name a page by its English key. */
import { tableLanguage } from './address-words.ts'

/** In the order of the columns. */
const LANGUAGES = ['sv', 'en', 'de', 'nb', 'da', 'fi', 'nl', 'fr', 'es', 'it', 'pl', 'pt'] as const

const WORDS = {
  about: 'om about ueber-uns om-oss om-os tietoa over-ons a-propos acerca-de chi-siamo o-nas sobre',
  account: 'konto account konto konto konto tili account compte cuenta account konto conta',
  buying:
    'kop-nu-eller-vanta buy-or-wait kaufen-oder-warten kjop-na-eller-vent koeb-nu-eller-vent osta-nyt-vai-odota nu-kopen-of-wachten acheter-ou-attendre comprar-o-esperar comprare-o-aspettare kupic-czy-poczekac comprar-ou-esperar',
  corrections:
    'rattelser corrections berichtigungen rettelser rettelser oikaisut correcties rectifications rectificaciones rettifiche sprostowania correcoes',
  day: 'dag day tag dag dag paiva dag jour dia giorno dzien dia',
  disputes:
    'oense disputes strittig uenige uenige erimielta oneens desaccords desacuerdos disaccordi sprzecznosci desacordos',
  events:
    'handelser events ereignisse hendelser haendelser tapahtumat gebeurtenissen evenements sucesos eventi wydarzenia acontecimentos',
  guides: 'guider guides ratgeber guider guider oppaat gidsen dossiers guias guide poradniki guias',
  letters:
    'utskick letters rundbriefe utsendelser udsendelser kirjeet brieven lettres boletines lettere listy boletins',
  mine: 'mitt mine meine mine mine omat mijn mes-infos mis-noticias mie-notizie moje minhas-noticias',
  /** Below it are the secret feeds of readers. */
  personal: 'min my-feed mein-feed min-feed min-feed oma mijn-feed mon-flux mi-canal mio-feed moj-kanal meu-feed',
  podcast: 'podd podcast podcast podkast podcast podcast podcast podcast podcast podcast podcast podcast',
  popular:
    'populart popular beliebt populaert populaert suositut populair populaires populares popolari popularne populares',
  publishers:
    'utgivare publishers medien utgivere udgivere julkaisijat uitgevers editeurs medios editori wydawcy editores',
  quality: 'kvalitet quality qualitaet kvalitet kvalitet laatu kwaliteit qualite calidad qualita jakosc qualidade',
  search: 'sok search suche sok soeg haku zoeken recherche buscar cerca szukaj pesquisa',
  status: 'status status status status status status status status status status status status',
} as const

export type PageName = keyof typeof WORDS
export const pageNames = Object.keys(WORDS) as [PageName, ...PageName[]]

/** In English for a language without words here. */
export function pagePaths(language: string): Record<PageName, string> {
  const found = LANGUAGES.indexOf(tableLanguage(language) as 'sv')
  const column = found < 0 ? LANGUAGES.indexOf('en') : found
  return Object.fromEntries(pageNames.map((name) => [name, `/${WORDS[name].split(' ')[column]}`])) as never
}

/** Those of every site before languages had their own: they lead on, and identities in feeds keep them. */
export const firstPaths = pagePaths('sv')

/** Words by which readers look for pages that have another path: they lead there, unless they are a path themselves. */
export const soughtPaths: Readonly<Record<string, `/${string}`>> = {
  '/amnen': '/tags',
  '/foljetonger': '/stories',
  '/kallor': '/feeds',
  '/sources': '/feeds',
  '/topics': '/tags',
}
