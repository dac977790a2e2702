/** The embedded server under watch: claimed for this service, started again when it ends unasked, stopped last. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { tellWaits } from '../../store/database/waits.ts'
import { serverFolder } from '../../store/embedded/folder.ts'
import { type EmbeddedServer, embeddedAddress, startEmbedded } from '../../store/embedded/server.ts'
import { claimEmbedded, stopUnused } from '../../store/embedded/sharing.ts'

const AGAIN_MS = 1000

/** Throws `unavailable` where there can be no server, or another service runs on it. `own` takes the server's words. */
export async function superviseServer(dataDir: string, log: Logger, own: Logger): Promise<{ stop(): Promise<void> }> {
  const open = () => startEmbedded(dataDir, { withParent: true, onLog: (line) => own[levelOf(line)](line) })
  if (!existsSync(join(serverFolder(dataDir), 'PG_VERSION'))) log.info(`first start: making the database in ${dataDir}`)
  let server: EmbeddedServer = await tellWaits(embeddedAddress(dataDir), open)
  // What a killed command left behind would outlive this process: a server of its own ends with it.
  if (server.found && (await stopUnused(dataDir, server))) server = await open()
  const release = await claimEmbedded(dataDir)
  let stopping = false

  async function watch(): Promise<void> {
    for (;;) {
      await server.ended
      if (stopping) return
      log.error('postgres has ended; it is started again')
      server = await reopen()
      if (stopping) return server.stop()
    }
  }

  /** A full disk or the like may last: it is tried until it is over. */
  async function reopen(): Promise<EmbeddedServer> {
    for (;;) {
      try {
        return await open()
      } catch (error) {
        log.error({ err: error }, 'postgres cannot be started; trying again')
        await sleep(AGAIN_MS)
      }
    }
  }

  void watch()
  return {
    stop: async () => {
      stopping = true
      await release()
      await server.stop()
    },
  }
}

/** What is no fault of the server is of interest to nobody; while it starts it refuses those who look whether it has. */
const levelOf = (line: string) => (/^(?:LOG|DETAIL|HINT):|is starting up$/.test(line) ? 'debug' : 'warn')
