import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { previewInputs } from './feeds-preview.ts'

const document =
  '<rss version="2.0"><channel><title>Nytt</title><link>/</link><item><title>Ett</title><link>/1</link></item></channel></rss>'
const folder = mkdtempSync(join(tmpdir(), 'preview-'))
const server = createServer((_, response) => {
  response.setHeader('content-type', 'text/xml').end(document)
})
let origin = ''

beforeAll(async () => {
  writeFileSync(join(folder, 'flode.xml'), document)
  writeFileSync(join(folder, 'sida.html'), '<html></html>')
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

async function get(url: string) {
  const response = await fetch(url)
  return { bytes: await response.bytes(), contentType: response.headers.get('content-type'), url: response.url }
}

async function preview(...inputs: string[]) {
  const lines: string[] = []
  const code = await previewInputs(inputs, get, (line) => lines.push(line))
  return { code, lines: lines.map((line) => JSON.parse(line)) }
}

describe('feeds preview', () => {
  it('prints one line for each input, in the order given', async () => {
    const { code, lines } = await preview(`${origin}/flode`, join(folder, 'flode.xml'))
    expect(code).toBe(0)
    expect(lines[0]).toEqual({
      ...{ input: `${origin}/flode`, ok: true, error: null, title: 'Nytt', site_url: `${origin}/`, language: null },
      encoding: 'us-ascii',
      items: [
        {
          ...{ guid: null, url: `${origin}/1`, title: 'Ett', summary: '', published_at: null, updated_at: null },
          ...{ image_url: null, author: null, categories: [] },
        },
      ],
    })
    expect(lines[1]).toMatchObject({ ok: true, title: 'Nytt', encoding: 'utf-8', site_url: null })
  })

  it('says what is wrong, goes on, and exits with 1', async () => {
    const { code, lines } = await preview(join(folder, 'sida.html'), join(folder, 'ingen'), join(folder, 'flode.xml'))
    expect(code).toBe(1)
    expect(lines.map((line) => line.ok)).toEqual([false, false, true])
    expect(lines[0].error).toContain('web page')
    expect(lines[1]).toMatchObject({ error: expect.stringContaining('no such file'), items: [], title: null })
  })
})
