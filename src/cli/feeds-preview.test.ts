import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FEED_FORMATS } from '../../tests/support/played/documents.ts'
import { type SmallServer, startSmallServer } from '../../tests/support/played/small-server.ts'
import { fetchDocument } from '../news/feeds/documents/document.ts'
import { createFetcher } from '../platform/fetch/fetcher.ts'
import { previewInputs } from './feeds-preview.ts'

const document =
  '<rss version="2.0"><channel><title>Nytt</title><link>/</link><item><title>Ett</title><link>/1</link></item></channel></rss>'
const folder = mkdtempSync(join(tmpdir(), 'preview-'))
const answer: RequestListener = (request, response) => {
  if (request.url === '/borta') response.writeHead(404).end('borta')
  else if (request.url === '/latin')
    response
      .setHeader('content-type', "text/xml; charset='iso-8859-1'")
      .end(Buffer.from(document.replace('Nytt', 'Nyår'), 'latin1'))
  else response.setHeader('content-type', 'text/xml').setHeader('content-language', 'sv').end(document)
}
let server: SmallServer
let origin = ''

beforeAll(async () => {
  writeFileSync(join(folder, 'flode.xml'), document)
  writeFileSync(join(folder, 'sida.html'), '<html></html>')
  server = await startSmallServer(answer)
  origin = server.url
})

afterAll(async () => {
  await fetcher.close()
  await server.close()
  rmSync(folder, { recursive: true })
})

const fetcher = createFetcher({ allow: ['127.0.0.1/32'], userAgent: 'test' })
const get = (url: string) => fetchDocument(fetcher, url)

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
      input: `${origin}/flode`,
      ok: true,
      error: null,
      title: 'Nytt',
      site_url: `${origin}/`,
      language: 'sv',
      encoding: 'us-ascii',
      problems: [],
      items: [
        {
          identity: ['link'],
          guid: null,
          url: `${origin}/1`,
          title: 'Ett',
          summary: '',
          published_at: null,
          updated_at: null,
          image_url: null,
          author: null,
          categories: [],
        },
      ],
    })
    expect(lines[1]).toMatchObject({ ok: true, title: 'Nytt', encoding: 'utf-8', site_url: null })
  })

  it('reads the charset that the server names', async () => {
    const { lines } = await preview(`${origin}/latin`)
    expect(lines[0]).toMatchObject({ title: 'Nyår', encoding: 'iso-8859-1' })
  })

  it('says what would be stored: by what items are told apart, what is merged, and why', async () => {
    const items = [2, 1, 0, 0].map((n) => ({
      id: 'N/A',
      link: `https://blad.example/${n}`,
      title: `${n}`,
      text: '',
    }))
    writeFileSync(join(folder, 'delad.xml'), FEED_FORMATS.rss('https://blad.example', items))
    const { lines } = await preview(join(folder, 'delad.xml'))
    expect(lines[0].items.map(({ identity }: { identity: string[] }) => identity)).toEqual([
      ['link'],
      ['link'],
      ['link'],
      [],
    ])
    expect(lines[0].problems).toEqual([
      '2 items are word for word the same ("0"): one is stored.',
      '3 items share the guid "N/A". It identifies none of them: they are distinguished by link.',
    ])
  })

  it('says what is wrong, goes on, and exits with 1', async () => {
    const { code, lines } = await preview(
      join(folder, 'sida.html'),
      join(folder, 'ingen'),
      `${origin}/borta`,
      join(folder, 'flode.xml'),
    )
    expect(code).toBe(1)
    expect(lines.map((line) => line.ok)).toEqual([false, false, false, true])
    expect(lines[0].error).toContain('web page')
    expect(lines[1]).toMatchObject({ error: expect.stringContaining('no such file'), items: [], title: null })
    expect(lines[2].error).toContain('404')
  })
})
