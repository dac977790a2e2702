/** Images that stand large are fetched before their page is rendered: one that fails must leave no hole in it. */
import type { Ctx } from '../../../ctx.ts'
import type { TagRef } from '../../../read/articles/views.ts'
import { findDrawings } from '../../../read/content/drawings.ts'

/** A page waits no longer for its images than this; one that is late is shown, and left out once it has failed. */
const maxWaitMs = 1200

interface Pictured {
  id: number
  imageUrl: string | null
  tags: TagRef[]
}

/** The drawings of those that have no image to show, by id. */
export async function loadImages(
  { images, db }: Pick<Ctx, 'images' | 'db'>,
  shown: Pictured[],
): Promise<ReadonlyMap<number, string>> {
  const fetched = shown.map(({ imageUrl }) => imageUrl && images.get(imageUrl, 640, 'webp'))
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, maxWaitMs)
  })
  await Promise.race([Promise.all(fetched), late])
  clearTimeout(timer)
  const isBare = ({ imageUrl }: Pictured) => imageUrl === null || images.isBroken(imageUrl)
  return findDrawings(db, shown.filter(isBare))
}
