/** `demo`: everything as `serve`, with invented publishers on loopback instead of the web. Needs no network. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { prepareContent } from '../../demo/content.ts'
import { playedModelSettings } from '../../demo/played-model.ts'
import { type RememberedDemo, startRememberedDemo } from '../../demo/remembered.ts'
import { finishDemo } from '../app/demo-texts.ts'
import { openServicesAs } from '../app/open.ts'
import { requirePort } from '../app/port.ts'
import { serve } from '../app/serve.ts'
import { packageFolder } from '../platform/package/package-folder.ts'
import { settings } from './host.ts'
import type { Io } from './io.ts'

/** Keeps its own database below DATA_DIR, so that it never mixes with a real one. */
export async function demo(io: Io, options: { world?: string }): Promise<number> {
  const world = options.world ?? 'apple'
  await requirePort(settings())
  const dataDir = join(settings().DATA_DIR, `demo-${basename(world)}`)
  const shipped = join(packageFolder, 'demo', world)
  const folder = existsSync(shipped) ? shipped : resolve(world)
  const publisher = await startRememberedDemo(dataDir, folder)
  // `database` is that of an earlier version.
  for (const old of publisher.fresh ? ['postgres', 'database', 'media'] : ['database'])
    rmSync(join(dataDir, old), { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  const sources = join(dataDir, 'sources.opml')
  writeFileSync(sources, publisher.opml)
  io.note(`Invented publishers at ${publisher.url}. All news here is made up.`)
  const env = {
    DATA_DIR: dataDir,
    SOURCES: sources,
    FETCH_ALLOW: '127.0.0.1/32',
    TTS_PROVIDER: 'espeak',
    CONTENT_DIR: prepareContent(folder, settings().CONTENT_DIR, join(dataDir, 'content')),
    ...playedModel(publisher),
  }
  const config = settings(env)
  const beside = async (ended: AbortSignal) => {
    const services = await openServicesAs(config, 'demo', { supervised: true })
    await finishDemo(services, publisher.texts.corrections, ended)
    await services.close()
  }
  try {
    return await serve(config, { env, beside })
  } finally {
    await publisher.close()
  }
}

/** A world with texts brings its own model, unless the settings name one. */
function playedModel({ url, texts }: RememberedDemo): Record<string, string> {
  if (texts.summaries.length === 0 || settings().AI_PROVIDER !== 'none') return {}
  return playedModelSettings(url)
}
