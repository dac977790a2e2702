import { memo } from '../memo.ts'

/** Names of languages in one of the site's. */
export const languageNames = memo((language) => new Intl.DisplayNames(language, { type: 'language' }))
