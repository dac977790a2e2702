/** Example calls of an endpoint with curl and with the typed client, and values of its parameters. */
import type { Operation } from './openapi.ts'

export interface Entry {
  method: string
  path: string
  operation: Operation
}

type Values = Record<string, unknown>

/** The receiver's of RFC 8291, section 5. */
const keys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

/** Values of optional parameters without which a call is refused. */
const examples: Record<string, { query?: Values; body?: Values }> = {
  login: { body: { provider: 'email', email: 'reader@example.com' } },
  saveEvent: { body: { event_id: 1 } },
  unsaveEvent: { query: { event_id: 1 } },
  markRead: { body: { event_ids: [1] } },
  saveMyAlert: { body: { kind: 'followed', ways: ['mail'], min_sources: 3 } },
  removeMyAlert: { query: { kind: 'followed' } },
  saveMyQuietTime: { body: { timezone: 'Europe/Stockholm', from: '22:00', until: '07:00' } },
  savePushSubscription: { body: { endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV', keys } },
  addMyWebhook: { body: { url: 'https://receiver.example.com/alerts' } },
  resumeMyWebhook: { body: { id: 7 } },
  makeAppPassword: { body: { name: 'Reading app' } },
  makeKey: { body: { name: 'Morning agent', access: 'read' } },
  listMyRead: { query: { event_ids: '1,2' } },
}
const follow = { kind: 'search', key: 'battery' }
const mute = { kind: 'word', key: 'rumour' }

export interface Example {
  path: Values
  query: Values
  body: Values | undefined
}

export function exampleOf({ path, operation }: Entry): Example {
  const { operationId, parameters, requestBody } = operation
  const readerAction = path.endsWith('/me/follows') ? follow : path.endsWith('/me/mutes') ? mute : {}
  const exampleValue = ({ name, schema }: Operation['parameters'][number]): [string, unknown] => [
    name,
    name in readerAction
      ? readerAction[name as keyof typeof readerAction]
      : name === 'q'
        ? 'battery'
        : Array.isArray(schema.examples)
          ? schema.examples[0]
          : schema.type === 'integer'
            ? 1
            : '1',
  ]
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const perPage = inQuery.some(({ name }) => name === 'per_page') ? { per_page: 5 } : {}
  const required = Object.fromEntries(inQuery.filter((parameter) => parameter.required).map(exampleValue))
  return {
    path: Object.fromEntries(inPath.map(exampleValue)),
    query: { ...perPage, ...required, ...examples[operationId]?.query },
    body: requestBody && (examples[operationId]?.body ?? readerAction),
  }
}

export function curlOf(entry: Entry, baseUrl: string): string {
  const { path, query, body } = exampleOf(entry)
  const filledPath = entry.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])))
  const search = new URLSearchParams(query as Record<string, string>).toString()
  const address = `'${baseUrl}${filledPath}${search && `?${search}`}'`
  const lines = [
    ['curl', isStream(entry) && '-N', entry.method !== 'GET' && `-X ${entry.method}`, address]
      .filter(Boolean)
      .join(' '),
    ...(needsToken(entry) ? [`-H "Authorization: Bearer $TOKEN"`] : []),
    ...(body ? [`-H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`] : []),
  ]
  return lines.join(' \\\n  ')
}

export function typescriptOf(entry: Entry): string {
  if (isStream(entry)) return 'for await (const change of followChanges(client)) console.log(change.type, change.id)'
  const parts = Object.entries(exampleOf(entry)).filter(([, values]) => values && Object.keys(values).length > 0)
  const input = parts.map(([name, values]) => `${name}: ${literal(values as Values)}`).join(', ')
  return `const answer = await client.${entry.method.toLowerCase()}('${entry.path}'${input && `, { ${input} }`})`
}

const literal = (values: Values) =>
  `{ ${Object.entries(values)
    .map(([name, value]) => `${name}: ${quoted(value)}`)
    .join(', ')} }`

const quoted = (value: unknown) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value))

const needsToken = ({ operation }: Entry) => operation.security.length === 1

const isStream = ({ operation }: Entry) => 'text/event-stream' in ((operation.responses[200]?.content as object) ?? {})
