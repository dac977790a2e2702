/** Language of the tools' descriptions: the client's, where the site has it, else English. */
import { preferencesIn } from '../../platform/http/accept.ts'

/** The first of `Accept-Language` by weight that `available` has (RFC 9110, 12.5.4); a region counts as its language. */
export function clientLanguage(accepted: string | null, available: string[]): string {
  const requested = preferencesIn(accepted ?? '').filter(({ weight }) => weight > 0)
  const best = requested.sort((a, b) => b.weight - a.weight).map(({ name }) => name.split('-')[0] ?? '')
  return best.find((tag) => available.includes(tag)) ?? 'en'
}
