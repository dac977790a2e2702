/** Addresses that may stand in an href or src: the one gate against javascript: and its relatives. */

const safe = new Set(['http:', 'https:', 'mailto:'])

/** The address, or "#" if following it could do anything but open a page. Paths of our own begin with one slash. */
export function href(address: string): string {
  if (/^(\/(?![/\\])|#|\?)/.test(address) && !hasControl(address)) return address
  const url = URL.parse(address)
  return url && safe.has(url.protocol) ? url.href : '#'
}

/** Host of an address without `www.`, for showing where a link leads; empty if there is none. */
export function hostOf(address: string): string {
  return URL.parse(address)?.hostname.replace(/^www\./, '') ?? ''
}

// Browsers drop tabs and newlines inside addresses, so "/\t/evil" would become "//evil".
function hasControl(address: string): boolean {
  return [...address].some((char) => char < ' ')
}
