/** How work grows with what is given, as a ratio: no machine's own speed is in it. */

/**
 * How many times as long one run of `make(times * size)` takes as `times` runs of `make(size)`: about 1 where work grows as what
 * is given does, `times` where each part of it is compared with each. The least of some rounds of both, in turn.
 */
export function growth(
  run: (text: string) => unknown,
  make: (size: number) => string,
  size: number,
  times = 64,
): number {
  const [small, large] = [make(size), make(times * size)]
  const least = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY }
  const time = (of: 'small' | 'large', runs: number, text: string) => {
    const started = performance.now()
    for (let i = 0; i < runs; i++) run(text)
    least[of] = Math.min(least[of], performance.now() - started)
  }
  const ratio = () => least.large / least.small
  for (let round = 0; round < 7 && !(ratio() < 4); round++) {
    time('small', times, small)
    time('large', 1, large)
  }
  return ratio()
}
