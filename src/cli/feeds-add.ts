/** `feeds add`: a feed, or a site whose feed is then looked for. */
import { buildOperations } from '../app/operations.ts'
import type { Services } from '../app/services.ts'
import type { Io } from './io.ts'

export async function feedsAdd(services: Services, io: Io, url: string, options: { title?: string }): Promise<number> {
  const source = await buildOperations(services).addSource(url, options)
  io.line(`Added ${source.title} (id ${source.id}): ${source.url}`)
  return 0
}
