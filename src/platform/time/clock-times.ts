/** Times of day as people write them, "10 a.m.", "noon", "kl. 16" → hours and minutes of 24 hours, in any text. Pure. */

const NOON = /\b(?:(?:12(?:[:.]00){0,2}|at)\s*)?(?:noon|midday|mitt?ag|middag|midi|mediodia|mezzogiorno)\b/
const MIDNIGHT =
  /\b(?:(?:(?:12|0?0)(?:[:.]00){0,2}|at)\s*)?(?:midnight|midnatt?|mitternacht|middernacht|minuit|medianoche|mezzanotte)\b/
const TWELVE_HOURS = /(?<![\d:.])(\d{1,2})(?:[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?)?\s*([ap])\s?\.?\s?m(?![a-z])\.?/g
/** "16 h 30", "16 Uhr", "kl. 16", "4 o'clock". */
const HOUR_AND_MINUTE = /(?<![\d:.])(\d{1,2})\s?h\s?(\d{2})(?!\d)/g
const HOUR_BEFORE = /(?<![\d:.])(\d{1,2})\s?(?:uhr|h|hrs?|o.?clock)(?![a-z])(?!\s?\d{2}\b)/g
/** Behind minutes the word adds nothing. */
const UNIT = /(?<=\d[:.h]\d{2})\s?(?:uhr|hrs?)(?![a-z])/g
const HOUR_BEHIND = /\bkl(?:ockan)?\b\.?\s?(\d{1,2})(?!\d|[:.h]\d)/g

/** The text in lower case, without accents, as `foldLetters` writes it. */
export const clockTimes = (text: string): string =>
  text
    .replace(NOON, '12:00')
    .replace(MIDNIGHT, '00:00')
    .replace(TWELVE_HOURS, (_, hour: string, minute = '00', second: string | undefined, half: string) =>
      [inDay(Number(hour), half), minute, ...(second ? [second] : [])].join(':'),
    )
    .replace(HOUR_AND_MINUTE, '$1:$2')
    .replace(UNIT, '')
    .replace(HOUR_BEFORE, '$1:00')
    .replace(HOUR_BEHIND, '$1:00')

/** Of 24, as two digits; an hour after twelve has no half. */
const inDay = (hour: number, half: string): string =>
  String(hour > 12 ? hour : (hour % 12) + (half === 'p' ? 12 : 0)).padStart(2, '0')
