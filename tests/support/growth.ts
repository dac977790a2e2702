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

const units = [
  'a',
  'a ',
  ' ',
  '"',
  '<',
  '&lt;',
  '@',
  '.',
  'a.',
  '-',
  '-a ',
  'å',
  '\u0301',
  ':',
  '://',
  'http://',
  'user/',
]
units.push(
  '\n',
  'a: b\n',
  '  - x: y\n',
  '- ',
  '1',
  '22:00-',
  ',',
  '[',
  '{',
  '{x: y},',
  '\\',
  '%',
  '%25',
  '=',
  '\t',
  '\0',
  '*a ',
)

/** Errors are answers, too. */
const tried = (parse: (text: string) => unknown) => (text: string) => {
  try {
    parse(text)
  } catch {}
}
const of = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** Of pieces that strangers repeat, those with which a parser takes time that grows faster than what it is given. */
export function slowPieces(parse: (text: string) => unknown): string[] {
  const run = tried(parse)
  return units.filter((unit) => {
    const started = performance.now()
    run(of(unit, 48_000))
    // A second look is for what is not done at once.
    return performance.now() - started > 100 && growth(run, (size) => of(unit, size), 750) > 20
  })
}
