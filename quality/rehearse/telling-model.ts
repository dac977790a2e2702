/** What the played model of a rehearsal does better than that of the tests: its texts tell what their sources do, apart. */

import { playSummary, sourceOf } from '../../tests/support/played/answers/writer.ts'
import type { ModelServer } from '../../tests/support/played/model.ts'
import { embedText } from '../../tests/support/played/model.ts'

const MOST_NAMES = 4

/** Without it all summaries are alike: their vectors make one event of everything, and no headline names an affair. */
export function tellApart(model: ModelServer): void {
  model.summary = (prompt) => {
    const names = namesIn(sourceOf(prompt).split('\n')[0] ?? '')
    const played = playSummary(prompt)
    return names.length === 0 ? played : { ...played, title: `Nya uppgifter om ${listed.format(names)}` }
  }
  model.embed = (text, dimensions) => embedText(distinctTextOf(text), dimensions)
}

const listed = new Intl.ListFormat('sv')

const namesIn = (headline: string): string[] =>
  [...new Set(headline.match(/(?<![\p{L}\p{N}])\p{Lu}\p{L}{2,}(?![\p{L}\p{N}])/gu))].slice(0, MOST_NAMES)

/** Headline and quoted words: what is left of a played text without the sentences that all of them share. */
function distinctTextOf(text: string): string {
  const [title = '', ...rest] = text.split('\n')
  const quoted = /kallas ”([^”]*)”/.exec(rest.join('\n'))?.[1]
  return quoted === undefined ? text : `${title} ${quoted}`
}
