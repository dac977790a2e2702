/** Clients that keep in step by the log: each has what it holds and how far it has come on disk, and dies at random. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

interface Change {
  cursor: string
  type: string
  id: number | string
  object: Record<string, unknown> | null
}

export type Held = Map<string, unknown>

interface Progress {
  held: Held
  cursor: string
  /** Positions of the changes that were taken in. */
  taken: number[]
}

export interface Follower {
  name: string
  /** What survives a kill. */
  saved: Progress
  /** Follows until `end` says that it has come far enough. */
  run(end: () => number | null): Promise<void>
}

/** An address of a web process that may be there just now. */
export type PickWeb = () => string

export const positionOf = (cursor: string) => Number(cursor.split('-')[1])

/** Without what is no change: views, scores, and the words in the address of another object. */
export const comparable = (object: unknown): unknown =>
  JSON.parse(JSON.stringify(object), (key, value) => {
    if (key === 'click_count' || key === 'popularity_score') return undefined
    return key === 'story' && value ? { id: value.id } : value
  })

async function ask<T>(pick: PickWeb, path: string): Promise<T> {
  for (;;) {
    try {
      const response = await fetch(pick() + path, { signal: AbortSignal.timeout(10_000) })
      if (response.ok) return (await response.json()) as T
      if (response.status < 500)
        throw new Error(`${path}: ${response.status} ${await response.text()}`, { cause: 'final' })
      await response.body?.cancel()
    } catch (error) {
      if ((error as Error).cause === 'final') throw error
    }
    await sleep(50)
  }
}

interface ListPage {
  data: { id: number }[]
  pagination: { next_cursor?: string | null }
}

/** Whole lists, page by page, by their cursors. */
export async function readLists(pick: PickWeb, perPage: number): Promise<Held> {
  const held: Held = new Map()
  for (const [kind, path] of [
    ['entry', '/api/v1/entries'],
    ['event', '/api/v1/events'],
    ['story', '/api/v1/stories'],
  ] as const)
    for (let cursor: string | null | undefined = ''; cursor !== null && cursor !== undefined; ) {
      const page: ListPage = await ask(pick, `${path}?per_page=${perPage}${cursor && `&cursor=${cursor}`}`)
      for (const object of page.data) held.set(`${kind} ${object.id}`, comparable(object))
      cursor = page.pagination.next_cursor
    }
  return held
}

/** A cursor first, then the lists: what changes in between is told after the cursor. */
async function start(pick: PickWeb): Promise<Progress> {
  const { next } = await ask<{ next: string }>(pick, '/api/v1/changes')
  return { held: await readLists(pick, 7 + Math.floor(Math.random() * 90)), cursor: next, taken: [] }
}

function take(progress: Progress, change: Change): void {
  const key = `${change.type.split('.')[0]} ${change.id}`
  progress.taken.push(positionOf(change.cursor))
  progress.cursor = change.cursor
  if (/^(entry|event|story)/.test(key))
    change.object === null ? progress.held.delete(key) : progress.held.set(key, comparable(change.object))
}

const copy = ({ held, cursor, taken }: Progress): Progress => ({ held: new Map(held), cursor, taken: [...taken] })

/** Asks again and again, with a limit of its own each time. */
export async function startPoller(name: string, pick: PickWeb, deaths: number): Promise<Follower> {
  const follower: Follower = { name, saved: await start(pick), run }
  async function run(end: () => number | null): Promise<void> {
    let state = copy(follower.saved)
    for (;;) {
      const limit = 1 + Math.floor(Math.random() * 120)
      const page = await ask<{ data: Change[]; next: string; has_more: boolean }>(
        pick,
        `/api/v1/changes?after=${state.cursor}&limit=${limit}`,
      )
      for (const change of page.data) take(state, change)
      state.cursor = page.next
      if (Math.random() < deaths) state = copy(follower.saved)
      else follower.saved = copy(state)
      const far = end()
      if (far !== null && positionOf(follower.saved.cursor) >= far) return
      if (!page.has_more) await sleep(Math.random() * 120)
    }
  }
  return follower
}

/** Reads the stream, leaves it at random, and resumes by the id of the last event that it saved. */
export async function startListener(name: string, pick: PickWeb, deaths: number): Promise<Follower> {
  const follower: Follower = { name, saved: await start(pick), run }
  async function run(end: () => number | null): Promise<void> {
    for (;;) {
      await listenOnce(follower, pick, deaths, end).catch(() => sleep(50))
      const far = end()
      if (far !== null && positionOf(follower.saved.cursor) >= far) return
    }
  }
  return follower
}

async function listenOnce(follower: Follower, pick: PickWeb, deaths: number, end: () => number | null): Promise<void> {
  const leaving = new AbortController()
  const state = copy(follower.saved)
  const look = setInterval(() => {
    const far = end()
    if (far === null || positionOf(state.cursor) < far) return
    follower.saved = copy(state)
    leaving.abort()
  }, 100)
  try {
    const response = await fetch(`${pick()}/api/v1/changes/stream`, {
      headers: { 'last-event-id': state.cursor },
      signal: leaving.signal,
    })
    if (!response.ok || !response.body) return
    for await (const { id, data } of eventsIn(response.body)) {
      if (data !== '') take(state, JSON.parse(data) as Change)
      else state.cursor = id
      if (Math.random() < deaths) return
      if (Math.random() < 0.3) follower.saved = copy(state)
    }
  } finally {
    clearInterval(look)
    leaving.abort()
  }
}

async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<{ id: string; data: string }> {
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    for (let cut = text.indexOf('\n\n'); cut >= 0; cut = text.indexOf('\n\n')) {
      const lines = text.slice(0, cut).split('\n')
      text = text.slice(cut + 2)
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
      yield { id: field('id'), data: field('data') }
    }
  }
}

/** An address that is told: it dies before it has saved, or after, and knows by the position what it has had. */
export async function startReceiver(name: string, pick: PickWeb, deaths: number): Promise<Follower & { url: string }> {
  const saved = await start(pick)
  const follower = { name, saved, run, url: '' }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (Math.random() < deaths) return void response.writeHead(503).end()
    const { data } = JSON.parse(body) as { data: Change }
    if (positionOf(data.cursor) > positionOf(follower.saved.cursor)) take(follower.saved, data)
    if (Math.random() < deaths) return void request.destroy()
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await new Promise((ready) => server.once('listening', ready))
  follower.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  async function run(end: () => number | null): Promise<void> {
    for (;;) {
      const far = end()
      if (far !== null && positionOf(follower.saved.cursor) >= far) break
      await sleep(100)
    }
    server.close()
    server.closeAllConnections()
  }
  return follower
}
