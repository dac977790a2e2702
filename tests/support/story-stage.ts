/** What the stage stories reads and writes its texts with: the words and messages of the content folder. */
import { projectContent } from './project-content.ts'

export function storyWords() {
  const { lexicon, messages } = projectContent()
  return { lexicon, t: messages.t, language: 'sv' }
}
