/** The languages that have a file, found by the tags that feeds and sites carry. Pure. */
import { AppError } from '../errors.ts'
import type { Language } from './language.ts'

/** The language in which names and models' phrases come into texts of any other. */
export const LINGUA_FRANCA = 'en'

export interface Languages {
  all: readonly Language[]
  /** For `nb-NO` the file of `nb`, for `no` the one that declares `no`; undefined where there is none. */
  find(tag: string | null): Language | undefined
}

/** Throws `bad_request` where two files claim one code. */
export function indexLanguages(all: readonly Language[]): Languages {
  const byCode = new Map<string, Language>()
  for (const language of all)
    for (const code of [language.code, ...language.also]) {
      const other = byCode.get(code)
      if (other)
        throw new AppError(
          'bad_request',
          `languages/${language.code}.yaml: "${code}" belongs to ${other.code}.yaml too. Texts in it are read with one file: take it out of "also" of the other, for which a ${other.code}.yaml in the content folder takes the place of the one that comes along.`,
        )
      byCode.set(code, language)
    }
  return { all, find: (tag) => byCode.get(primarySubtag(tag)) }
}

const primarySubtag = (tag: string | null) => tag?.trim().toLowerCase().split(/[-_]/)[0] ?? ''
