/** Secrets in lines of the log: in addresses of others, in this site's own, and keys by themselves. */

/** Of servers; a file's address is a place in the code. Also inside of JSON, with what is escaped there. */
const ADDRESS = /\b(?!file:)([a-z][a-z\d+.-]{1,15}):\/\/((?:[^\s"\\]|\\[^nrtbf])+)/gi
const HOST = /^(?:\[[\da-f:.]+\]|[\p{L}\d._-]+)(?::\d{1,5})?/iu

/** "https://a:b@x.example/hook?t=1" becomes "https://x.example/…". */
export const originsOnly = (text: string): string =>
  text.replace(ADDRESS, (_address, scheme: string, rest: string) => {
    const authority = /^[^/?#]*/.exec(rest)?.[0] ?? ''
    const named = authority.slice(authority.lastIndexOf('@') + 1)
    const host = HOST.exec(named)?.[0] ?? ''
    const more = named.slice(host.length) + rest.slice(authority.length)
    return `${scheme}://${host}${/^[).,;:'>\]]*$/.test(more) ? more : '/…'}`
  })

/** An address within an address, however often it was encoded. */
const ENCODED_ADDRESS = /(?:(?<=%2f)|\b)[a-z][a-z\d+.-]{1,15}%(?:25)*3a(?:%(?:25)*2f|\/){2}(?:[^\s"\\&]|\\[^nrtbf])*/gi
/** Of personal feeds, unsubscribe links and hubs: 24 bytes, a segment of the path. */
const KEY_IN_PATH = /\/[\w-]{32}(?![\w-])/g
/** Codes, tokens, and what people search for. */
const QUERY_VALUE = /([?&][\w.%[\]-]{1,64}=)(?:[^&\s"\\]|\\[^nrtbf])+/g
const TOKEN = /\b(kh[a-z]?_|whsec_|(?:bearer|basic) |auth=|passwd=)[\w+/=.~-]{16,}/gi

/**
 * A line of the log as it is written, in JSON too. Addresses of other servers become origins. Those of this site lose keys and the
 * values of parameters.
 */
export const withoutSecrets = (line: string): string =>
  originsOnly(line)
    .replace(ENCODED_ADDRESS, '…')
    .replace(QUERY_VALUE, '$1…')
    .replace(KEY_IN_PATH, '/…')
    .replace(TOKEN, '$1…')

/** A server's answer without the path that it was asked for, which some repeat. */
export function withoutPathOf(url: string, answer: string): string {
  const { pathname = '/', search = '' } = URL.parse(url) ?? {}
  const paths = [pathname + search, pathname, search].filter((path) => path.length > 1)
  return paths.reduce((text, path) => text.replaceAll(path, '/…'), answer)
}
