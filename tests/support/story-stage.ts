/** What the stage stories reads and writes its texts with: the words and messages of the content folder. */
import { readContent } from '../../src/content.ts'

export function storyWords() {
  const { lexicon, messages } = readContent('content')
  return { lexicon, t: messages.t, language: 'sv' }
}
