/** Requests by route and status, and how long they took: plain numbers that cost next to nothing, for whoever asks. */
import type { FastifyInstance } from 'fastify'

/** Upper bounds in seconds. */
export const durationBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface RouteStats {
  method: string
  route: string
  statuses: Map<number, number>
  /** How many took at most as long as each bound and longer than the one before; the last for all that took longer. */
  buckets: number[]
  seconds: number
}

/** Counts what the routes of `app` answer. Answers of the fast lane pass no route: the read cache counts them. */
export function countRequests(app: FastifyInstance): () => RouteStats[] {
  const known = new Map<string, RouteStats>()
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const key = `${request.method} ${route}`
    let stats = known.get(key)
    if (!stats) {
      stats = blank(request.method, route)
      known.set(key, stats)
    }
    const seconds = reply.elapsedTime / 1000
    stats.statuses.set(reply.statusCode, (stats.statuses.get(reply.statusCode) ?? 0) + 1)
    const at = bucketOf(seconds)
    stats.buckets[at] = (stats.buckets[at] ?? 0) + 1
    stats.seconds += seconds
    done()
  })
  return () => [...known.values()]
}

const blank = (method: string, route: string): RouteStats => ({
  method,
  // What a parameter must look like is no part of the route's name.
  route: route.replace(/\((?:[^()]|\([^()]*\))*\)/g, ''),
  statuses: new Map(),
  buckets: durationBounds.map(() => 0).concat(0),
  seconds: 0,
})

function bucketOf(seconds: number): number {
  const at = durationBounds.findIndex((bound) => seconds <= bound)
  return at < 0 ? durationBounds.length : at
}
