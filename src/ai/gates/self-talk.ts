/** Gate: the summary speaks of the news, never of itself, the text it was made from or its writer. */

const SV = [
  /\b(denna|den här|följande|ovanstående|nedanstående|min|vår) (korta )?(sammanfattning|text|översikt|nyhetssammanfattning)\p{L}*/iu,
  /\b(här är|här kommer|här följer|nedan följer|nedan är)\b[^.]{0,30}(sammanfattning|översikt|text|titel|svar)/iu,
  /(^|[.!?]\s+)(kort )?(sammanfattning|rubrik|titel|ingress|svar|notera|obs)(en)?( på svenska)?\s*:/iu,
  /\bsammanfattningen (ovan|nedan|bygger|baseras|handlar|innehåller|visar|beskriver|omfattar|är (skriven|skapad|gjord|genererad|baserad))/iu,
  /\b(denna|den här|ovanstående|ursprungliga?|original|käll)-? ?(artikel|text)\p{L}*/iu,
  /\b(original|käll|ursprungs)(artikel|text|material)\p{L}*/iu,
  /(?<!\p{L}|-)(artikeln|artikelns|artikelförfattar\p{L}+|textförfattar\p{L}+)(?!\p{L})/iu,
  /\b(ai|automatiskt)[- ]?(genererad|skapad|skriven) (sammanfattning|text)/iu,
  /\b(källa|källor|länk|nyckelord|taggar)\s*:\s/iu,
  /\bframgår (inte )?av (texten|underlaget|materialet)/iu,
  /\b(artikeln|texten|inlägget|nyhetsartikeln|nyhetstexten|källan|artikelns|textens) (handlar|beskriver|berättar|redogör|tar upp|går igenom|förklarar|presenterar|diskuterar|belyser|fokuserar|nämner|listar|innehåller|ger (en|läsaren)|sammanfattar|avslutas|inleds|syftar|behandlar|visar|rapporterar|säger|uppger|framhåller|betonar|lyfter|påpekar|syfte)/iu,
  /\b(i|enligt|av) (artikeln|texten|den givna texten|det givna materialet|underlaget)(?!\p{L})/iu,
  /\bläsar(en|na) (får|ges|kan här|bör|informeras|uppmanas)/iu,
  /\bsom (en )?(ai|språkmodell|stor språkmodell|ai-modell|ai-assistent|assistent|chattbot)(?!\p{L}|-)/iu,
  /\b(mina|dina|givna) (instruktioner|riktlinjer|regler)|\benligt instruktion\p{L}*/iu,
  /\b(systemprompt\p{L}*|prompten|språkmodellens svar|användaren(s)? (fråga|begäran|instruktion\p{L}*))/iu,
  /\bjag (har )?(sammanfatta|läs|skriv|fått|ombetts|instruerats)\p{L}*/iu,
  /(^|[.!?]\s+)(självklart|absolut|visst|javisst|naturligtvis|givetvis|okej|ok|tack)( att [^.!?]*)?!/iu,
  /\((antal ord|ord|\d+ ord)\b[^)]*\)|\bantal ord\s*:|\bordantal/iu,
  /\b(jag|mig) (kan|har|är|vill|hoppas|ska|sammanfatta\p{L}*|beklagar|tycker|tror)\b|\b(kan|har|ska|vill) jag\b/iu,
  /\bhoppas (att )?(detta|det här|sammanfattningen) (hjälper|var)/iu,
  /\b(klicka här|läs mer (på|här|i)|prenumerera (nu|på vårt)|köp (den |det )?nu)(?!\p{L})/iu,
]
const EN = [
  /\b(this|the (above|following)) (summary|article|text)\b/i,
  /\bas an? (ai|language model|assistant)\b/i,
  /\bhere('s| is) (a|the|your) (short |brief )?(summary|overview)\b/i,
  /\b(my|your|given) (instructions|guidelines|rules|prompt)\b|\bsystem prompt\b/i,
]
// Where English is the language of the site.
const EN_ONLY = [
  /(^|[.!?]\s+)(in )?(short |brief )?(summary|headline|title|answer|note)\s*:/i,
  /\b(the|this) (original |source |news )?(article|post|piece|text|story)('s author)? (describes|reports|says|states|notes|explains|discusses|covers|outlines|presents|highlights|mentions|lists|focuses|concludes|begins|ends|argues|is about|looks at|goes on)\b/i,
  /\b(according to|in) (the|this) (article|text|post|piece|source material)\b/i,
  /\b(the )?(source|original) (article|text|material)\b/i,
  /\b(the )?readers? (is|are|will be|should be) (informed|told|urged|advised)\b/i,
  /\b(ai|automatically|machine)[- ](generated|written) (summary|text)\b/i,
  /\bI('m| am|'ve| have|'ll| will| can| cannot| hope| was| think| believe| summari[sz]ed)\b/,
  /(^|[.!?]\s+)(sure|certainly|of course|absolutely|okay|ok|thanks)( thing)?[!,]/i,
  /\((word count|\d+ words)[^)]*\)|\bword count\s*:/i,
  /\b(click here|read more (at|here|on)|subscribe (now|to our)|buy (it )?now)\b/i,
  /\b(sources?|links?|keywords|tags)\s*:\s/i,
]

/** Reason when a sentence outside quotation marks is about the text itself, or null. */
export function selfTalkGate(text: string, language: string): string | null {
  const own = text.replace(/[“”"«»][^“”"«»]*[“”"«»]/gu, ' ')
  for (const pattern of [...SV, ...EN, ...(language === 'en' ? EN_ONLY : [])]) {
    const found = pattern.exec(own)?.[0]
    if (found) return `the text speaks of itself: "${found.trim()}"`
  }
  return null
}
