/** Servers of language models on this machine and at addresses that are given, with what each has. */
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { foldSpace } from '../text/text.ts'
import type { ModelServer } from './models.ts'

/** Default port of each. */
const PORTS: Record<string, number> = { Ollama: 11434, 'LM Studio': 1234, 'llama.cpp': 8080, vLLM: 8000 }
/** Owner of its models by each server's name for it. */
const OWNERS: Record<string, string> = {
  library: 'Ollama',
  organization_owner: 'LM Studio',
  llamacpp: 'llama.cpp',
  vllm: 'vLLM',
}
const OTHER = 'OpenAI-compatible'
const MAX_ADDRESSES = 20
const MAX_MODELS = 200
const MAX_BYTES = 1_000_000
const PATIENCE_MS = 3000

/** `ports`: where servers of this machine, and of addresses without a port, are looked for. */
export async function findModelServers(
  addresses: readonly string[],
  ports: Record<string, number> = PORTS,
): Promise<ModelServer[]> {
  if (addresses.length > MAX_ADDRESSES)
    throw new AppError('bad_request', `At most ${MAX_ADDRESSES} addresses are looked at.`)
  const origins = addresses.map((address) => ({ address, at: originsOf(address, Object.values(ports)) }))
  const [local, ...given] = await Promise.all(
    [{ address: null, at: originsOf('127.0.0.1', Object.values(ports)) }, ...origins].map(async ({ address, at }) => {
      const answers = await Promise.all(at.map((origin) => query(origin, ports)))
      const found = answers.filter((server) => server !== null)
      return found.length > 0 || address === null
        ? found
        : [{ kind: '', baseUrl: address, models: [], errorState: 'nobody' as const }]
    }),
  )
  const all = [...(local ?? []), ...given.flat()]
  return all.filter(({ baseUrl }, at) => all.findIndex((other) => other.baseUrl === baseUrl) === at)
}

/** One of each port where it names none. Throws `bad_request` for what is no address. */
function originsOf(address: string, ports: readonly number[]): string[] {
  const url = URL.parse(/^https?:\/\//i.test(address) ? address : `http://${address}`)
  if (!url || !/^(\/|\/v1\/?)$/.test(url.pathname) || url.search || url.username)
    throw new AppError('bad_request', `"${address}" is no address, as 192.168.1.20 or http://gpu.lan:8000.`)
  const isGiven = url.port !== '' || url.protocol === 'https:' || /:80(\/|$)/.test(address)
  return isGiven ? [url.origin] : ports.map((port) => `http://${url.hostname}:${port}`)
}

const Listed = z.object({
  data: z.array(z.object({ id: z.string(), owned_by: z.string().optional() })),
})
const Tags = z.object({ models: z.array(z.object({ name: z.string() })) })

/** Null where nothing answers, or something else. */
async function query(origin: string, ports: Record<string, number>): Promise<ModelServer | null> {
  const baseUrl = `${origin}/v1`
  const answer = await getJson(`${baseUrl}/models`)
  if (answer === 'wants key') return { kind: OTHER, baseUrl, models: [], errorState: 'wants_key' }
  const listed = Listed.safeParse(answer)
  if (listed.success) {
    const { data } = listed.data
    const kind = OWNERS[data[0]?.owned_by ?? ''] ?? kindByPort(origin, ports)
    return serverOf(
      kind,
      baseUrl,
      data.map(({ id }) => id),
    )
  }
  const tags = Tags.safeParse(await getJson(`${origin}/api/tags`))
  return tags.success
    ? serverOf(
        'Ollama',
        baseUrl,
        tags.data.models.map(({ name }) => name),
      )
    : null
}

const kindByPort = (origin: string, ports: Record<string, number>) =>
  Object.keys(ports).find((kind) => ports[kind] === Number(new URL(origin).port)) ?? OTHER

function serverOf(kind: string, baseUrl: string, names: readonly string[]): ModelServer {
  const models = [...new Set(names.map((name) => foldSpace(name).slice(0, 200)))]
    .filter((name) => name !== '' && !/embed/i.test(name))
    .slice(0, MAX_MODELS)
  return { kind, baseUrl, models, errorState: models.length > 0 ? null : 'empty' }
}

async function getJson(url: string): Promise<unknown> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) })
    if (response.status === 401 || response.status === 403) return 'wants key'
    let size = 0
    const chunks: Uint8Array[] = []
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      if (size > MAX_BYTES) return null
      chunks.push(chunk)
    }
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return null
  }
}
