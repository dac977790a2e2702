/** Resources that tokens are for (RFC 8707, RFC 9728): the site's API and its MCP server, with one sign-in for all of them. */

/** Paths below the origin: the API, MCP, and MCP for who is signed in alone. */
export const RESOURCES = ['', '/mcp', '/mcp/me'] as const
export const resourceMetadataUrl = (baseUrl: string, path: string): string =>
  `${baseUrl}/.well-known/oauth-protected-resource${path}`

/** True for resources of this site, and where none is named. Case of the host and a slash at the end mean nothing. */
export const areResources = (baseUrl: string, named: unknown): boolean =>
  [named ?? []].flat().every((one) => {
    const url = typeof one === 'string' && !one.includes('#') ? URL.parse(one) : null
    return url !== null && RESOURCES.some((path) => `${baseUrl}${path}` === url.href.replace(/\/$/, ''))
  })
