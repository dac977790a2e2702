/** The languages of feeds that are distinguished (ISO 639-1), with a file or without. */

/** The 25 largest of Europe; then their neighbours, so that Estonian is not taken for Finnish. */
const EUROPEAN = 'ru de fr it en es uk pl ro nl tr hu el pt cs sv ca bg sr hr da fi sk no sq be lt lv et sl is eu'
/** Those with scripts of their own. */
const OTHERS = 'ar he fa ur'

export const LANGUAGES: readonly string[] = `${EUROPEAN} ${OTHERS}`.split(' ')
