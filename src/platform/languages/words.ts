/** Lists of words and phrases as the language files write them. */
import { z } from 'zod'
import { normalForm } from '../text/normal-form.ts'

/** Words between blanks. */
export const list = (text: string): string[] => normalForm(text).split(/\s+/).filter(Boolean)

/** Words between blanks, in lower case. In places where two words are one term, `_` stands for the blank. */
export const words = z.string().transform((text) => list(text.toLowerCase()).map((word) => word.replace(/_/g, ' ')))
/** Words that keep their case: names, abbreviations. */
export const writtenWords = z.string().transform(list)
/** Phrases as patterns.ts reads them. */
export const phrases = z.array(z.string().trim().min(1))
/** Words in a fixed order, each with its forms: `one/a/an two`. */
export const counted = (length: number) =>
  z
    .string()
    .transform((text) => list(text.toLowerCase()).map((word) => word.split('/')))
    .refine((all) => all.length === length, `must hold ${length} words; forms of one word are written one/a/an`)
