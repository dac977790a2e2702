/** Images that stand large are fetched before their page is rendered: one that fails must leave no hole in it. */
import type { Ctx } from '../../../ctx.ts'

/** A page waits no longer for its images than this; one that is late is shown, and left out once it has failed. */
const longestWaitMs = 1200

export async function settlePictures(
  { commands }: Pick<Ctx, 'commands'>,
  shown: { imageUrl: string | null }[],
): Promise<void> {
  const fetched = shown.map(({ imageUrl }) => imageUrl && commands.articleImage(imageUrl, 640, 'webp'))
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longestWaitMs)
  })
  await Promise.race([Promise.all(fetched), late])
  clearTimeout(timer)
}
