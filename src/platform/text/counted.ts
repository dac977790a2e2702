/** Numbers and what they count, in the English of commands, logs and the console. */

/** "1 source", "1,204 sources". */
export const counted = (n: number, noun: string, plural = `${noun}s`): string =>
  `${n.toLocaleString('en')} ${n === 1 ? noun : plural}`
