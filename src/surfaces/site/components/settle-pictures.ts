/** Images that stand large are fetched before their page is rendered: one that fails must leave no hole in it. */
import type { Ctx } from '../../../ctx.ts'
import type { Drawable, FeatureSite } from '../feature-site.ts'

/** A page waits no longer for its images than this; one that is late is shown, and left out once it has failed. */
const maxWaitMs = 1200

interface Pictured extends Drawable {
  imageUrl: string | null
}

/** Drawings of features for those that have no image to show, by id. */
export async function loadImages(
  { images, db }: Pick<Ctx, 'images' | 'db'>,
  { drawings }: Pick<FeatureSite, 'drawings'>,
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
  const found = await Promise.all(drawings.map((find) => find(db, shown.filter(isBare))))
  return new Map(found.flatMap((some) => [...some]))
}
