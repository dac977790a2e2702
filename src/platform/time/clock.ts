/** Time as an argument, so that tests can play a year in a second. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
