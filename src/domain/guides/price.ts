/** A price in words of the site's language: "599 amerikanska dollar". */
export function priceWords(amount: number, currency: string, language: string): string {
  const digits = Number.isInteger(amount) ? 0 : 2
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'name',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount)
}
