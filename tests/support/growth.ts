/** How work grows with what is given, as a ratio: no machine's own speed is in it. */

/** How many times as long `run` takes for `large` as for `small`: the least of some rounds of each, in turn. */
export function growth<T>(run: (given: T) => unknown, small: T, large: T, rounds = 7): number {
  const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < rounds; round++)
    for (const [i, given] of [small, large].entries()) {
      const started = performance.now()
      run(given)
      least[i] = Math.min(least[i] as number, performance.now() - started)
    }
  const [ofSmall, ofLarge] = least as [number, number]
  return ofLarge / ofSmall
}
