/** A fetcher that sends a login to the server that it is of, and to no other. */
import { type SecretHeaders, sharesLogin } from '../news/feeds/rules/source-settings.ts'
import type { Fetcher } from '../platform/fetch/fetcher.ts'

export const withLogin = (fetcher: Fetcher, url: string, login: SecretHeaders | null): Fetcher => ({
  ...fetcher,
  get: (address, options) =>
    fetcher.get(address, login && sharesLogin(url, address) ? { ...options, credentials: login } : options),
})
