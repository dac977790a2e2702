/** A person at the console's door, without a browser: cookies and the form's token are kept as a browser keeps them. */
import type { TestWeb } from './web.ts'

type Answer = Awaited<ReturnType<TestWeb['app']['inject']>>

/** A field of boxes has a value for each that is ticked. */
export type Form = Record<string, string | string[]>

export interface Visitor {
  get(url: string): Promise<Answer>
  post(url: string, fields?: Form, headers?: Record<string, string>): Promise<Answer>
}

const pairsOf = (fields: Form): [string, string][] =>
  Object.entries(fields).flatMap(([name, values]) => [values].flat().map((value): [string, string] => [name, value]))

export function visitorAt(web: TestWeb): Visitor {
  const cookies = new Map<string, string>()
  let form = ''
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const keep = (answer: Answer) => {
    for (const { name, value } of answer.cookies) value ? cookies.set(name, value) : cookies.delete(name)
    form = /name="form" value="([^"]+)"/.exec(answer.body)?.[1] ?? form
    return answer
  }
  return {
    get: async (url) => keep(await web.app.inject({ url, headers: { cookie: cookie() } })),
    post: async (url, fields = {}, headers = {}) =>
      keep(
        await web.app.inject({
          method: 'POST',
          url,
          headers: {
            cookie: cookie(),
            origin: web.config.BASE_URL,
            'sec-fetch-site': 'same-origin',
            'content-type': 'application/x-www-form-urlencoded',
            ...headers,
          },
          payload: new URLSearchParams(pairsOf({ form, ...fields })).toString(),
        }),
      ),
  }
}

/** Signed in with the operator's token. */
export async function operatorAt(web: TestWeb, token: string): Promise<Visitor> {
  await web.database.db.deleteFrom('rate_hits').execute()
  const visitor = visitorAt(web)
  await visitor.get('/admin')
  const { statusCode } = await visitor.post('/admin/in', { token })
  if (statusCode !== 303) throw new Error(`the door answered ${statusCode}`)
  await visitor.get('/admin')
  return visitor
}
