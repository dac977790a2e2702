import { memo } from '../memo.ts'

/** Names of languages in one of the site's; a tag that Intl refuses, such as "zh-yue", is its name. */
export const languageNames = memo((language) => {
  const names = new Intl.DisplayNames(language, { type: 'language' })
  return {
    of(tag: string): string {
      try {
        return names.of(tag) ?? tag
      } catch {
        return tag
      }
    },
  }
})
