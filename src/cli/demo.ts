/** `demo`: everything as `serve`, with invented publishers on loopback instead of the web. Needs no network. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startRememberedDemo } from '../../demo/remembered.ts'
import { makeDemoEpisode } from '../app/demo-episode.ts'
import type { Io } from './io.ts'
import type { Host } from './program.ts'
import { serve } from './serve.ts'

/** Keeps its own database below DATA_DIR, so that it never mixes with a real one. */
export async function demo(host: Host, io: Io, options: { world?: string }): Promise<void> {
  const world = options.world ?? 'apple'
  const dataDir = join(host.config().DATA_DIR, `demo-${world}`)
  const publisher = await startRememberedDemo(dataDir, resolve('demo', world))
  if (publisher.fresh)
    for (const old of ['database', 'media']) rmSync(join(dataDir, old), { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  // A world without content of its own is about what the settings say.
  const content = join('demo', world, 'content')
  const sources = join(dataDir, 'sources.opml')
  writeFileSync(sources, publisher.opml)
  io.note(`Invented publishers at ${publisher.url}. All news here is made up.`)
  const settings = {
    DATA_DIR: dataDir,
    SOURCES: sources,
    FETCH_ALLOW: '127.0.0.1/32',
    TTS_PROVIDER: 'espeak',
    ...(existsSync(content) ? { CONTENT_DIR: content } : {}),
  }
  const demoHost: Host = { ...host, config: () => host.config(settings) }
  if (host.serve) demoHost.serve = withEpisode(host.serve)
  try {
    await serve(demoHost, io, { web: true, worker: true })
  } finally {
    await publisher.close()
  }
}

/** Services that make an episode of their own beside what they do, and stop that before they close. */
function withEpisode(open: NonNullable<Host['serve']>): NonNullable<Host['serve']> {
  return async (config) => {
    const services = await open(config)
    const ended = new AbortController()
    const episode = makeDemoEpisode(services, ended.signal)
    const close = async () => {
      ended.abort()
      await episode
      await services.close()
    }
    return { ...services, close }
  }
}
