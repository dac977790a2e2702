/** The SDK's own client, added by the address of MCP alone: it finds the sign-in, registers, and acts for a reader until it is removed. */
// @module-tag slow
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { t } from '../../../tests/support/content.ts'
import { signIn } from '../../../tests/support/people.ts'
import type { TestWeb } from '../../../tests/support/web.ts'
import { startTickingWeb } from '../../../tests/support/worlds/agent.ts'

const minute = 60_000
let site: Awaited<ReturnType<typeof startTickingWeb>>
let web: TestWeb
let session: string

beforeAll(async () => {
  site = await startTickingWeb()
  web = site.web
  ;({ token: session } = await signIn(web, 'ann@site.example'))
})
afterAll(() => site.close())

/** A client's memory; its reader's browser is played below. */
class Store implements OAuthClientProvider {
  readonly redirectUrl = 'http://127.0.0.1:4711/callback'
  readonly clientMetadata = { client_name: 'Provklient', redirect_uris: [this.redirectUrl] }
  readonly saved: Record<string, unknown> = {}
  address: URL | undefined

  state = () => 'ett tillstånd'
  clientInformation = () => this.saved.client as never
  saveClientInformation = (client: unknown) => this.save('client', client)
  tokens = () => this.saved.tokens as never
  saveTokens = (tokens: unknown) => this.save('tokens', tokens)
  codeVerifier = () => String(this.saved.verifier)
  saveCodeVerifier = (verifier: string) => this.save('verifier', verifier)
  discoveryState = () => this.saved.discovery as never
  saveDiscoveryState = (state: unknown) => this.save('discovery', state)
  invalidateCredentials = () => this.save('tokens', undefined)
  redirectToAuthorization = (url: URL) => {
    this.address = url
  }

  private save(name: string, value: unknown): void {
    this.saved[name] = value
  }

  get access(): string {
    return (this.saved.tokens as { access_token: string }).access_token
  }
}

const transportOf = (store: Store, path: string) =>
  new StreamableHTTPClientTransport(new URL(site.address + path), { authProvider: store })

async function connect(store: Store, path = '/mcp'): Promise<Client> {
  const client = new Client({ name: 'prov', version: '1' })
  await client.connect(transportOf(store, path))
  return client
}

/** The reader's browser: it opens the address, and presses the first button of the form. */
async function consent(address: URL): Promise<URLSearchParams> {
  const page = await fetch(address, { headers: { cookie: `konto=${session}` } })
  const body = await page.text()
  const [formCookie = ''] = page.headers.getSetCookie().flatMap((one) => /^konto_form=([\w-]+)/.exec(one)?.[1] ?? [])
  const fields = [...body.matchAll(/<input type="hidden" name="([\w]+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value.replaceAll('&amp;', '&')],
  )
  expect(body).toContain(t('connect.title', { name: 'Provklient' }))
  const answer = await fetch(`${site.address}/konto/connect`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams([...fields, ['answer', 'yes']]),
    headers: { cookie: `konto=${session}; konto_form=${formCookie}`, 'sec-fetch-site': 'same-origin' },
  })
  const leads = new URL(answer.headers.get('location') ?? '')
  expect([answer.status, leads.origin + leads.pathname]).toEqual([303, 'http://127.0.0.1:4711/callback'])
  expect(leads.searchParams.get('state')).toBe('ett tillstånd')
  return leads.searchParams
}

const edition = (client: Client) => client.callTool({ name: 'my_edition', arguments: {} })
const agents = async () => {
  const page = await fetch(`${site.address}/konto/apps`, { headers: { cookie: `konto=${session}` } })
  return page.text()
}

it('leads a client that knows the address alone to its reader’s own edition, and ends with a click', async () => {
  const store = new Store()
  const anonymous = await connect(store)
  expect((await anonymous.listTools()).tools.map(({ name }) => name)).not.toContain('my_edition')
  await expect(edition(anonymous)).rejects.toThrow(UnauthorizedError)
  const { searchParams } = store.address as URL
  expect([searchParams.get('scope'), searchParams.get('resource')]).toEqual(['read', `${site.address}/mcp`])
  await transportOf(store, '/mcp').finishAuth(await consent(store.address as URL))
  const client = await connect(store)
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('my_edition')
  expect((await edition(client)).structuredContent).toMatchObject({ events: [] })

  const first = store.access
  web.clock.set(new Date(web.clock.now().getTime() + 61 * minute))
  expect((await edition(client)).isError).toBeFalsy()
  expect(store.access).not.toBe(first)

  const page = await agents()
  expect(page).toContain('Provklient')
  const { client_id: agent } = store.saved.client as { client_id: string }
  const form = 'f'.repeat(32)
  await fetch(`${site.address}/konto/connect/remove`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ form, agent }),
    headers: { cookie: `konto=${session}; konto_form=${form}`, 'sec-fetch-site': 'same-origin' },
  })
  expect(await agents()).not.toContain('Provklient')
  const refused = await fetch(`${site.address}/mcp`, {
    method: 'POST',
    body: '{}',
    headers: { authorization: `Bearer ${store.access}` },
  })
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    ...[
      401,
      `Bearer error="invalid_token", resource_metadata="${site.address}/.well-known/oauth-protected-resource/mcp"`,
    ],
  ])
  await expect(edition(client)).rejects.toThrow(UnauthorizedError)
})

it('asks for more where a tool takes more than was granted', async () => {
  const store = new Store()
  await expect(edition(await connect(store))).rejects.toThrow(UnauthorizedError)
  await transportOf(store, '/mcp').finishAuth(await consent(store.address as URL))
  const client = await connect(store)
  const follow = (by: Client) => by.callTool({ name: 'follow', arguments: { kind: 'tag', key: 'prov-ett' } })
  await expect(follow(client)).rejects.toThrow(UnauthorizedError)
  expect((store.address as URL).searchParams.get('scope')?.split(' ').sort()).toEqual(['full', 'read'])
  await transportOf(store, '/mcp').finishAuth(await consent(store.address as URL))
  expect((await follow(await connect(store))).structuredContent).toMatchObject({ following: true })
})

it('signs in at once at the address that is for readers alone', async () => {
  const store = new Store()
  await expect(connect(store, '/mcp/me')).rejects.toThrow(UnauthorizedError)
  const { searchParams } = store.address as URL
  expect([searchParams.get('scope'), searchParams.get('resource')]).toEqual(['read full', `${site.address}/mcp/me`])
  await transportOf(store, '/mcp/me').finishAuth(await consent(store.address as URL))
  const client = await connect(store, '/mcp/me')
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('mark')
})
