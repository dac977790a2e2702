/**
 * Reservations of articles from machines by their publishers: read before the text is given to a model, and stored with
 * it.
 */

import type { Database } from '../../../platform/database/database.ts'
import { saveReservation } from '../../articles/writes/enrichment.ts'

export interface ReservationCtx {
  database: Database
  /** The publisher's reservation of the page at an address from machines, or null. */
  reservationOf: (url: string) => Promise<string | null>
}

export interface Reservable {
  articleId: number
  url: string
  /** As it is known. */
  reservation: string | null
}

export async function isReserved(ctx: ReservationCtx, { articleId, url, reservation }: Reservable): Promise<boolean> {
  if (reservation !== null) return true
  const found = await ctx.reservationOf(url)
  if (found !== null) await saveReservation(ctx.database, articleId, found)
  return found !== null
}

/** Subset that a model may be given. */
export async function withoutReserved<T extends Reservable>(ctx: ReservationCtx, articles: readonly T[]): Promise<T[]> {
  const reserved = await Promise.all(articles.map((article) => isReserved(ctx, article)))
  return articles.filter((_, at) => !reserved[at])
}
