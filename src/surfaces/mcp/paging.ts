/** Cuts a list or a long text into answers: by the request, and by the limit of one answer. */
import { z } from 'zod'
import { notOurs, offsetIn } from '../../news/resources/long-answers.ts'
import { formatListCursor, type ListCursor, parseListCursor } from '../../platform/site/pages.ts'

/** Bytes of one answer, data and text together. */
export const MAX_BYTES = 100_000
/** Share of that for items; the rest is for the text around them. */
const FOR_ITEMS = 85_000
/** Deepest place of a list that has no order in time. */
const DEEPEST = 500

export const cursor = z.string().max(200).optional().describe('A next_cursor.')
export const nextCursor = z.string().nullable()

/** To a page that can be read as a resource. */
export interface Link {
  uri: string
  name: string
}

export interface Part<T> {
  items: T[]
  next: string | null
}

/** The result of `load`, with fewer items where an answer could not contain them all; never fewer than one. */
export async function fitted<T, D extends object>(
  max: number,
  load: (limit: number) => Promise<Part<T>>,
  present: (item: T) => { data: D; text: string; link?: Link | undefined },
): Promise<{ data: D[]; text: string; links: Link[]; next_cursor: string | null }> {
  const found = await load(max)
  const shown = found.items.map(present)
  const capacity = fitting(shown)
  const next = capacity < shown.length ? (await load(capacity)).next : found.next
  const part = shown.slice(0, capacity)
  const links = part.flatMap(({ link }) => link ?? [])
  return { data: part.map(({ data }) => data), text: part.map(({ text }) => text).join('\n'), links, next_cursor: next }
}

/** Number of the first items that fit into an answer. */
function fitting(shown: { data: object; text: string }[]): number {
  let bytes = 0
  const at = shown.findIndex((one) => {
    bytes += Buffer.byteLength(JSON.stringify(one))
    return bytes > FOR_ITEMS
  })
  return at < 0 ? shown.length : Math.max(1, at)
}

/** For lists by time, which go on from a place. */
export function listCursorIn(text: string | undefined): ListCursor | undefined {
  if (text === undefined) return undefined
  const parsed = parseListCursor(text)
  if (!parsed) throw notOurs()
  return parsed
}

export const formatNext = (next: ListCursor | string | null | undefined): string | null =>
  typeof next === 'object' && next !== null ? formatListCursor(next) : (next ?? null)

/** A loader of a list by rank, of which `first` gives the first items. */
export const byRank =
  <T>(text: string | undefined, first: (limit: number) => Promise<T[]>, deepest = DEEPEST) =>
  async (limit: number): Promise<Part<T>> => {
    const from = offsetIn(text)
    const until = Math.min(from + limit, deepest)
    const found = await first(Math.min(until + 1, deepest))
    return { items: found.slice(from, until), next: found.length > until ? String(until) : null }
  }

/** A loader of what is had whole. */
export const ofAll = <T>(text: string | undefined, all: T[]) =>
  byRank(text, async (limit) => all.slice(0, limit), all.length)
