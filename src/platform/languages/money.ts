/** Kinds of money, with the signs and codes that all languages share; words for them stand in the language files. */
export const MONEY = {
  dollar: ['$', 'us$', 'usd'],
  euro: ['€', 'eur'],
  pound: ['£', 'gbp'],
  yen: ['¥', 'jpy'],
  yuan: ['cny', 'rmb'],
  krona: ['sek', 'nok', 'dkk'],
  rupee: ['₹', 'inr'],
  won: ['₩', 'krw'],
  franc: ['chf'],
} satisfies Record<string, string[]>

export type Money = keyof typeof MONEY
