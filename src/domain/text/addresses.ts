/** Addresses in texts for the log: a token may follow an origin, a password may precede a host. */

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

/** A server's answer without the path that it was asked for, which some repeat. */
export function withoutPathOf(url: string, answer: string): string {
  const { pathname = '/', search = '' } = URL.parse(url) ?? {}
  const paths = [pathname + search, pathname, search].filter((path) => path.length > 1)
  return paths.reduce((text, path) => text.replaceAll(path, '/…'), answer)
}
