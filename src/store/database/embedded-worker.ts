/** Worker thread that runs PGlite and serves it on a local socket. Started by embedded.ts only. */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

const { dataDir, socketPath, tarball } = workerData as { dataDir?: string; socketPath: string; tarball?: Uint8Array }

const pglite = await PGlite.create({
  // Pages that are not in it are in the system's own cache, a system call away; all of it stays resident.
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'],
  ...(dataDir ? { dataDir } : {}),
  ...(tarball ? { loadDataDir: new Blob([tarball as Uint8Array<ArrayBuffer>]) } : {}),
  extensions: { vector, unaccent, pg_trgm },
})
// One connection only: with several, the socket mixes up large statements of different connections.
const server = new PGLiteSocketServer({ db: pglite, path: socketPath, maxConnections: 1 })
await server.start()
parentPort?.postMessage('ready')

parentPort?.on('message', async (message: 'close' | 'dump') => {
  if (message === 'dump') {
    const file = await pglite.dumpDataDir('none')
    parentPort?.postMessage(new Uint8Array(await file.arrayBuffer()))
    return
  }
  await server.stop()
  await pglite.close()
  parentPort?.postMessage('closed')
})
