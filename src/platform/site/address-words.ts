/**
 * Words that addresses and forms had before they were English: below pages, in queries, as fields. They are read, so that
 * old addresses lead on and old forms still act, and nothing is written with them.
 */

/** Those that were words of each language's own, in the order of the columns. */
const LANGUAGES = ['sv', 'de', 'nb', 'da', 'fi', 'nl', 'fr', 'es', 'it', 'pl', 'pt'] as const

/** By the English word. Without diacritics; each is the only one of its language. */
const WORDS: Readonly<Record<string, string>> = {
  again: 'igen wieder igjen igen uudelleen opnieuw encore otra-vez ancora ponownie de-novo',
  alerts: 'larm benachrichtigungen varsler notifikationer ilmoitukset meldingen alertes avisos avvisi alerty alertas',
  answer: 'svar antwort svar svar vastaus antwoord reponse respuesta risposta odpowiedz resposta',
  apps: 'appar apps apper apps sovellukset apps applis apps app aplikacje apps',
  bring: 'ta-med mitbringen ta-med tag-med tuo meenemen apporter traer porta zabierz trazer',
  choice: 'val wahl valg valg valinta keuze choix eleccion scelta wybor escolha',
  close: 'stang schliessen lukk luk sulje sluiten fermer cerrar chiudi zamknij fechar',
  code: 'kod code kode kode koodi code code codigo codice kod codigo',
  connect: 'anslut verbinden koble-til tilslut yhdista verbinden connecter conectar connetti polacz ligar',
  count: 'antal anzahl antall antal maara aantal nombre numero numero liczba numero',
  delete: 'radera loeschen slett slet tuhoa wissen supprimer eliminar elimina skasuj eliminar',
  device: 'enhet geraet enhet enhed laite apparaat appareil dispositivo dispositivo urzadzenie dispositivo',
  do: 'gor aktion gjor goer toiminto actie action accion azione akcja acao',
  exact: 'exakt genau eksakt eksakt tarkka exact exact exacto esatto dokladnie exato',
  follow: 'folj folgen folg foelg seuraa volgen suivre seguir segui obserwuj seguir',
  forget: 'glom vergessen glem glem unohda vergeten oublier olvidar dimentica zapomnij esquecer',
  kind: 'typ art type type laji soort type tipo tipo rodzaj tipo',
  language: 'sprak sprache sprak sprog kieli taal langue idioma lingua jezyk idioma',
  letters: 'utskick rundbriefe utsendelser udsendelser kirjeet brieven lettres boletines lettere listy boletins',
  mute: 'tysta stummschalten demp daemp mykista dempen masquer silenciar silenzia wycisz silenciar',
  next: 'vidare weiter videre videre eteenpain verder suite siguiente avanti dalej seguinte',
  'own-feed':
    'eget-flode eigener-feed egen-feed eget-feed oma-syote eigen-feed mon-flux mi-canal mio-feed wlasny-kanal meu-feed',
  page: 'sida seite side side sivu pagina page pagina pagina strona pagina',
  podcast: 'podd podcast podkast podcast podcast podcast podcast podcast podcast podcast podcast',
  profile: 'profil profil profil profil profiili profiel profil perfil profilo profil perfil',
  quiet: 'tyst ruhe stille ro hiljaisuus stilte silence silencio silenzio cisza silencio',
  read: 'last gelesen lest laest luettu gelezen lu leido letto przeczytane lido',
  remove: 'bort entfernen fjern fjern poista verwijderen retirer quitar rimuovi usun remover',
  report: 'fel fehler feil fejl virhe fout erreur error errore blad erro',
  said: 'sagt meldung sagt sagt sanottu gezegd dit dicho detto komunikat dito',
  request: 'fraga fragen spor spoerg kysy vragen demander pedir chiedi zapytaj pedir',
  save: 'spara merken lagre gem tallenna bewaren garder guardar salva zapisz guardar',
  saved: 'sparat gemerkt lagret gemt tallennetut bewaard gardes guardados salvati zapisane guardados',
  settings:
    'installningar einstellungen innstillinger indstillinger asetukset instellingen parametres ajustes impostazioni ustawienia definicoes',
  'sign-in': 'in anmelden logg-inn log-ind kirjaudu inloggen connexion entrar accedi zaloguj entrar',
  'sign-out': 'ut abmelden logg-ut log-ud kirjaudu-ulos uitloggen deconnexion salir esci wyloguj sair',
  source: 'kalla quelle kilde kilde lahde bron source fuente fonte zrodlo fonte',
  sources: 'kallor quellen kilder kilder lahteet bronnen sources fuentes fonti zrodla fontes',
  state: 'lage stand tilstand tilstand tila status etat estado stato stan estado',
  stop: 'sluta beenden slutt stop lopeta stoppen arreter parar smetti koniec parar',
  suggestions:
    'forslag vorschlaege forslag forslag ehdotukset suggesties suggestions sugerencias suggerimenti podpowiedzi sugestoes',
  tag: 'tagg tag tagg tag tunniste tag tag etiqueta tag tag tag',
  time: 'tid zeit tid tid aika tijd periode tiempo tempo czas tempo',
  unmute: 'hor hoeren hor hoer kuuntele horen entendre oir ascolta odcisz ouvir',
  unread: 'olast ungelesen ulest ulaest lukematon ongelezen non-lu no-leido non-letto nieprzeczytane nao-lido',
  what: 'vad was hva hvad mika wat quoi que cosa co que',
  yes: 'ja ja ja ja kylla ja oui si si tak sim',
}

/** The same in all languages: fields of forms, values of some, and the console. By the English word. */
const COMMON: Readonly<Record<string, string>> = {
  about: 'om',
  accept: 'godta',
  access: 'far',
  address: 'adress',
  addresses: 'adresser',
  all: 'alla',
  always: 'alltid',
  article: 'artikel',
  articles: 'artiklar',
  'as-listed': 'som-listan',
  by: 'vem',
  change: 'andra',
  choose: 'valj',
  claims: 'meningar',
  correct: 'ratta',
  day: 'dag',
  dispute: 'oense',
  done: 'gjort',
  drop: 'stryk',
  episodes: 'avsnitt',
  evening_at: 'evening_kl',
  event: 'handelse',
  events: 'handelser',
  everything: 'allt',
  exams: 'prov',
  find: 'leta',
  'find-address': 'sok-adress',
  folder: 'mapp',
  handled: 'klar',
  headers: 'huvuden',
  hidden: 'dolda',
  interval: 'intervall',
  key: 'nyckel',
  lead: 'ingress',
  least: 'minst',
  line: 'linje',
  log: 'logg',
  login: 'inloggning',
  mail: 'mejl',
  merge: 'sla-ihop',
  model: 'modell',
  models: 'modeller',
  morning_at: 'morning_kl',
  name: 'namn',
  no: 'nej',
  'off-topic': 'inte-om-amnet',
  'on-topic': 'om-amnet',
  open: 'oavgjort',
  order: 'ordning',
  other: 'annan',
  outcome: 'hur',
  pages: 'sidor',
  pairs: 'par',
  password: 'losenord',
  pause: 'pausa',
  points: 'punkter',
  publisher: 'utgivare',
  publisher_name: 'utgivarnamn',
  read: 'las',
  release: 'slapp',
  remove: 'ta-bort',
  'remove-with-articles': 'ta-bort-med-artiklar',
  reports: 'anmalningar',
  rerun: 'kor-om',
  request: 'ask',
  restore: 'aterstall',
  resume: 'ateruppta',
  retry: 'forsok',
  role: 'roll',
  rumors: 'rykten',
  run: 'kor',
  search: 'sok',
  sentence: 'mening',
  several: 'flera',
  since: 'sedan',
  spend: 'kostnad',
  split: 'dela',
  stage: 'steg',
  statement: 'uppgift',
  stop: 'stoppa',
  stories: 'foljetonger',
  story: 'foljetong',
  summaries: 'sammanfattningar',
  summary: 'sammanfattning',
  sure: 'sakert',
  'take-address': 'ta-adress',
  title: 'rubrik',
  to: 'till',
  try: 'prova',
  types: 'typer',
  undo: 'angra',
  user: 'anvandare',
  verdict: 'utfall',
  view: 'visa',
  withdraw: 'aterta',
  zone: 'zon',
}

/** The English word by an old one. */
export type OldWords = ReadonlyMap<string, string>

/** Of the tables of words: `no` and `nn` are read as `nb`. */
export function tableLanguage(language: string): string {
  const [code = ''] = language.toLowerCase().split('-')
  return code === 'no' || code === 'nn' ? 'nb' : code
}

/** Of a language and, as on every site, in Swedish. */
export function oldWords(language: string): OldWords {
  const columns = [0, LANGUAGES.indexOf(tableLanguage(language) as 'sv')]
  const ofLanguages = Object.entries(WORDS).flatMap(([word, row]) =>
    columns.flatMap((column) => [[row.split(' ')[column] ?? word, word] as const]),
  )
  return new Map([...Object.entries(COMMON).map(([word, old]) => [old, word] as const), ...ofLanguages])
}
