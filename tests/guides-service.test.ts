/** Guides in the service as it runs: no path in their way, and a broken file does no harm. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { firstSegment, reservedSlugs, slugPattern } from '../src/domain/guides/reserved.ts'
import { checkGuideFolder } from '../src/pipeline/guide-folder.ts'
import { startTestWeb } from './support/web.ts'

async function line(stream: Readable, wanted: RegExp): Promise<void> {
  const lines: string[] = []
  for await (const text of createInterface(stream)) {
    if (wanted.test(text)) return
    lines.push(text)
  }
  throw new Error(`the service ended early: ${lines.join('\n')}`)
}

describe('the paths of the service', () => {
  it('can neither be shadowed by a guide nor hide one', async () => {
    const web = await startTestWeb()
    onTestFinished(() => web.close())
    const lines = web.app.printRoutes({ commonPrefix: false }).split('\n')
    const paths = lines.flatMap((line) => /^[├└]── (\/\S*)/.exec(line)?.[1] ?? [])
    expect(paths).toContain('/entries.json')
    const segments = paths.map(firstSegment).filter((segment) => slugPattern.test(segment))
    expect(segments.filter((segment) => !reservedSlugs.has(segment))).toEqual([])
    const { guides } = await checkGuideFolder('content/guides')
    expect(guides.filter(({ slug }) => segments.includes(slug))).toEqual([])
  })

  it.each([
    ['/llms-full.txt', 'llms-full'],
    ['/.well-known/mcp.json', 'well-known'],
    ['/entries/:id.json', 'entries'],
    ['/sitemap-news.xml?x=1', 'sitemap-news'],
    ['/', ''],
  ])('begin with a word: %s', (path, word) => {
    expect(firstSegment(path)).toBe(word)
  })
})

describe('guides sync beside a running service', () => {
  it('is done by that service, which keeps the last good version of a broken file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'karnhuset-service-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    cpSync('content', join(folder, 'content'), { recursive: true })
    const env = {
      PATH: process.env.PATH,
      DATA_DIR: join(folder, 'data'),
      CONTENT_DIR: join(folder, 'content'),
      SOURCES: 'none',
      PORT: '0',
      LOG_LEVEL: 'silent',
    }
    const service = spawn(process.execPath, ['bin/karnhuset', 'serve'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    onTestFinished(async () => {
      service.kill('SIGTERM')
      if (service.exitCode === null) await once(service, 'exit')
    })
    await line(service.stderr, /listening on/)

    const file = join(folder, 'content/guides/airtag.md')
    const good = await readFile(file, 'utf8')
    const sync = () =>
      promisify(execFile)(process.execPath, ['bin/karnhuset', 'guides', 'sync'], { env }).then(
        ({ stdout }) => ({ code: 0, stdout }),
        (error) => ({ code: error.code, stdout: error.stdout }),
      )
    await writeFile(file, good.replace('page_type: product_hub', 'page_type: sak'))
    expect(await sync()).toEqual({
      code: 1,
      stdout: expect.stringMatching(
        /airtag\.md:4: page_type: .*airtag\.md was not taken in.*64 guides up: 0 new or changed, 0 removed, 1 refused/s,
      ),
    })
    await writeFile(file, good.replace('title: AirTag', 'title: AirTag, brickan'))
    expect(await sync()).toEqual({ code: 0, stdout: '64 guides up: 1 new or changed, 0 removed, 0 refused\n' })
  })
})
