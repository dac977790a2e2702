/** The network: names are resolved, and publishers reached, as the service does it. Stores nothing. */
import { lookup } from 'node:dns/promises'
import type { Config } from '../../config.ts'
import { type Check, failure, ok, type Report, warning } from '../../news/health/health-check.ts'
import { messageOf } from '../../platform/errors.ts'
import { createFetcher } from '../../platform/fetch/fetcher.ts'
import { checkClock } from './machine-checks.ts'

const TRIED = 5
const PATIENCE_MS = 10_000

/** `addresses` of sources, of which a few are tried. */
export function networkChecks(config: Config, addresses: string[]): Check[] {
  const tried = onePerHost(addresses).slice(0, TRIED)
  let elsewhere: Date | null = null
  const network = async (): Promise<Report> => {
    if (tried.length === 0) return 'not tried: there is no source yet'
    const fetcher = createFetcher({ allow: config.FETCH_ALLOW, userAgent: `karnhuset/1.0 (+${config.BASE_URL}/about)` })
    try {
      const answers = await Promise.all(tried.map((url) => tryAddress(fetcher, url)))
      elsewhere = answers.find(({ date }) => date !== null)?.date ?? null
      return verdict(answers)
    } finally {
      await fetcher.close()
    }
  }
  return [
    { name: 'names', run: () => resolveNames(tried) },
    { name: 'network', run: network },
    { name: 'clock', run: () => checkClock(new Date(), elsewhere) },
  ]
}

const onePerHost = (addresses: string[]) => [
  ...new Map(addresses.flatMap((url) => (URL.canParse(url) ? [[new URL(url).host, url] as const] : []))).values(),
]

async function resolveNames(urls: string[]): Promise<Report> {
  const hosts = [...new Set(urls.map((url) => new URL(url).hostname.replace(/^\[|\]$/g, '')))]
  if (hosts.length === 0) return 'not tried: there is no source yet'
  const results = await Promise.all(hosts.map((host) => lookup(host).then(() => null, messageOf)))
  const lost = hosts.filter((_, i) => results[i] !== null)
  if (lost.length === 0) return `${hosts.length} of ${hosts.length} names of publishers could be resolved`
  if (lost.length === hosts.length)
    return [failure(`None of ${hosts.length} names could be resolved (${results[0]}): check the machine's DNS.`)]
  return [warning(`${lost.join(', ')} could not be resolved.`)]
}

interface Answer {
  url: string
  error: string | null
  date: Date | null
}

async function tryAddress(fetcher: ReturnType<typeof createFetcher>, url: string): Promise<Answer> {
  try {
    // Any answer will do: the source's own health judges its content.
    const { headers } = await fetcher.get(url, { totalMs: PATIENCE_MS, priority: 1 })
    const date = Date.parse(headers.date ?? '')
    return { url, error: null, date: Number.isNaN(date) ? null : new Date(date) }
  } catch (error) {
    return { url, error: messageOf(error), date: null }
  }
}

function verdict(answers: Answer[]): Report {
  const lost = answers.flatMap(({ error }) => error ?? [])
  if (lost.length === 0) return [ok(`${answers.length} of ${answers.length} publishers answer`)]
  if (lost.length === answers.length)
    return [failure(`None of ${answers.length} publishers could be reached: ${lost[0]} Check the machine's network.`)]
  return lost.map(warning)
}
