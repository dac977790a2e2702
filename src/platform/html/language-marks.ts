/** Marks for the language and direction of a text that may differ from its page. */
import { type Html, html } from './html.ts'

/** Languages that are written from right to left. */
const RIGHT_TO_LEFT = new Set('ar arc ckb dv fa he ks ku ps sd ug ur yi'.split(' '))
const RIGHT_TO_LEFT_LETTER = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u

const primary = (tag: string) => tag.split('-')[0]?.toLowerCase() ?? ''
const direction = (tag: string) => (RIGHT_TO_LEFT.has(primary(tag)) ? 'rtl' : 'ltr')

/** `lang` where the text is in another language than the page, `dir` where it runs the other way; `dir="auto"` where the language is unknown. */
export function languageAttributes(language: string | null, pageLanguage: string): Html | null {
  if (language === null) return html` dir="auto"`
  if (primary(language) === primary(pageLanguage)) return null
  const turned = direction(language) !== direction(pageLanguage)
  return html` lang="${language}"${turned && html` dir="${direction(language)}"`}`
}

/** `dir="auto"` for a text whose language is not on record and that holds letters written from right to left. */
export const autoDirection = (text: string): Html | null => (RIGHT_TO_LEFT_LETTER.test(text) ? html` dir="auto"` : null)
