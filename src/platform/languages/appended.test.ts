import { expect, it } from 'vitest'
import { growth } from '../../../tests/support/growth.ts'
import { appendedPattern, withoutAppended } from './appended.ts'
import { readLanguages } from './language-files.ts'

const pattern = appendedPattern(readLanguages('content').all)

it.each([
  ['Frost hits Kent. Read more »', 'Frost hits Kent.'],
  ['Frost i Kent. Läs mer', 'Frost i Kent.'],
  ['Frost. Continue reading → The post What now? Frost. appeared first on The Paper.', 'Frost.'],
  ['Frost. Inlägget Frost (igen) dök först upp på Bladet.', 'Frost.'],
  ['Frost. Der Beitrag Frost erschien zuerst auf Blatt.', 'Frost.'],
  ['Frost. Innlegget Frost dukket først opp på Bladet.', 'Frost.'],
])('is left out at the end of %j', (text, left) => expect(withoutAppended(text, pattern)).toBe(left))

it.each(['They read more than before.', 'The post office appeared.', 'Spread more'])('is not found in %j', (text) =>
  expect(withoutAppended(text, pattern)).toBe(text),
)

it('costs little in a long text that only begins like it', { tags: 'slow' }, () => {
  const cut = (text: string) => withoutAppended(text, pattern)
  expect(growth(cut, (size) => 'The post a '.repeat(size), 300)).toBeLessThan(16)
})
