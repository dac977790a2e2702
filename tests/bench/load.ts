/** Load by autocannon, in turns between servers, so that a noisy machine is noisy for all of them. */
import autocannon from 'autocannon'

export interface Load {
  origin: string
  paths: string[]
  headers?: Record<string, string>
}

export interface Outcome {
  perSecond: number
  p50: number
  p99: number
  errors: number
}

export function runLoad(load: Load, seconds: number, connections = 20): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    autocannon(
      {
        url: load.origin,
        connections,
        duration: seconds,
        requests: load.paths.map((path) => ({ path, ...(load.headers ? { headers: load.headers } : {}) })),
      },
      (error, result) => {
        if (error) return reject(error)
        const errors = result.errors + result.non2xx - (result.statusCodeStats?.['304']?.count ?? 0)
        resolve({ perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99, errors })
      },
    )
  })
}

/** Requests a second of `ours` over those of `bare`: the median of `rounds` turns. Throws when anything failed. */
export async function compare(
  ours: Load,
  bare: Load,
  seconds: number,
  rounds: number,
): Promise<{ ratio: number; ours: Outcome }> {
  await runLoad(ours, 1)
  await runLoad(bare, 1)
  const ratios: number[] = []
  let last: Outcome = { perSecond: 0, p50: 0, p99: 0, errors: 0 }
  for (let round = 0; round < rounds; round++) {
    // Which goes first changes, so that neither profits from the machine warming up or slowing down.
    const pair = round % 2 === 0 ? [ours, bare] : [bare, ours]
    const results = [await runLoad(pair[0] as Load, seconds), await runLoad(pair[1] as Load, seconds)]
    const [a, b] = (round % 2 === 0 ? results : results.reverse()) as [Outcome, Outcome]
    if (a.errors + b.errors > 0)
      throw new Error(`${a.errors + b.errors} requests failed at ${ours.origin}${ours.paths[0]}`)
    ratios.push(a.perSecond / b.perSecond)
    last = a
  }
  return { ratio: ratios.sort((x, y) => x - y)[Math.floor(rounds / 2)] ?? 0, ours: last }
}
