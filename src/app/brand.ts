/** Icons and images of a topic that has not drawn its own: of its mark, or of a letter where it has none. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { drawBrand, letterLogo } from '../platform/media/images/brand.ts'
import { shippedContent } from '../platform/package/package-folder.ts'

/** Draws them into DATA_DIR/brand, once for each mark. The mark is written last: where it is, all the others are. */
export async function ensureBrand({ CONTENT_DIR, DATA_DIR }: Config, name: string): Promise<void> {
  if (CONTENT_DIR === shippedContent) return
  const [supplied, drawn] = [CONTENT_DIR, DATA_DIR].map((folder) => join(folder, 'brand/mark.svg'))
  const logo = existsSync(String(supplied)) ? readFileSync(String(supplied), 'utf8') : letterLogo(name)
  if (existsSync(String(drawn)) && readFileSync(String(drawn), 'utf8') === logo) return
  const { writeTopic } = await import('./topic/write-topic.ts')
  await writeTopic(
    join(DATA_DIR, 'brand'),
    new Map<string, string | Buffer>([...(await drawBrand(logo)), ['mark.svg', logo]]),
  )
}
