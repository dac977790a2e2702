/** Gate: title and text are in the site's language, each sentence of them. */
import { sentences } from './sentences.ts'

/** What of `domain/language.ts` is needed; handed in, since it is large. */
export interface LanguageDetector {
  detectLanguage(text: string, prior: string | null): string | null
  isDetectable(language: string): boolean
}

const FUNCTION_WORDS: Record<string, Set<string>> = {
  sv: new Set(
    'och att det är som för på med den av till inte har ett om de kan från också vid efter men eller mot så nu ska i en sin sitt sina under över när bara mer blir enligt vill där'.split(
      ' ',
    ),
  ),
  en: new Set(
    'the and of to is that for with on as are it by at from this be has was which its an have will not but or their been were would can could about into said also more than when what'.split(
      ' ',
    ),
  ),
  da: new Set(
    'og at det er som for på med af til ikke har et om de kan fra også efter men eller mod nu jeg hvor når skal blev ved være deres'.split(
      ' ',
    ),
  ),
  no: new Set(
    'og at det er som for på med av til ikke har et om de kan fra også etter men eller mot nå jeg hvor når skal ble ved være deres'.split(
      ' ',
    ),
  ),
  de: new Set(
    'und der die das ist nicht mit für auf von den dem ein eine sich auch wird nach bei aus wie hat sind werden zu im'.split(
      ' ',
    ),
  ),
}

export function languageGate(
  title: string,
  text: string,
  language: string,
  detector: LanguageDetector,
  isWord: ((word: string) => boolean) | null,
): string | null {
  const detected = detector.detectLanguage(text, detector.isDetectable(language) ? null : language)
  if (detected !== null && detected !== language) return `the text is in "${detected}", not in "${language}"`
  const foreign =
    /[\p{Script=Cyrillic}\p{Script=Han}\p{Script=Arabic}\p{Script=Greek}\p{Script=Hangul}\p{Script=Hiragana}]{2}/u
  if (foreign.test(`${title} ${text}`)) return 'the text holds words of another script'
  for (const sentence of [title, ...sentences(text)]) {
    const plain = withoutQuotes(sentence)
    const other = foreignLanguage(plain, language) ?? foreignPart(plain, language)
    if (other) return `a sentence is in "${other}", not in "${language}": "${sentence.slice(0, 60)}"`
  }
  if (isWord && isForeignTitle(title, language, detector, isWord)) return `the title is not in "${language}"`
  return null
}

const WINDOW = 8

/** Part of a sentence: eight words with three function words of another language and none of ours. */
function foreignPart(sentence: string, language: string): string | null {
  const own = FUNCTION_WORDS[language]
  const words = sentence.toLowerCase().match(/\p{L}+/gu) ?? []
  if (!own) return null
  for (let at = 0; at + WINDOW <= words.length; at++) {
    const part = words.slice(at, at + WINDOW)
    if (part.some((word) => own.has(word))) continue
    for (const [code, list] of Object.entries(FUNCTION_WORDS))
      if (code !== language && part.filter((word) => list.has(word)).length >= 3) return code
  }
  return null
}

/** A title has few function words: most of its lower-case words must be words of the language. */
function isForeignTitle(
  title: string,
  language: string,
  { detectLanguage, isDetectable }: LanguageDetector,
  isWord: (word: string) => boolean,
): boolean {
  const words = withoutQuotes(title).match(/(?<![\p{L}\p{N}-])\p{Ll}{2,}(?![\p{L}\p{N}])/gu) ?? []
  const opening = /^\p{Lu}\p{Ll}+/u.exec(title)?.[0].toLowerCase()
  const all = title.match(/\p{L}{2,}/gu) ?? []
  const own = [...words, ...(opening ? [opening] : [])].filter(isWord)
  if (all.length >= 4 && own.length === 0) return true
  const unknown = words.filter((word) => !isWord(word))
  if (unknown.length >= 2 && unknown.length > words.length / 2) return true
  // Many English words are Swedish ones too; then the sound of the whole decides.
  const sound =
    unknown.length >= 1 && words.length >= 4 && isDetectable(language) ? detectLanguage(words.join(' '), null) : null
  return language === 'en' ? sound === 'sv' : sound === 'en'
}

const withoutQuotes = (text: string) => text.replace(/[“”"«»][^“”"«»]*[“”"«»]/gu, ' ')

/** The language that owns clearly more of the sentence's function words than the wanted one does. */
function foreignLanguage(sentence: string, language: string): string | null {
  const words = sentence.toLowerCase().match(/\p{L}+/gu) ?? []
  const score = (code: string) => words.filter((word) => FUNCTION_WORDS[code]?.has(word)).length
  if (!FUNCTION_WORDS[language]) return null
  const own = score(language)
  for (const code of Object.keys(FUNCTION_WORDS))
    if (code !== language && score(code) >= own + 2 && score(code) >= 2) return code
  return null
}
