/**
 * The web part of the service: every surface, its listener, and the deliveries. Commands build the surfaces alone, so that what
 * waits is delivered by the service and nothing else.
 */
import type { FastifyListenOptions } from 'fastify'
import { startDeliveries } from './app/deliveries.ts'
import type { Running, Services } from './app/services.ts'
import { buildSurfaces, type Surfaces } from './app.ts'
import { AppError } from './platform/errors.ts'
import { listenError } from './platform/http/listen-fault.ts'

export interface Web extends Surfaces {
  /** Delivers pending changes to webhooks and subscribers now, as happens by itself within moments. */
  deliver(): Promise<void>
}

/** The surfaces, not yet listening, and the deliveries of what changes. */
export async function buildWeb(services: Services): Promise<Web> {
  const surfaces = await buildSurfaces(services)
  const { poster, strangers } = services
  const { ctx, parts } = surfaces
  const deliveries = startDeliveries(services, parts)
  ctx.onContent(deliveries.changed)
  return {
    ...surfaces,
    deliver: () => deliveries.flush(),
    close: async () => {
      await surfaces.close()
      // Deliveries under way are broken off and tried again later.
      await Promise.all([poster.close(), strangers.close()])
      await deliveries.close()
    },
  }
}

/** Every surface on a listener; throws `unavailable` where there can be none. Several processes share the port where the system can divide connections among them. */
export async function startWeb(services: Services): Promise<Running> {
  const { PORT, HOST, WEB_PROCESSES } = services.config
  const web = await buildWeb(services)
  // Fastify hands its options on to Node, whose `reusePort` its types do not know yet.
  const options = { port: PORT, host: HOST, reusePort: WEB_PROCESSES > 1 } as FastifyListenOptions
  try {
    return { address: await web.app.listen(options), close: web.close }
  } catch (cause) {
    await web.close()
    const message = listenError(cause as NodeJS.ErrnoException, services.config)
    throw new AppError('unavailable', message, { cause })
  }
}
