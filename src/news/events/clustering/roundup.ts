/** Newsletters and round-ups, recognised by the form of their headlines. Pure. */

import { normalForm } from '../../../platform/text/normal-form.ts'
import type { Lexicon } from '../../../platform/text/thesaurus.ts'

/** A name and what it announces: "Morning briefing: …", "Nyhetssvepet – …", "Accounting news roundup | …". */
const ANNOUNCED = /^(.{1,60}?)\s*(?:[:|]|\s[–—-])\s/u
/** Before and after a name: "The", "Your", dates and numbers of issues. */
const AROUND = /^(?:the|your|our|die|der|das)\s+|[\s,.]*(?:#?\p{N}[\p{N}/.-]*)$/giu
const MAX_WORDS = 5
/** Headlines in one: "Rates rise; Shop opens in Lund; Rain ahead". */
const MIN_PARTS = 3

export function isRoundup({ roundups }: Pick<Lexicon, 'roundups'>, title: string): boolean {
  const headline = normalForm(title).trim().toLowerCase()
  const name = ANNOUNCED.exec(headline)?.[1]?.replace(AROUND, '')
  if (name && name.split(/\s+/).length <= MAX_WORDS && roundups.some((each) => ` ${name}`.endsWith(` ${each}`)))
    return true
  const bare = headline.replace(AROUND, '')
  if (roundups.some((each) => bare === each || bare.startsWith(`${each} for `) || bare.startsWith(`${each}, `)))
    return true
  const parts = headline.split(/;\s|\s[•·]\s/u)
  return parts.length >= MIN_PARTS && parts.every((part) => part.trim().includes(' '))
}
