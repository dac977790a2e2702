import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Publisher, startPublisher } from '../../../tests/support/played/publisher.ts'
import { FetchError } from './fetch-error.ts'
import { createFetcher, type Fetcher, type FetcherOptions } from './fetcher.ts'

let publisher: Publisher
const open: Fetcher[] = []

beforeAll(async () => {
  publisher = await startPublisher()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((fetcher) => fetcher.close()))
})
afterAll(() => publisher.close())

function fetcherWith(options: Partial<FetcherOptions> = {}): Fetcher {
  const fetcher = createFetcher({ allow: ['127.0.0.1'], userAgent: 'Test/1 (+https://example.com/om)', ...options })
  open.push(fetcher)
  return fetcher
}

async function failureOf(promise: Promise<unknown>): Promise<FetchError> {
  const error = await promise.then(
    () => new Error('it did not fail'),
    (reason) => reason,
  )
  if (!(error instanceof FetchError)) throw error
  return error
}

const lookupOf =
  (...addresses: string[]): NonNullable<FetcherOptions['lookup']> =>
  (_host, options, callback) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    if (options.all) callback(null, found)
    else callback(null, found[0]?.address ?? '', found[0]?.family)
  }

describe('a well-behaved publisher', () => {
  test('is asked with our name and answers with bytes and headers', async () => {
    publisher.serve('/plain', { body: '<rss/>', type: 'Text/XML; charset=UTF-8', etag: '"v1"' })
    const result = await fetcherWith().get(publisher.at('/plain'), { accept: 'application/rss+xml' })
    expect(result).toMatchObject({ status: 200, contentType: 'text/xml', redirects: [], bytes: 6 })
    expect(result.url).toBe(publisher.at('/plain'))
    expect(result.headers.etag).toBe('"v1"')
    expect(new TextDecoder().decode(result.body)).toBe('<rss/>')
    const requested = publisher.seen.findLast(({ path }) => path === '/plain')
    expect(requested?.headers).toMatchObject({
      'user-agent': 'Test/1 (+https://example.com/om)',
      accept: 'application/rss+xml',
    })
  })

  test('is asked conditionally and answers 304 without a body', async () => {
    publisher.serve('/validators', { body: '<rss/>', etag: '"v1"', lastModified: 'Fri, 20 Nov 2026 08:00:00 GMT' })
    const fetcher = fetcherWith()
    const byEtag = await fetcher.get(publisher.at('/validators'), { etag: '"v1"' })
    const byDate = await fetcher.get(publisher.at('/validators'), { lastModified: 'Fri, 20 Nov 2026 08:00:00 GMT' })
    expect([byEtag.status, byDate.status]).toEqual([304, 304])
    expect(byEtag.body).toHaveLength(0)
    expect(publisher.counts('/validators')).toEqual({ requests: 2, conditional: 2, notModified: 2 })
  })

  test('is still asked when a stored validator cannot be sent', async () => {
    publisher.serve('/odd-validator', { body: 'x' })
    const result = await fetcherWith().get(publisher.at('/odd-validator'), {
      etag: 'a\r\nX-Evil: 1',
      lastModified: 'ž',
    })
    expect(result.status).toBe(200)
    expect(publisher.counts('/odd-validator').conditional).toBe(0)
  })

  test.each(['gzip', 'br', 'zstd', 'deflate', 'deflate-raw'] as const)('may compress with %s', async (coding) => {
    const body = 'Räksmörgås '.repeat(5000)
    publisher.serve(`/${coding}`, { body, coding })
    const result = await fetcherWith().get(publisher.at(`/${coding}`))
    expect(new TextDecoder().decode(result.body)).toBe(body)
    expect(result.bytes).toBeLessThan(result.body.length)
  })

  test('may say gzip and send plain text, or leave the end of a gzip out', async () => {
    publisher.serve('/not-gzip', { body: '<rss/>', headers: { 'content-encoding': 'gzip' } })
    const fetcher = fetcherWith()
    expect(new TextDecoder().decode((await fetcher.get(publisher.at('/not-gzip'))).body)).toBe('<rss/>')
    const { gzipSync } = await import('node:zlib')
    const complete = gzipSync(Buffer.from('räka '.repeat(1000)))
    publisher.serve('/cut-gzip', { body: complete.subarray(0, -8), headers: { 'content-encoding': 'gzip' } })
    expect(new TextDecoder().decode((await fetcher.get(publisher.at('/cut-gzip'))).body)).toBe('räka '.repeat(1000))
  })

  const plain = '<rss><channel><title>Räksmörgås</title></channel></rss>'
  const utf16 = Buffer.from(`\ufeff${plain}`, 'utf16le')

  test.each<[coding: string, sent: 'plain' | 'gzip' | 'br', named: string]>([
    ...['none', 'utf-8', 'UTF-8', 'binary', 'aws-chunked', '8bit', 'compress', 'text/xml'].map(
      (name) => [name, 'plain', name] as [string, 'plain', string],
    ),
    ...['gzip, none', 'none, gzip', 'aws-chunked,gzip', 'GZIP, UTF-8', 'identity, x-gzip, binary'].map(
      (name) => [name, 'gzip', /none|aws-chunked|utf-8|binary/i.exec(name)?.[0] ?? ''] as [string, 'gzip', string],
    ),
    ['none', 'gzip', 'none'],
    ['utf-8, br', 'br', 'utf-8'],
    ['br', 'plain', 'br'],
    ['deflate', 'plain', 'deflate'],
  ])('may call its coding %s though it sent %s, and that is named', async (coding, sent, named) => {
    const { gzipSync, brotliCompressSync } = await import('node:zlib')
    const body = { plain: Buffer.from(plain), gzip: gzipSync(plain), br: brotliCompressSync(plain) }[sent]
    publisher.serve('/odd-coding', { body, headers: { 'content-encoding': coding } })
    const result = await fetcherWith().get(publisher.at('/odd-coding'))
    expect(new TextDecoder().decode(result.body)).toBe(plain)
    expect(result.problems).toEqual([
      `the content coding "${named.toLowerCase()}" is none that the body has, and was ignored`,
    ])
  })

  test.each([
    ['IDENTITY', Buffer.from(plain)],
    ['identity, identity', Buffer.from(plain)],
    ['', Buffer.from(plain)],
    ['none', utf16],
  ])('may send bytes that are readable under the coding "%s"', async (coding, body) => {
    publisher.serve('/as-is', { body, headers: { 'content-encoding': coding } })
    expect((await fetcherWith().get(publisher.at('/as-is'))).body).toEqual(body)
  })

  test.each<[codings: string | string[], undone: ('gzip' | 'br' | 'deflate' | 'zstd')[]]>([
    ['gzip, gzip', ['gzip', 'gzip']],
    [
      ['gzip', 'gzip'],
      ['gzip', 'gzip'],
    ],
    ['deflate, gzip', ['deflate', 'gzip']],
    ['gzip, deflate', ['gzip', 'deflate']],
    ['X-GZIP,br', ['gzip', 'br']],
    ['zstd, identity, gzip', ['zstd', 'gzip']],
    ['gzip, br, gzip', ['gzip', 'br', 'gzip']],
    // Named more often than it was done.
    ['gzip, gzip, gzip', ['gzip']],
    ['br, br', ['br']],
    ['deflate, gzip', ['gzip']],
  ])('may compress several times: %s', async (codings, undone) => {
    const { gzipSync, brotliCompressSync, deflateSync, zstdCompressSync } = await import('node:zlib')
    const pack = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync, zstd: zstdCompressSync }
    const body = undone.reduce<Buffer>((bytes, name) => pack[name](bytes), Buffer.from(plain))
    publisher.misbehave('/several', { kind: 'headers', headers: { 'content-encoding': codings }, body })
    expect(new TextDecoder().decode((await fetcherWith().get(publisher.at('/several'))).body)).toBe(plain)
  })

  test('may send a header of codings twice', async () => {
    const { gzipSync } = await import('node:zlib')
    for (const codings of [
      ['gzip', 'none'],
      ['gzip', 'gzip'],
    ]) {
      publisher.misbehave('/twice', {
        kind: 'headers',
        headers: { 'content-encoding': codings },
        body: gzipSync(plain),
      })
      expect(new TextDecoder().decode((await fetcherWith().get(publisher.at('/twice'))).body)).toBe(plain)
    }
  })

  test('may want a name and a password, which stay out of the result and out of other hosts', async () => {
    const other = await startPublisher()
    other.serve('/there', { body: 'x' })
    publisher.misbehave('/private', { kind: 'redirect', to: other.at('/there') })
    const result = await fetcherWith().get(publisher.at('/private').replace('//', '//me:s%C3%A5%20@'))
    const secret = `Basic ${Buffer.from('me:så ').toString('base64')}`
    expect(publisher.seen.at(-1)?.headers.authorization).toBe(secret)
    expect(other.seen.at(-1)?.headers.authorization).toBeUndefined()
    expect(JSON.stringify(result)).not.toContain('me:')
    await other.close()
  })
})

describe('redirects', () => {
  test('are followed and remembered', async () => {
    publisher.serve('/new', { body: 'here' })
    publisher.misbehave('/old', { kind: 'redirect', to: '/middle', status: 301 })
    publisher.misbehave('/middle', { kind: 'redirect', to: publisher.at('/new#part'), status: 307 })
    const result = await fetcherWith().get(publisher.at('/old'))
    expect(result.url).toBe(publisher.at('/new'))
    expect(result.redirects).toEqual([
      { from: publisher.at('/old'), to: publisher.at('/middle'), status: 301 },
      { from: publisher.at('/middle'), to: publisher.at('/new'), status: 307 },
    ])
  })

  test('end after five, in a loop as in a chain', async () => {
    publisher.misbehave('/loop', { kind: 'redirect-loop' })
    const error = await failureOf(fetcherWith().get(publisher.at('/loop')))
    expect(error.kind).toBe('redirects')
    expect(publisher.counts('/loop').requests).toBe(6)
  })

  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://[::ffff:169.254.169.254]/',
    'http://0x7f.2/',
    'http://2130706434/',
    'http://10.0.0.1:8080/',
    'http://0/',
  ])('to %s are refused', async (to) => {
    publisher.misbehave('/inward', { kind: 'redirect', to })
    const error = await failureOf(fetcherWith().get(publisher.at('/inward')))
    expect(error.kind).toBe('refused_address')
  })

  test.each(['file:///etc/passwd', 'ftp://example.com/feed', 'javascript:alert(1)', 'data:text/xml,<rss/>', 'http://'])(
    'to %s are refused',
    async (to) => {
      publisher.misbehave('/elsewhere', { kind: 'redirect', to })
      expect((await failureOf(fetcherWith().get(publisher.at('/elsewhere')))).kind).toBe('protocol')
    },
  )
})

describe('cookies of redirects', () => {
  const seenAt = (path: string) =>
    publisher.seen.filter((request) => request.path === path).map(({ headers }) => headers.cookie)
  const redirect = (path: string, to: string, cookies: string[]) =>
    publisher.misbehave(path, { kind: 'headers', status: 302, headers: { location: to, 'set-cookie': cookies } })

  test('go back within the fetch, to an address that wants them too, and are forgotten with it', async () => {
    publisher.serve('/behind', { body: 'x' })
    redirect('/wall', '/check', ['seen=1; Path=/', 'other=2; HttpOnly'])
    redirect('/check', '/behind', ['checked=3'])
    const fetcher = fetcherWith()
    for (const _ of [1, 2]) expect((await fetcher.get(publisher.at('/wall'))).status).toBe(200)
    await fetcher.get(publisher.at('/behind'))
    expect(seenAt('/wall')).toEqual([undefined, undefined])
    expect(seenAt('/check')).toEqual(Array(2).fill('seen=1; other=2'))
    expect(seenAt('/behind')).toEqual([...Array(2).fill('seen=1; other=2; checked=3'), undefined])
  })

  test('stand behind those of the caller, who knows what they are for', async () => {
    publisher.serve('/inside', { body: 'x' })
    redirect('/door', '/inside', ['new=1'])
    await fetcherWith().get(publisher.at('/door'), { credentials: { Cookie: 'login=me' } })
    expect(seenAt('/inside')).toEqual(['login=me; new=1'])
  })

  test('stay on their site', async () => {
    const { port } = new URL(publisher.url)
    const fetcher = fetcherWith({ lookup: lookupOf('127.0.0.1') })
    publisher.serve('/end', { body: 'x' })
    redirect('/start', `http://annan.example:${port}/between`, [
      'here=1',
      'all=2; Domain=blad.example',
      'bad=3; Domain=example',
    ])
    redirect('/between', `http://media.blad.example:${port}/end`, ['there=4; Domain=blad.example'])
    await fetcher.get(`http://www.blad.example:${port}/start`)
    expect([seenAt('/between'), seenAt('/end')]).toEqual([[undefined], ['all=2']])
  })
})

describe('addresses', () => {
  test('loopback is refused unless allowed, without a request', async () => {
    publisher.serve('/secret', { body: 'x' })
    const error = await failureOf(fetcherWith({ allow: [] }).get(publisher.at('/secret')))
    expect(error.kind).toBe('refused_address')
    expect(error.message).toContain('127.0.0.1')
    expect(publisher.counts('/secret').requests).toBe(0)
  })

  test('a name that resolves to a private address is refused', async () => {
    publisher.serve('/rebound', { body: 'x' })
    const { port } = new URL(publisher.url)
    const fetcher = fetcherWith({ allow: [], lookup: lookupOf('127.0.0.1') })
    const error = await failureOf(fetcher.get(`http://feeds.example.com:${port}/rebound`))
    expect(error.kind).toBe('refused_address')
    expect(publisher.counts('/rebound').requests).toBe(0)
  })

  test('the address that was checked is the one connected to, whatever the name says next', async () => {
    publisher.serve('/pinned', { body: 'x' })
    const { port } = new URL(publisher.url)
    const fetcher = fetcherWith({ lookup: lookupOf('10.0.0.1', '127.0.0.1', '169.254.169.254') })
    const result = await fetcher.get(`http://feeds.example.com:${port}/pinned`)
    expect(result.status).toBe(200)
    expect(publisher.seen.at(-1)?.headers.host).toBe(`feeds.example.com:${port}`)
  })

  test('a name is judged anew at every connection', async () => {
    publisher.serve('/rebinding', { body: 'x', headers: { connection: 'close' } })
    const { port } = new URL(publisher.url)
    const answers = ['127.0.0.1', '127.0.0.1', '10.0.0.1']
    const fetcher = fetcherWith({
      lookup: (host, options, callback) => lookupOf(answers.shift() ?? '10.0.0.1')(host, options, callback),
    })
    const url = `http://feeds.example.com:${port}/rebinding`
    expect((await fetcher.get(url)).status).toBe(200)
    expect((await failureOf(fetcher.get(url))).kind).toBe('refused_address')
  })

  test('a name that does not resolve says so', async () => {
    const notFound = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
    const fetcher = fetcherWith({ lookup: (_host, _options, callback) => callback(notFound, '') })
    const error = await failureOf(fetcher.get('http://nowhere.example.com/feed'))
    expect(error).toMatchObject({ kind: 'dns', reached: false, code: 'unavailable' })
    expect(error.message).toContain('nowhere.example.com')
  })

  test('names that never resolve are given up', { tags: 'slow' }, async () => {
    const fetcher = fetcherWith({ allow: [], lookup: () => {}, limits: { connectMs: 100 } })
    const error = await failureOf(fetcher.get('http://tarpit.example.com/feed'))
    expect(error).toMatchObject({ kind: 'timeout', reached: false })
  })
})

describe('a hostile publisher', () => {
  const hasty = { limits: { totalMs: 400 } }
  const small = { limits: { maxBytes: 1_000_000 } }

  test.each(['slow-loris', 'silence'] as const)('%s ends with the time that a fetch may take', async (kind) => {
    publisher.misbehave(`/${kind}`, { kind })
    expect((await failureOf(fetcherWith(hasty).get(publisher.at(`/${kind}`)))).kind).toBe('timeout')
  })

  test.each([
    ['endless', 'too_large'],
    ['hang-up', 'connection'],
    ['nonsense', 'protocol'],
  ] as const)('%s ends as %s', async (kind, expected) => {
    publisher.misbehave(`/${kind}`, { kind })
    expect((await failureOf(fetcherWith(small).get(publisher.at(`/${kind}`)))).kind).toBe(expected)
  })

  test('a gzip bomb is stopped at the limit of what it unpacks to', { tags: 'slow' }, async () => {
    publisher.misbehave('/bomb', { kind: 'gzip-bomb', bytes: 100_000_000 })
    const error = await failureOf(fetcherWith(small).get(publisher.at('/bomb')))
    expect(error.kind).toBe('too_large')
  })

  test.each(['br', 'zstd', 'deflate', 'deflate-raw'] as const)('so is a %s bomb', async (coding) => {
    publisher.serve('/other-bomb', { body: Buffer.alloc(5_000_000), coding })
    const error = await failureOf(fetcherWith(small).get(publisher.at('/other-bomb')))
    expect(error.kind).toBe('too_large')
  })

  test('so is a bomb within a bomb', { tags: 'slow' }, async () => {
    const { gzipSync } = await import('node:zlib')
    const body = gzipSync(gzipSync(Buffer.alloc(50_000_000)))
    publisher.serve('/inner-bomb', { body, headers: { 'content-encoding': 'gzip, gzip' } })
    expect((await failureOf(fetcherWith(small).get(publisher.at('/inner-bomb')))).kind).toBe('too_large')
  })

  test('unknown codings, and more than five, are not undone', async () => {
    const { gzipSync } = await import('node:zlib')
    const bodies: [string, Uint8Array][] = [
      ['gzip, gzip, gzip, gzip, gzip, gzip', gzipSync('x')],
      ['gzip, br', gzipSync('x')],
      ['compress', Buffer.from([0x1f, 0x9d, 0x90, 0x78, 0])],
      ['compress', Buffer.from([0x1f, 0x8b, 1])],
      ['aes128gcm', Buffer.from(Array.from({ length: 300 }, (_, n) => (n * 71) % 256))],
      ['gzip, dcz', gzipSync(Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0, 1, 2, 3]))],
    ]
    for (const [coding, body] of bodies) {
      publisher.serve('/nested', { body, headers: { 'content-encoding': coding } })
      const error = await failureOf(fetcherWith().get(publisher.at('/nested')))
      expect([coding, error.kind]).toEqual([coding, 'protocol'])
    }
  })

  test('a body exactly as large as allowed is read, one byte more is not', async () => {
    publisher.serve('/full', { body: Buffer.alloc(1000), coding: 'gzip' })
    publisher.serve('/over', { body: Buffer.alloc(1001), coding: 'gzip' })
    const fetcher = fetcherWith({ limits: { maxBytes: 1000 } })
    expect((await fetcher.get(publisher.at('/full'))).body).toHaveLength(1000)
    expect((await failureOf(fetcher.get(publisher.at('/over')))).kind).toBe('too_large')
  })

  test('a body that breaks off before its promised length is a failure', async () => {
    publisher.misbehave('/truncated', { kind: 'truncated', body: '<rss><channel>' })
    expect((await failureOf(fetcherWith().get(publisher.at('/truncated')))).kind).toBe('connection')
  })

  test('a corrupt gzip is a failure with a sentence', async () => {
    const body = Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0]), Buffer.alloc(500, 7)])
    publisher.serve('/corrupt', { body, headers: { 'content-encoding': 'gzip' } })
    const error = await failureOf(fetcherWith().get(publisher.at('/corrupt')))
    expect(error).toMatchObject({ kind: 'protocol' })
    expect(error.message).toContain('cannot be decompressed')
  })

  test('plain HTTP on an https address is a TLS failure', async () => {
    const error = await failureOf(fetcherWith().get(publisher.at('/').replace('http:', 'https:')))
    expect(error.kind).toBe('tls')
  })

  test('error pages are results, and their bodies are not kept', async () => {
    publisher.misbehave('/busy', { kind: 'status', status: 429, retryAfter: '120' })
    const result = await fetcherWith().get(publisher.at('/busy'))
    expect(result).toMatchObject({ status: 429, bytes: 0, headers: { 'retry-after': '120' } })
  })

  test('does not keep others waiting', async () => {
    const good = await startPublisher()
    good.serve('/feed', { body: '<rss/>' })
    publisher.misbehave('/slow', { kind: 'slow-loris' })
    const fetcher = fetcherWith()
    const controller = new AbortController()
    const slow = failureOf(fetcher.get(publisher.at('/slow'), { signal: controller.signal }))
    const first = await Promise.race([slow, fetcher.get(good.at('/feed'))])
    expect(first).toMatchObject({ status: 200 })
    controller.abort()
    await slow
    await good.close()
  })
})

/** Bytes of `text` as a header carries them. */
const raw = (text: string, coding: 'utf8' | 'latin1') => Buffer.from(text, coding).toString('latin1')

test.each([
  ['UTF-8', raw('/räka/日本?q=å&r=é', 'utf8'), '/r%C3%A4ka/%E6%97%A5%E6%9C%AC?q=%C3%A5&r=%C3%A9'],
  ['Latin-1', raw('/räka?q=å', 'latin1'), '/r%C3%A4ka?q=%C3%A5'],
  ['percent-encoding', '/r%C3%A4ka?q=%E5', '/r%C3%A4ka?q=%E5'],
])('a Location in %s is followed', async (_coding, location, path) => {
  publisher.misbehave('/moved', { kind: 'redirect', to: location })
  publisher.serve(path, { body: 'here' })
  const result = await fetcherWith().get(publisher.at('/moved'))
  expect(result).toMatchObject({ status: 200, url: publisher.at(path), redirects: [{ to: publisher.at(path) }] })
})

describe('calling off and being down', () => {
  test('the caller can call a fetch off, before and while it runs', async () => {
    publisher.misbehave('/never', { kind: 'silence' })
    const controller = new AbortController()
    const running = failureOf(fetcherWith().get(publisher.at('/never'), { signal: controller.signal }))
    while (publisher.counts('/never').requests === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    controller.abort()
    expect((await running).kind).toBe('aborted')
    const already = failureOf(fetcherWith().get(publisher.at('/never'), { signal: AbortSignal.abort() }))
    expect((await already).kind).toBe('aborted')
    expect(publisher.counts('/never').requests).toBe(1)
  })

  test('closing ends what runs and what waits, as aborted', async () => {
    publisher.misbehave('/never', { kind: 'silence' })
    const fetcher = fetcherWith()
    const before = publisher.counts('/never').requests
    const kinds = Array.from({ length: 30 }, async () => (await failureOf(fetcher.get(publisher.at('/never')))).kind)
    while (publisher.counts('/never').requests < before + 8) await new Promise((resolve) => setTimeout(resolve, 5))
    await fetcher.close()
    expect(new Set(await Promise.all(kinds))).toEqual(new Set(['aborted']))
    expect(publisher.counts('/never').requests).toBe(before + 8)
  })

  test('a host that cannot be reached three times is left alone by pages, not by feeds', async () => {
    const gone = await startPublisher()
    await gone.close()
    const fetcher = fetcherWith()
    const query = async (skipDown: boolean) => (await failureOf(fetcher.get(gone.at('/page'), { skipDown }))).kind
    expect([await query(true), await query(true), await query(true)]).toEqual([
      'connection',
      'connection',
      'connection',
    ])
    expect(await query(true)).toBe('host_down')
    expect(await query(false)).toBe('connection')
  })

  test('a host that asks for a pause gets it from pages', async () => {
    publisher.serve('/page', { body: 'x' })
    publisher.misbehave('/busy', { kind: 'status', status: 503, retryAfter: '300' })
    const fetcher = fetcherWith()
    await fetcher.get(publisher.at('/busy'))
    expect((await failureOf(fetcher.get(publisher.at('/page'), { skipDown: true }))).kind).toBe('host_down')
    expect((await fetcher.get(publisher.at('/page'))).status).toBe(200)
  })
})
