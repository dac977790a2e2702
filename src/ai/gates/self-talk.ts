/** Gate: the summary speaks of the news, never of itself, the text it was made from or its writer. */
import type { GateLanguages } from './reading.ts'

/** Reason when a sentence outside quotation marks is about the text itself, or null. */
export function selfTalkGate(text: string, { selfTalk }: GateLanguages): string | null {
  const own = text.replace(/[“”"«»][^“”"«»]*[“”"«»]/gu, ' ')
  const found = selfTalk?.exec(own)?.[0]
  return found ? `the text speaks of itself: "${found.trim()}"` : null
}
