/** Counters and durations of answers by route and status, for /metrics. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Upper bounds in seconds. */
export const durationBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface RouteStats {
  method: string
  route: string
  statuses: Map<number, number>
  /**
   * Number that took at most as long as each bound and longer than the one before; the last for all that took longer.
   */
  buckets: number[]
  seconds: number
}

export interface RequestStats {
  all(): RouteStats[]
  /** Counts an answer that Fastify runs no hooks for. */
  note(request: FastifyRequest, reply: FastifyReply): void
}

/** Counts all that `app` answers: also 304s, errors, HEAD and unknown paths, whose route is `none`. */
export function countRequests(app: FastifyInstance): RequestStats {
  const byRoute = new Map<string, Map<string, RouteStats>>()
  const all: RouteStats[] = []

  function statsOf(method: string, route: string): RouteStats {
    const existing = byRoute.get(route)?.get(method)
    if (existing) return existing
    const stats = blank(method, route)
    all.push(stats)
    byRoute.set(route, (byRoute.get(route) ?? new Map<string, RouteStats>()).set(method, stats))
    return stats
  }

  function note(request: FastifyRequest, reply: FastifyReply): void {
    const stats = statsOf(request.method, request.routeOptions.url ?? 'none')
    const seconds = reply.elapsedTime / 1000
    stats.statuses.set(reply.statusCode, (stats.statuses.get(reply.statusCode) ?? 0) + 1)
    const at = bucketOf(seconds)
    stats.buckets[at] = (stats.buckets[at] ?? 0) + 1
    stats.seconds += seconds
  }

  app.addHook('onResponse', (request, reply, done) => {
    note(request, reply)
    done()
  })
  return { all: () => all, note }
}

const blank = (method: string, route: string): RouteStats => ({
  method,
  // The pattern of a parameter is no part of the route's name.
  route: route.replace(/\((?:[^()]|\([^()]*\))*\)/g, ''),
  statuses: new Map(),
  buckets: durationBounds.map(() => 0).concat(0),
  seconds: 0,
})

function bucketOf(seconds: number): number {
  const at = durationBounds.findIndex((bound) => seconds <= bound)
  return at < 0 ? durationBounds.length : at
}
