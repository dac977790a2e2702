/** `serve`, `web` and `worker`: a process that stays until it is told to end. */

import type { Services } from '../app/services.ts'
import { startProcess } from '../app.ts'
import { AppError } from '../domain/errors.ts'
import { serveControl } from './control.ts'
import type { Io } from './io.ts'
import type { Host } from './program.ts'

/** Resolves when the process was asked to end (SIGINT, SIGTERM) and has put everything away. */
export async function serve(host: Host, io: Io, halves: { web: boolean; worker: boolean }): Promise<void> {
  if (!host.serve) {
    throw new AppError(
      'bad_request',
      'A Kärnhuset process is running on this data directory already; a second cannot start.',
    )
  }
  const config = host.config()
  const services = await host.serve(config)
  const control = config.embedded
    ? await serveControl(config, (argv, caller) => host.execute(argv, caller, runningHost(host, services)))
    : null
  const running = await startProcess(services, halves).catch(async (error) => {
    await control?.close()
    await services.close()
    throw error
  })
  if (running.address) io.note(`Kärnhuset is at ${config.BASE_URL} (listening on ${running.address}).`)
  else io.note('Kärnhuset works.')
  await untilAsked()
  await control?.close()
  await running.close()
  await services.close()
}

/** Commands that came over the control socket use the services that are open. */
const runningHost = (host: Host, services: Services): Host => ({
  execute: host.execute,
  config: () => services.config,
  withServices: async (_io, work) => work(services),
})

function untilAsked(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        // A second signal ends it at once.
        process.once(signal, () => process.exit(130))
        resolve()
      })
    }
  })
}
