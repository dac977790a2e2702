/** The port of the web processes, tried before anything is opened. */
import { createServer } from 'node:net'
import type { Config } from '../config.ts'
import { AppError } from '../platform/errors.ts'
import { listenError } from '../platform/http/listen-fault.ts'

type Listening = Pick<Config, 'HOST' | 'PORT' | 'WEB_PROCESSES'>

/** Throws `unavailable` where a web process could not listen, with one sentence. */
export async function requirePort(settings: Listening): Promise<void> {
  const { violation, ours } = await tryPort(settings)
  if (ours)
    throw new AppError(
      'unavailable',
      `PORT: a service answers at ${settings.HOST}:${settings.PORT} already: stop it, or choose another port.`,
    )
  if (violation) throw new AppError('unavailable', violation)
}

/** Listens for a moment, as a web process does. `ours`: what answers there is such a service. */
export async function tryPort(settings: Listening): Promise<{ violation: string | null; ours: boolean }> {
  const error = await listenOnce(settings)
  if (!error) return { violation: null, ours: false }
  const ours = error.code === 'EADDRINUSE' && (await isOurs(settings))
  return { violation: listenError(error, settings), ours }
}

function listenOnce({ HOST: host, PORT: port, WEB_PROCESSES }: Listening): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(error))
    const options = { host, port, exclusive: true, reusePort: WEB_PROCESSES > 1 }
    server.listen(options, () => server.close(() => resolve(null)))
  })
}

async function isOurs({ HOST: host, PORT: port }: Listening): Promise<boolean> {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  const answer = await fetch(`http://${name}:${port}/healthz`, { signal: AbortSignal.timeout(1000) }).catch(() => null)
  return answer?.ok === true && ((await answer.json().catch(() => null)) as { status?: string } | null)?.status === 'ok'
}
