/** Tables of hundreds of cases: `npm test` takes a share that has every kind, `npm run suites -- sweeps` takes all. */

export const isSweep = process.env.SWEEP === 'whole'

/** Each `every`-th of `all`, from the one at `from` on. Of places that are tried with values, give each place another `from`. */
export const shareOf = <T>(all: readonly T[], every: number, from = 0): T[] =>
  all.filter((_, at) => isSweep || at % every === from % every)
