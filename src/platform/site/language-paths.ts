/** Paths of the site's own pages by language, where site.yaml chooses none. The Swedish ones are the default of routes. */
import { tableLanguage } from './address-words.ts'
import type { PageName } from './paths.ts'

const NAMES = [
  ...(['about', 'account', 'buying', 'corrections', 'day', 'events', 'guides', 'letters', 'mine'] as const),
  ...(['podcast', 'popular', 'quality', 'search', 'personal', 'disputes'] as const),
] satisfies PageName[]

/** In the order of the names. */
const WORDS: Readonly<Record<string, string>> = {
  en: 'about account buy-or-wait corrections day events guides letters mine podcast popular quality search my-feed disputes',
  de: 'ueber-uns konto kaufen-oder-warten berichtigungen tag ereignisse ratgeber rundbriefe meine podcast beliebt qualitaet suche mein-feed strittig',
  nb: 'om-oss konto kjop-na-eller-vent rettelser dag hendelser guider utsendelser mine podkast populaert kvalitet sok min-feed uenige',
  da: 'om-os konto koeb-nu-eller-vent rettelser dag haendelser guider udsendelser mine podcast populaert kvalitet soeg min-feed uenige',
  fi: 'tietoa tili osta-nyt-vai-odota oikaisut paiva tapahtumat oppaat kirjeet omat podcast suositut laatu haku oma erimielta',
  nl: 'over-ons account nu-kopen-of-wachten correcties dag gebeurtenissen gidsen brieven mijn podcast populair kwaliteit zoeken mijn-feed oneens',
  fr: 'a-propos compte acheter-ou-attendre rectifications jour evenements dossiers lettres mes-infos podcast populaires qualite recherche mon-flux desaccords',
  es: 'acerca-de cuenta comprar-o-esperar rectificaciones dia sucesos guias boletines mis-noticias podcast populares calidad buscar mi-canal desacuerdos',
  it: 'chi-siamo account comprare-o-aspettare rettifiche giorno eventi guide lettere mie-notizie podcast popolari qualita cerca mio-feed disaccordi',
  pl: 'o-nas konto kupic-czy-poczekac sprostowania dzien wydarzenia poradniki listy moje podcast popularne jakosc szukaj moj-kanal sprzecznosci',
  pt: 'sobre conta comprar-ou-esperar correcoes dia acontecimentos guias boletins minhas-noticias podcast populares qualidade pesquisa meu-feed desacordos',
}

/** Empty for Swedish; English for a language without words here. */
export function languagePaths(language: string): Partial<Record<PageName, string>> {
  const code = tableLanguage(language)
  if (code === 'sv') return {}
  const words = WORDS[code] ?? WORDS.en ?? ''
  return Object.fromEntries(words.split(' ').map((word, at) => [NAMES[at], `/${word}`]))
}
