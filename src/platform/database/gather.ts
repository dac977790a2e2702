/** Does at once what was asked for one by one within moments. */

interface Waiting<One, Result> {
  one: One
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * `doAll` gets what was asked for within `ms` of the first, and resolves with a result for each, in order. Where it fails, each
 * is done alone, so that none fails with another. As many as `most` returns wait for no other.
 */
export function gather<One, Result>(
  doAll: (all: One[]) => Promise<Result[]>,
  ms: number,
  most = () => Number.POSITIVE_INFINITY,
): (one: One) => Promise<Result> {
  let waiting: Waiting<One, Result>[] = []
  let timer: NodeJS.Timeout | undefined
  async function doWaiting(): Promise<void> {
    clearTimeout(timer)
    const all = waiting
    waiting = []
    await answer(all).catch(async (error) => {
      if (all.length === 1) all[0]?.reject(error)
      else await Promise.all(all.map((each) => answer([each]).catch(each.reject)))
    })
  }
  async function answer(all: Waiting<One, Result>[]): Promise<void> {
    const results = await doAll(all.map(({ one }) => one))
    all.forEach(({ resolve }, at) => {
      resolve(results[at] as Result)
    })
  }
  return (one) =>
    new Promise((resolve, reject) => {
      const count = waiting.push({ one, resolve, reject })
      if (count >= most()) void doWaiting()
      else if (count === 1) timer = setTimeout(() => void doWaiting(), ms)
    })
}
