/**
 * Words in addresses by language, beside those of the pages themselves (language-paths.ts): below pages, and in queries.
 * The Swedish ones are those of routes. Without diacritics; each is the only one of its language.
 */

/** In the order of the columns. */
const LANGUAGES = ['en', 'de', 'nb', 'da', 'fi', 'nl', 'fr', 'es', 'it', 'pl', 'pt'] as const

/** By the word of routes. */
const WORDS = {
  antal: 'count anzahl antall antal maara aantal nombre numero numero liczba numero',
  anslut: 'connect verbinden koble-til tilslut yhdista verbinden connecter conectar connetti polacz ligar',
  appar: 'apps apps apper apps sovellukset apps applis apps app aplikacje apps',
  bort: 'remove entfernen fjern fjern poista verwijderen retirer quitar rimuovi usun remover',
  'eget-flode':
    'own-feed eigener-feed egen-feed eget-feed oma-syote eigen-feed mon-flux mi-canal mio-feed wlasny-kanal meu-feed',
  enhet: 'device geraet enhet enhed laite apparaat appareil dispositivo dispositivo urzadzenie dispositivo',
  exakt: 'exact genau eksakt eksakt tarkka exact exact exacto esatto dokladnie exato',
  fel: 'report fehler feil fejl virhe fout erreur error errore blad erro',
  folj: 'follow folgen folg foelg seuraa volgen suivre seguir segui obserwuj seguir',
  forslag:
    'suggestions vorschlaege forslag forslag ehdotukset suggesties suggestions sugerencias suggerimenti podpowiedzi sugestoes',
  fraga: 'ask fragen spor spoerg kysy vragen demander pedir chiedi zapytaj pedir',
  glom: 'forget vergessen glem glem unohda vergeten oublier olvidar dimentica zapomnij esquecer',
  gor: 'do aktion gjor goer toiminto actie action accion azione akcja acao',
  hor: 'unmute hoeren hor hoer kuuntele horen entendre oir ascolta odcisz ouvir',
  igen: 'again wieder igjen igen uudelleen opnieuw encore otra-vez ancora ponownie de-novo',
  in: 'sign-in anmelden logg-inn log-ind kirjaudu inloggen connexion entrar accedi zaloguj entrar',
  installningar:
    'settings einstellungen innstillinger indstillinger asetukset instellingen parametres ajustes impostazioni ustawienia definicoes',
  ja: 'yes ja ja ja kylla ja oui si si tak sim',
  kalla: 'source quelle kilde kilde lahde bron source fuente fonte zrodlo fonte',
  kallor: 'sources quellen kilder kilder lahteet bronnen sources fuentes fonti zrodla fontes',
  kod: 'code code kode kode koodi code code codigo codice kod codigo',
  lage: 'state stand tilstand tilstand tila status etat estado stato stan estado',
  larm: 'alerts benachrichtigungen varsler notifikationer ilmoitukset meldingen alertes avisos avvisi alerty alertas',
  last: 'read gelesen lest laest luettu gelezen lu leido letto przeczytane lido',
  olast: 'unread ungelesen ulest ulaest lukematon ongelezen non-lu no-leido non-letto nieprzeczytane nao-lido',
  podd: 'podcast podcast podkast podcast podcast podcast podcast podcast podcast podcast podcast',
  profil: 'profile profil profil profil profiili profiel profil perfil profilo profil perfil',
  radera: 'delete loeschen slett slet tuhoa wissen supprimer eliminar elimina skasuj eliminar',
  sagt: 'said meldung sagt sagt sanottu gezegd dit dicho detto komunikat dito',
  sida: 'page seite side side sivu pagina page pagina pagina strona pagina',
  sluta: 'stop beenden slutt stop lopeta stoppen arreter parar smetti koniec parar',
  spara: 'save merken lagre gem tallenna bewaren garder guardar salva zapisz guardar',
  sparat: 'saved gemerkt lagret gemt tallennetut bewaard gardes guardados salvati zapisane guardados',
  sprak: 'language sprache sprak sprog kieli taal langue idioma lingua jezyk idioma',
  stang: 'close schliessen lukk luk sulje sluiten fermer cerrar chiudi zamknij fechar',
  svar: 'answer antwort svar svar vastaus antwoord reponse respuesta risposta odpowiedz resposta',
  'ta-med': 'bring mitbringen ta-med tag-med tuo meenemen apporter traer porta zabierz trazer',
  tagg: 'tag tag tagg tag tunniste tag tag etiqueta tag tag tag',
  tid: 'time zeit tid tid aika tijd periode tiempo tempo czas tempo',
  typ: 'kind art type type laji soort type tipo tipo rodzaj tipo',
  tyst: 'quiet ruhe stille ro hiljaisuus stilte silence silencio silenzio cisza silencio',
  tysta: 'mute stummschalten demp daemp mykista dempen masquer silenciar silenzia wycisz silenciar',
  ut: 'sign-out abmelden logg-ut log-ud kirjaudu-ulos uitloggen deconnexion salir esci wyloguj sair',
  utskick: 'letters rundbriefe utsendelser udsendelser kirjeet brieven lettres boletines lettere listy boletins',
  vad: 'what was hva hvad mika wat quoi que cosa co que',
  val: 'choice wahl valg valg valinta keuze choix eleccion scelta wybor escolha',
  vidare: 'next weiter videre videre eteenpain verder suite siguiente avanti dalej seguinte',
} as const satisfies Record<string, string>

export type RouteWord = keyof typeof WORDS

/** By the word of routes; those of another language have none that is the same. */
export type AddressWords = ReadonlyMap<string, string>

/** Of the tables of words: `no` and `nn` are read as `nb`. */
export function tableLanguage(language: string): string {
  const [code = ''] = language.toLowerCase().split('-')
  return code === 'no' || code === 'nn' ? 'nb' : code
}

/** None for Swedish; English for a language without words here. */
export function addressWords(language: string): AddressWords {
  const code = tableLanguage(language)
  if (code === 'sv') return new Map()
  const column = Math.max(0, LANGUAGES.indexOf(code as 'en'))
  return new Map(Object.entries(WORDS).map(([word, row]) => [word, row.split(' ')[column] ?? word]))
}
