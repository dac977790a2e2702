import { expect, it } from 'vitest'
import { isRedirectUri, matchesRedirectUri, redirectHost, redirectSource, withParameters } from './redirects.ts'

it.each([
  'https://claude.ai/api/mcp/auth_callback',
  'https://ok.example:8443/cb?x=1',
  'http://localhost:3118/callback',
  'http://127.0.0.1/',
  'http://[::1]:8080/cb',
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'com.example.app:/oauth',
])('takes %s', (uri) => expect(isRedirectUri(uri)).toBe(true))

it.each([
  'javascript:alert(1)',
  'JAVASCRIPT://x/%0aalert(1)',
  'vbscript:/x',
  'data:text/html,x',
  'blob:https://ok.example/x',
  'file:///x',
  'about:/blank',
  'view-source://ok.example',
  'intent://x/#Intent;end',
  'intent://x/',
  'http://ok.example/',
  'http://127.0.0.2/',
  'http://127.0.0.1.evil.example/',
  'http://localhost@evil.example/',
  'http://localhost:1@evil.example/',
  'http:/evil.example',
  'https:/evil.example',
  'https:evil.example',
  'https://user@evil.example/',
  'https://evil.example\\@ok.example/',
  'https://a;b.example/',
  "https://a'b.example/",
  'https://räka.example/',
  'https://ok.example/#',
  'https://ok.example/ x',
  'https://ok.example/\n',
  'https://ok.example/"onclick="x',
  '//ok.example/',
  '/konto',
  '',
  'x',
])('takes no %s', (uri) => expect(isRedirectUri(uri)).toBe(false))

it.each<[registered: string, uri: string, matches: boolean]>([
  ['https://ok.example/cb', 'https://ok.example/cb', true],
  ['https://ok.example/cb', 'https://ok.example/cb/', false],
  ['https://ok.example/cb', 'https://OK.example/cb', false],
  ['https://ok.example/cb', 'https://ok.example:443/cb', false],
  ['https://ok.example/cb', 'https://ok.example/cb?x', false],
  ['http://127.0.0.1:1/cb', 'http://127.0.0.1:2/cb', true],
  ['http://127.0.0.1/cb', 'http://127.0.0.1:2/cb', true],
  ['http://[::1]:1/cb', 'http://[::1]/cb', true],
  ['http://localhost:1/cb', 'http://localhost:65535/cb', true],
  ['http://127.0.0.1:1/cb', 'http://localhost:1/cb', false],
  ['http://127.0.0.1:1/cb', 'http://127.0.0.1:2/cc', false],
  ['http://127.0.0.1:1/cb', 'http://127.0.0.1:2@evil.example/cb', false],
  ['http://127.0.0.1:1/cb', 'https://127.0.0.1:1/cb', false],
  ['app://x/cb', 'app://x:2/cb', false],
])('of %s takes %s: %s', (registered, uri, matches) => {
  expect(matchesRedirectUri(['https://else.example/', registered], uri)).toBe(matches)
})

it('tells where an address leads, and adds to it without changing it', () => {
  expect(['https://ok.example:8/x', 'http://localhost:1/', 'app://x/'].map(redirectHost)).toEqual([
    ...['ok.example:8', null, null],
  ])
  expect(['https://ok.example:8/x', 'http://127.0.0.1:1/x', 'http://[::1]:1/', 'app://x/'].map(redirectSource)).toEqual(
    [...['https://ok.example:8', 'http://127.0.0.1:1', 'http:', 'app:']],
  )
  expect(withParameters('https://ok.example/a/../%7e?x=1', { state: 'a&b' })).toBe(
    'https://ok.example/a/../%7e?x=1&state=a%26b',
  )
})
