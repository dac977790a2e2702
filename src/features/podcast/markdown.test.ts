import MarkdownIt from 'markdown-it'
import { expect, it } from 'vitest'
import type { MarkdownContext } from '../../platform/markdown/context.ts'
import { firstPaths } from '../../platform/site/page-words.ts'
import { episodeBody } from './markdown.ts'
import type { EpisodeDetailView } from './views.ts'

const episode = {
  title: 'Fredag',
  description: 'Nyheterna i dag:\n• Kärnan är här\n• Skalet är borta\n\nLyssna!',
  audioPath: 'a/a.mp3',
  transcriptText: null,
  chapters: [],
  sources: [],
} as unknown as EpisodeDetailView
const ctx = {
  t: (key: string) => key,
  baseUrl: 'https://news.example',
  paths: firstPaths,
} as unknown as MarkdownContext

it('an episode keeps the lines that its description was written in', () => {
  const html = new MarkdownIt().render(episodeBody(episode, ctx))
  expect(html).toContain('<p>Nyheterna i dag:<br>\n• Kärnan är här<br>\n• Skalet är borta</p>\n<p>Lyssna!</p>')
})
