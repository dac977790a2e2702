/** Podcasting 2.0 chapters (`application/json+chapters`, version 1.2.0): reading a hostile document, writing ours. */
import { z } from 'zod'
import { AppError } from '../../../platform/errors.ts'
import { foldSpace } from '../../../platform/text/text.ts'
import type { Chapter } from '../episode.ts'

const webAddress = z
  .url({ protocol: /^https?$/ })
  .nullish()
  .catch(null)

const Document = z.object({
  version: z.string(),
  chapters: z.array(
    z.object({
      startTime: z.number().nonnegative(),
      title: z.string().nullish(),
      url: webAddress,
      img: webAddress,
      toc: z.boolean().nullish(),
    }),
  ),
})

/** Chapters that a player lists (silent ones, `toc: false`, are left out), in order of time. */
export function parseChapters(json: string): Chapter[] {
  let document: z.infer<typeof Document>
  try {
    document = Document.parse(JSON.parse(json))
  } catch (cause) {
    throw new AppError('unprocessable', 'the chapters are not a Podcasting 2.0 chapters document', { cause })
  }
  return document.chapters
    .filter((chapter) => chapter.toc !== false)
    .map(({ startTime, title, url, img }) => ({
      startSeconds: startTime,
      title: foldSpace(title ?? ''),
      url: url ?? null,
      imageUrl: img ?? null,
    }))
    .filter((chapter) => chapter.title !== '')
    .sort((a, b) => a.startSeconds - b.startSeconds)
}
