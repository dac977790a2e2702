/** A price in the site's language: "13 995 kr" where the sign leaves no doubt, otherwise "599 US-dollar". */
export function formatPrice(amount: number, currency: string, language: string): string {
  const digits = Number.isInteger(amount) ? 0 : 2
  const write = (currencyDisplay: 'symbol' | 'narrowSymbol' | 'name') =>
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      currencyDisplay,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(amount)
  const signed = write('symbol')
  return signed === write('narrowSymbol') ? signed : write('name')
}
