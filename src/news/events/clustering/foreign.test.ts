import { expect, test } from 'vitest'
import { contentLexicon } from '../../../../tests/support/content.ts'
import { ClusterMemory } from '../../../../tests/support/stages.ts'

const lexicon = contentLexicon()
const at = Date.UTC(2026, 10, 21, 12)
const HEADLINES: [language: string, title: string][] = [
  ['en', 'Rowers from Castleford sink in the final'],
  ['sv', 'Elpriset sjunker inför den varma helgen'],
  ['en', 'Bakers in Ripon open a school of bread'],
  ['sv', 'Färjan till Ven ställs in hela veckan'],
]
const reports = HEADLINES.map(([language, title], n) => ({
  id: n + 1,
  at: at + n,
  title,
  text: '',
  language,
  publisher: `source${n}.example`,
}))

test.each([[[0, 1]], [[1, 0]], [[0, 1, 2, 3]], [[3, 2, 1, 0]]])(
  'reports in two languages with one concept in common stay apart: %j',
  (order) => {
    const memory = new ClusterMemory(lexicon)
    for (const n of order) memory.add([reports[n] as (typeof reports)[number]])
    expect(memory.events.size).toBe(order.length)
    memory.close()
    expect(memory.events.size).toBe(order.length)
  },
)
