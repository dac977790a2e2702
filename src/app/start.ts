/** `start`: the first-run page in a folder without a topic, and `serve` once there is one. */
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Config, readConfig, readEnvironment } from '../config.ts'
import { AppError } from '../platform/errors.ts'
import { listenError } from '../platform/http/listen-fault.ts'
import { buildServer } from '../platform/http/server.ts'
import { createLog } from '../platform/log/log.ts'
import { siteAssets } from '../surfaces/site/assets.ts'
import { buildGate } from '../surfaces/start/gate.ts'
import { startErrors, startRoutes } from '../surfaces/start/routes.ts'
import { requirePort } from './port.ts'
import { serve, untilStopped } from './serve.ts'
import { buildSetup, isUnset } from './topic/setup.ts'

type Settings = Record<string, string>

/** Resolves with the exit code of `serve`, or 0 when it was asked to end before there was a topic. */
export async function start(config: Config, note: (line: string) => void): Promise<number> {
  const content = topicFolder()
  if (!isUnset(content)) return serve(config)
  await requirePort(config)
  const page = buildFirstRun(config, '.', content)
  const address = await page.app.listen({ port: config.PORT, host: config.HOST }).catch((cause) => {
    throw new AppError('unavailable', listenError(cause, config), { cause })
  })
  // A signal that comes while this page closes is for the service.
  const requested = untilStopped(createLog(config, 'start'))
  const base = config.PORT === 0 ? address : config.BASE_URL
  note(`Make your site at ${base}/start (listening on ${address}).`)
  note(`From another machine, where HOST or a proxy lets it in: ${base}/start?key=${page.key}`)
  const settings = await Promise.race([page.written, requested])
  await page.app.close()
  // The environment has the settings that the file had before.
  return settings ? serve(readConfig(settings), { env: settings, requested }) : 0
}

/** The folder that holds the topic, or is to hold it. */
function topicFolder(): string {
  const { file, process } = readEnvironment()
  return process.CONTENT_DIR?.trim() || file.CONTENT_DIR?.trim() || 'content'
}

export interface FirstRun {
  app: FastifyInstance
  /** Opens the page from elsewhere. */
  key: string
  /** Resolves with the settings that were written, once the last page is sent. */
  written: Promise<Settings>
}

/** Not yet listening; writes `.env` into `folder`, and the topic into `content`. */
export function buildFirstRun(config: Config, folder: string, content = join(folder, 'content')): FirstRun {
  const { promise: written, resolve } = Promise.withResolvers<Settings>()
  let settings: Settings = {}
  const deps = {
    gate: buildGate(),
    assets: siteAssets(config),
    setup: buildSetup(config, { folder, content }, (all) => {
      settings = all
    }),
    onDone: () => resolve(settings),
  }
  const { app, renderErrors } = buildServer({
    logger: createLog(config, 'start'),
    trustProxy: config.TRUST_PROXY,
    https: config.BASE_URL.startsWith('https:'),
    // No address has moved: browsers keep such answers, and the site to come has paths of its own.
    addresses: { inward: (url) => url, fieldsOf: (body) => body, movedTo: () => null },
  })
  startRoutes(app, deps)
  renderErrors(startErrors(deps))
  return { app, key: deps.gate.key, written }
}
