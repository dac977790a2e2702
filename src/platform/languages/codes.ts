/** The languages of feeds that are distinguished (ISO 639-1), with a file or without, and the codes of language tags. */

/** The 25 largest of Europe; then their neighbours, so that Estonian is not taken for Finnish. */
const EUROPEAN = 'ru de fr it en es uk pl ro nl tr hu el pt cs sv ca bg sr hr da fi sk no sq be lt lv et sl is eu'
/** Those with scripts of their own. */
const OTHERS = 'ar he fa ur'

export const LANGUAGES: readonly string[] = `${EUROPEAN} ${OTHERS}`.split(' ')

/** Codes for a language besides its code of two letters; `iw` is Hebrew in older Java programs. */
const OTHER_CODES: Record<string, string> = { nb: 'no', nn: 'no', swe: 'sv', eng: 'en', nor: 'no', dan: 'da', iw: 'he' }

/** Primary subtag of a language tag in lower case, Norwegian forms as `no`; null for none or nonsense. */
export function languageCode(tag: string | null): string | null {
  const code = /^\s*([a-z]{2,3})([-_].*)?\s*$/i.exec(tag ?? '')?.[1]?.toLowerCase()
  if (!code || code === 'und' || code === 'mul') return null
  return OTHER_CODES[code] ?? code
}
