/** The app with one episode of ninety seconds of a tone, with chapters and a cover, on a free port of loopback. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { importEpisode } from '../../src/pipeline/podcast/import.ts'
import { freePort } from './browser.ts'
import { seedArticles, seedFeed } from './seed.ts'
import { startTestWeb, type TestWeb } from './web.ts'

const notes = `episode_id: fredag
title: Fredagens nyheter
description: Domen, skärmarna och batterierna.
published_on: 2026-11-20
chapters:
  - { start: 0, title: Inledning }
  - { start: 30, title: Domen }
  - { start: 60, title: Skärmarna }
sources:
  - { title: En artikel, url: 'https://exempel.se/a', source: Exempel }
`

export interface PodcastSite {
  url: string
  web: TestWeb
  close(): Promise<void>
}

export async function startPodcastSite(): Promise<PodcastSite> {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-episode-'))
  await writeEpisode(folder)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const web = await startTestWeb({ BASE_URL: url })
  await seedArticles(web.database, [{ feed_id: await seedFeed(web.database) }])
  await importEpisode(web.services, folder)
  rmSync(folder, { recursive: true })
  await web.app.listen({ port, host: '127.0.0.1' })
  return { url, web, close: web.close }
}

async function writeEpisode(folder: string): Promise<void> {
  writeFileSync(join(folder, 'episode.yaml'), notes)
  writeFileSync(join(folder, 'utskrift.txt'), 'God morgon! Det här är nyheterna.')
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=220:duration=90', '-b:a', '48k', join(folder, 'a.mp3')]
  execFileSync('ffmpeg', ['-loglevel', 'error', ...tone])
  await sharp({ create: { width: 1400, height: 1400, channels: 3, background: '#a33' } })
    .jpeg()
    .toFile(join(folder, 'omslag.jpg'))
}
