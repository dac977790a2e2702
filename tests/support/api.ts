/** The API as its clients meet it: the generated client over the real app, and every answer held against the document. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { InjectOptions } from 'fastify'
import { type Client, createClient } from '../../clients/typescript/client.ts'
import type { OpenApi } from '../../src/surfaces/rest/openapi.ts'
import { signIn } from './people.ts'
import { startTestWeb, type TestWeb } from './web.ts'

export interface TestApi {
  web: TestWeb
  document: OpenApi
  /** The client that comes with the project; `token` signs its requests. */
  client(token?: string): Client
  call(method: 'GET' | 'POST' | 'DELETE', url: string, options?: CallOptions): Promise<Called>
  /** Throws when an answer is not what the document says of it. */
  check(method: string, url: string, status: number, body: unknown): void
  /** A new account with a token, by a mailed code. */
  signIn(email: string): Promise<string>
  close(): Promise<void>
}

export interface CallOptions {
  token?: string
  body?: unknown
  headers?: Record<string, string>
  ip?: string
}

export interface Called {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: what came is what the test looks at
  body: any
  headers: Record<string, string | undefined>
}

export async function startApi(env: Record<string, string> = {}): Promise<TestApi> {
  const web = await startTestWeb(env)
  const document = (await web.app.inject('/api/v1/openapi.json')).json() as OpenApi
  const check = answerCheck(document)

  async function call(method: 'GET' | 'POST' | 'DELETE', url: string, options: CallOptions = {}): Promise<Called> {
    const request: InjectOptions = { method, url, headers: { ...options.headers } }
    if (options.token) request.headers = { ...request.headers, authorization: `Bearer ${options.token}` }
    if (options.ip) request.remoteAddress = options.ip
    if (options.body !== undefined) {
      request.payload = JSON.stringify(options.body)
      request.headers = { 'content-type': 'application/json', ...request.headers }
    }
    const response = await web.app.inject(request)
    const body = response.body === '' ? null : JSON.parse(response.body)
    check(method, url, response.statusCode, body)
    return { status: response.statusCode, body, headers: response.headers as Called['headers'] }
  }

  const viaInject: typeof fetch = async (url, init) => {
    const response = await web.app.inject({
      method: (init?.method ?? 'GET') as 'GET',
      url: String(url),
      headers: init?.headers as Record<string, string>,
      ...(init?.body ? { payload: String(init.body) } : {}),
    })
    return new Response(response.body, {
      status: response.statusCode,
      headers: response.headers as Record<string, string>,
    })
  }

  return {
    web,
    document,
    client: (token) =>
      createClient({ baseUrl: web.config.BASE_URL, fetch: viaInject, ...(token === undefined ? {} : { token }) }),
    call,
    check,
    signIn: async (email) => (await signIn(web, email)).token,
    close: () => web.close(),
  }
}

/** Throws when an answer is not what the document says of its operation and status; no field beyond it is let through. */
function answerCheck(document: OpenApi) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const closed = structuredClone(document)
  closeObjects(closed)
  ajv.addSchema(closed, 'api')
  const validators = new Map<string, ValidateFunction>()
  const validatorOf = (pointer: string) => {
    const known = validators.get(pointer) ?? ajv.compile({ $ref: `api${pointer}/content/application~1json/schema` })
    validators.set(pointer, known)
    return known
  }
  const routes = Object.entries(document.paths).map(([path, methods]) => ({
    path,
    methods,
    // Words before parameters: /entries/popular is not /entries/{id}.
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  return (method: string, url: string, status: number, body: unknown): void => {
    const route = routes.find(({ pattern }) => pattern.test(url.split('?')[0] ?? ''))
    const operation = route?.methods[method.toLowerCase()]
    if (!route || !operation) return
    const response = operation.responses[String(status)]
    if (!response) throw new Error(`${method} ${route.path}: status ${status} is not in the document`)
    const pointer = response.$ref
      ? String(response.$ref)
      : `#/paths/${pointerTo(route.path)}/${method.toLowerCase()}/responses/${status}`
    const validate = validatorOf(pointer)
    if (!validate(body))
      throw new Error(`${method} ${url} ${status}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`)
  }
}

const pointerTo = (path: string) => encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))

function closeObjects(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  const schema = node as { type?: unknown; properties?: unknown; additionalProperties?: unknown }
  if (schema.type === 'object' && schema.properties && schema.additionalProperties === undefined)
    schema.additionalProperties = false
  for (const child of Object.values(node)) closeObjects(child)
}
