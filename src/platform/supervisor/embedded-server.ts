/** The embedded server under watch: claimed for this service, started again when it ends unasked, stopped last. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type EmbeddedServer, embeddedAddress, startEmbedded } from '../database/embedded/postgres-server.ts'
import { claimEmbedded, stopUnused } from '../database/embedded/sharing.ts'
import { reportWaits } from '../database/waits.ts'
import { AppError } from '../errors.ts'
import { RepeatedErrors } from '../log/repeated-errors.ts'
import { patiently } from './patiently.ts'

const PATIENCE_MS = 60_000
const POLL_MS = 50

/**
 * Throws `unavailable` where there can be no server, or another service runs on it. Null where it `ended` before there was room
 * for one. `serverLog` takes the server's words.
 */
export async function superviseServer(
  dataDir: string,
  log: Logger,
  serverLog: Logger,
  ended: Promise<unknown>,
): Promise<{ stop(): Promise<void> } | null> {
  const repeated = new RepeatedErrors()
  const onLog = (line: string) => {
    const suppressed = repeated.admit(new Error(line), '')
    if (suppressed !== null) serverLog[levelOf(line)](suppressed > 0 ? { suppressed } : {}, line)
  }
  let announced = false
  const onMake = () => {
    if (!announced) log.info(`first start: making the database in ${dataDir}`)
    announced = true
  }
  const open = () => startEmbedded(dataDir, { withParent: true, onLog, onMake })
  const starting = { log, what: 'postgres cannot be started', ended }
  const opened = await reportWaits(embeddedAddress(dataDir), () => patiently(() => openAlone(dataDir, open), starting))
  if (!opened) return null
  const { release } = opened
  let { server } = opened
  let stopping = false

  async function watch(): Promise<void> {
    for (;;) {
      await server.ended
      if (stopping) return
      log.error('postgres has ended; it is started again')
      // A full disk or the like may last: it is tried until it is over.
      const again = await patiently(open, { ...starting, passes: () => true })
      if (!again) return
      server = again
      if (stopping) return server.stop()
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

/**
 * Processes that a killed command left behind would outlive this process: a server of its own ends with it. Of two
 * services that start at once one may stop the other's server so; this one then looks again, and is refused or goes on.
 */
async function openAlone(dataDir: string, open: () => Promise<EmbeddedServer>) {
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(POLL_MS)) {
    const server = await open()
    try {
      const release = await claimEmbedded(dataDir)
      if (!server.found) return { server, release }
      await release()
      if (!(await stopUnused(dataDir, server))) return { server, release: await claimEmbedded(dataDir) }
    } catch (error) {
      if (error instanceof AppError || Date.now() > deadline) throw error
    }
  }
}

/** Common lines are no failure of the server; while it starts or stops it refuses those who look whether it has. */
const levelOf = (line: string) => (COMMON.test(line) ? 'debug' : 'warn')
const COMMON =
  /^(?:LOG|DETAIL|HINT|CONTEXT|STATEMENT):|^\t|is starting up$|is shutting down$|due to administrator command$|lock file .* already exists$/
