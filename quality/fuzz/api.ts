/**
 * Hostile requests made from the OpenAPI document: `npm run fuzz:api [requests] [seed]`. No answer may be an error of
 * ours, show a stack, differ from the document, or repeat what was not validated.
 */
import fc from 'fast-check'
import type { OpenApi, Operation } from '../../src/surfaces/rest/openapi.ts'
import { startApi, type TestApi } from '../../tests/support/api.ts'
import { seedArticles, seedFeed, seedTag } from '../../tests/support/build.ts'

interface FuzzRequest {
  operationId: string
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  headers: Record<string, string>
  body: string | null
  signed: boolean
}

/** Stands in every value that must not come back. */
const canary = 'zq9canary'

const nasty = [
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  '0x10',
  '1.5',
  '9007199254740993',
  '99999999999999999999999999',
  'NaN',
  'null',
  'true',
  '[]',
  '\u0000',
  `${canary}\u0000`,
  '\u202e\ufeff\u200b',
  '\ud83d\ude00',
  'a'.repeat(501),
  `'; drop table articles; --${canary}`,
  `"><script>${canary}</script>`,
  `\${7*7}{{7*7}}%{${canary}}`,
  `../../../etc/${canary}`,
  `\r\nset-cookie: ${canary}=1`,
  '2026-11-21',
  '0000-01-01',
  '9999-12-31T23:59:59Z',
  '+275760-09-13',
  'sv',
  'popular',
  'active',
  '__proto__',
  'constructor',
  '%',
  '\\',
  `-"${canary}" or & | ! ( ) : *`,
]

const hostile = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...nasty) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.toWellFormed() + canary) },
  { weight: 1, arbitrary: fc.integer().map(String) },
)

/** Sometimes as it should be, so that requests get past the door. */
const valueFor = (good: string[]) =>
  fc.oneof({ weight: 1, arbitrary: fc.constantFrom(...good) }, { weight: 2, arbitrary: hostile })

const fitting: Record<string, string[]> = {
  page: ['1', '2', '9'],
  per_page: ['1', '100'],
  lang: ['sv', 'en'],
  sort: ['newest', 'popular'],
  status: ['active'],
  apple_relevant: ['true'],
  include_transcript: ['true'],
  since: ['2026-11-20T00:00:00Z'],
  until: ['2026-11-21T00:00:00+01:00'],
  q: ['headline', 'a b'],
  limit: ['1', '50'],
}
const ids = ['1', '2', 'prov', '1-slug', 'avsnitt-1']

const escaped = (text: string) => encodeURIComponent(text)
/** Now and then an address as no client should write it. */
const inPath = valueFor(ids).chain((text) =>
  fc.constantFrom(escaped(text), escaped(text), '%E0%A4%A', '%zz', '..', '%2e%2e%2f', ';a=b'),
)

const json = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc
    .record(
      {
        provider: valueFor(['email', 'apple', 'google']),
        email: valueFor(['ann@example.se', 'per@example.se']),
        code: valueFor(['000000']),
        id_token: valueFor(['a.b.c']),
        nonce: hostile,
        extra: fc.jsonValue({ maxDepth: 2 }),
      },
      { requiredKeys: [] },
    )
    .map((body) => JSON.stringify(body)),
  fc.constantFrom(
    '',
    '{',
    '[',
    'null',
    '"text"',
    '{"provider":{"$ne":1}}',
    '{"__proto__":{"provider":"email"}}',
    '\u0000',
  ),
  fc.constantFrom(`{"provider":"email","email":"${'x'.repeat(70_000)}"}`, `${'['.repeat(5000)}`),
)

const printable = (text: string) => text.replace(/[^\x20-\x7e]/g, '')
const headers = fc
  .record(
    {
      authorization: fc.oneof(
        fc.constantFrom('Bearer', 'Bearer x', `Bearer kh_${'A'.repeat(43)}`, 'Basic YTpi'),
        hostile.map(printable),
      ),
      'if-none-match': fc.oneof(fc.constantFrom('*', 'W/"x"', '"'), hostile.map(printable)),
      'accept-encoding': fc.constantFrom('gzip', 'br;q=1', 'zstd, *;q=0', ';;;q=,', 'identity;q=0'),
      'content-type': fc.constantFrom('application/json', 'text/plain', 'application/json; charset=x', 'nonsense'),
      'x-forwarded-for': hostile.map(printable),
      cookie: hostile.map(printable),
    },
    { requiredKeys: [] },
  )
  .map((values) => ({ ...values }) as Record<string, string>)

function requestsOf(document: OpenApi): fc.Arbitrary<FuzzRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // A stream has no end to wait for.
      .filter(([, { responses }]) => !JSON.stringify(responses).includes('text/event-stream'))
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  return fc.constantFrom(...operations).chain(({ path, method, operation }) =>
    fc.record({
      operationId: fc.constant(operation.operationId),
      method: fc.constant(method as FuzzRequest['method']),
      url: fc.tuple(inPath, queryOf(operation)).map(([id, query]) => path.replace('{id}', id) + query),
      headers,
      body: method === 'GET' ? fc.constant(null) : fc.option(json),
      signed: fc.boolean(),
    }),
  )
}

function queryOf(operation: Operation): fc.Arbitrary<string> {
  const names = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  const pairs = names.map((name) =>
    fc.option(
      valueFor(fitting[name] ?? ['1']).map((value) => [name, value]),
      { freq: 3 },
    ),
  )
  const stray = fc.option(fc.tuple(fc.constantFrom('token', 'page', '__proto__', 'x[]', canary), hostile), { freq: 4 })
  return fc.tuple(...pairs, stray).map((all) => {
    const given = all
      .filter((pair) => pair !== null)
      .map(([name, value]) => `${escaped(name ?? '')}=${escaped(value ?? '')}`)
    return given.length === 0 ? '' : `?${given.join('&')}`
  })
}

/** Repeats its question, which was validated, in `meta.filters` alone. */
const searches = new Set(['searchEntries', 'search', 'listEvents', 'listTagEvents'])

/** Unknown names are repeated in `meta.ignored` and between the quotation marks of an error, as plain words alone. */
const plain = /"[\w.[\]?-]{1,100}"/g

function unexpectedEcho(request: FuzzRequest, text: string): boolean {
  if (!text.includes(canary)) return false
  const { data, error, meta } = JSON.parse(text)
  const ignored = JSON.stringify(meta.ignored ?? []).replace(plain, '')
  const filters = searches.has(request.operationId) ? null : meta.filters
  const message = error?.message.replace(plain, '')
  return JSON.stringify({ data, message, ignored, meta: { ...meta, ignored: null, filters } }).includes(canary)
}

/** Clients resolve dots in an address before they send it. */
const arrivesAt = (url: string) => new URL(url, 'http://site.example').pathname

export async function fuzzApi(requests: number, seed: number): Promise<Record<string, number>> {
  const api = await startApi()
  const statuses: Record<string, number> = {}
  try {
    let token = await prepare(api)
    let visitor = 0
    const property = fc.asyncProperty(requestsOf(api.document), async (request) => {
      const sent = { ...request.headers }
      if (request.signed) sent.authorization = `Bearer ${token}`
      if (request.body !== null) sent['content-type'] ??= 'application/json'
      visitor++
      const response = await api.web.app.inject({
        method: request.method,
        url: request.url,
        headers: sent,
        remoteAddress: `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`,
        ...(request.body === null ? {} : { payload: request.body }),
      })
      const status = response.statusCode
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status >= 500) throw new Error(`status ${status}: ${response.body}`)
      if (JSON.stringify(response.headers).includes(canary)) throw new Error('a header repeats what was sent')
      if (response.headers['content-encoding'] === undefined) {
        const text = response.body
        if (/\n\s+at |node_modules|\/src\/|\.ts:\d/.test(text)) throw new Error(`a stack: ${text}`)
        if (unexpectedEcho(request, text)) throw new Error(`repeats what was sent: ${text}`)
        if (text !== '') api.check(request.method, arrivesAt(request.url), status, JSON.parse(text))
      }
      if (status === 200 && ['logout', 'deleteAccount'].includes(request.operationId)) token = await signIn(api)
    })
    await fc.assert(property, { numRuns: requests, seed, endOnFailure: true })
    return statuses
  } finally {
    await api.close()
  }
}

async function prepare(api: TestApi): Promise<string> {
  const { database } = api.web
  const [feed, tag] = [await seedFeed(database), await seedTag(database, 'Prov', 'prov')]
  await seedArticles(
    database,
    Array.from({ length: 30 }, () => ({ feed_id: feed, tag_ids: [tag] })),
  )
  return signIn(api)
}

let people = 0
const signIn = (api: TestApi) => api.signIn(`fuzz${++people}@example.se`)

if (import.meta.main) {
  const [requests = '10000', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2)
  const statuses = await fuzzApi(Number(requests), Number(seed))
  console.log(`${requests} requests, seed ${seed}: no fault. Statuses: ${JSON.stringify(statuses)}`)
}
