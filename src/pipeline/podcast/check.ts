/** Is a model's script true to the day's news, and of the shape that can be spoken? Pure: the gates come as an argument. */
import type { EpisodeScript, ScriptMaterial } from '../../domain/ports.ts'

/** The reason why a text cannot be true to its source, or null. */
export type TextCheck = (text: { title: string; text: string }, source: string) => string | null

/** The first fault of the script, in words that a model can act on, or null. */
export function scriptFault(script: EpisodeScript, material: ScriptMaterial[], check: TextCheck): string | null {
  if (script.segments.length === 0) return 'there are no segments'
  for (const { title, text, entryIds } of script.segments) {
    const told = material.filter((item) => item.entryIds.some((id) => entryIds.includes(id)))
    if (told.length === 0) return `the segment "${title}" names none of the news`
    const fault = check({ title, text }, told.map(sourceText).join('\n'))
    if (fault) return `in the segment "${title}": ${fault}`
  }
  const fault = check({ title: script.title, text: script.description }, material.map(sourceText).join('\n'))
  return fault ? `in the title or description: ${fault}` : null
}

const sourceText = (item: ScriptMaterial) => [item.title, item.summary, item.story ?? '', ...item.sources].join('\n')
