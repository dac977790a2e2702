/** `guides sync` beside the service as it runs: what it takes in is shown at once, and a broken file does no harm. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'

/** What `wanted` catches in the first line that it matches. */
async function line(stream: Readable, wanted: RegExp): Promise<string> {
  const lines: string[] = []
  for await (const text of createInterface(stream)) {
    const caught = wanted.exec(text)?.[1]
    if (caught) return caught
    lines.push(text)
  }
  throw new Error(`the service ended early: ${lines.join('\n')}`)
}

describe('guides sync beside a running service', () => {
  it('reaches the service, which keeps the last good version of a broken file', async () => {
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
    const origin = await line(service.stderr, /listening on (http:\S+?)\)/)
    const page = async (path: string) => {
      const response = await fetch(origin + path)
      return { status: response.status, text: await response.text() }
    }

    const file = join(folder, 'content/guides/airtag.md')
    const good = await readFile(file, 'utf8')
    const sync = () =>
      promisify(execFile)(process.execPath, ['bin/karnhuset', 'guides', 'sync'], { env }).then(
        ({ stdout }) => ({ code: 0, stdout }),
        (error) => ({ code: error.code, stdout: error.stdout }),
      )
    // The worker takes them in at its start.
    await expect.poll(async () => (await page('/airtag')).text).toContain('<h1>AirTag</h1>')
    await writeFile(
      file,
      good.replace('page_type: product_hub', 'page_type: sak').replace('title: AirTag', 'title: Trasig'),
    )
    expect(await sync()).toEqual({
      code: 1,
      stdout: expect.stringMatching(
        /airtag\.md:4: page_type: .*airtag\.md was not taken in.*68 guides up: 0 new or changed, 0 removed, 1 refused/s,
      ),
    })
    expect((await page('/airtag')).text).toContain('<h1>AirTag</h1>')
    expect((await page('/status')).text).toContain('<code>airtag.md:4</code>')

    await writeFile(file, good.replace('title: AirTag', 'title: AirTag, brickan'))
    expect(await sync()).toEqual({ code: 0, stdout: '68 guides up: 1 new or changed, 0 removed, 0 refused\n' })
    expect((await page('/airtag')).text).toContain('<h1>AirTag, brickan</h1>')
    expect((await page('/status')).text).not.toContain('airtag.md')

    await rm(file)
    await sync()
    expect((await page('/airtag')).status).toBe(404)
  })
})
