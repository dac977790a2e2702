/** Values of other programs' exports, where each may be missing or of another type. */
export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const objectIn = (value: unknown): Json => (isObject(value) ? value : {})

export const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

export function webAddressIn(...values: unknown[]): string | null {
  const found = values.map(textIn).find((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''))
  return found ?? null
}

const isNumeric = (value: unknown) => typeof value === 'number' || /^\d+(\.\d+)?$/.test(textIn(value))

/** Seconds, milliseconds or microseconds since 1970, or a date as text, in UTC where it has no zone. */
export function instantIn(...values: unknown[]): Date | null {
  for (const value of values) {
    const date = new Date(isNumeric(value) ? milliseconds(Number(value)) : fromText(textIn(value)))
    if (date.getTime() > 0 && date.getUTCFullYear() < 2200) return date
  }
  return null
}

const milliseconds = (n: number) => (n < 1e11 ? n * 1000 : n < 1e14 ? n : n / 1000)

const fromText = (text: string) =>
  Date.parse(/^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?$/.test(text) ? `${text.replace(' ', 'T')}Z` : text)
