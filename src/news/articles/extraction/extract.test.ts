import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { articlePage, PARAGRAPHS } from '../../../../tests/support/played/documents.ts'
import { type Publisher, startPublisher } from '../../../../tests/support/played/publisher.ts'
import { createFetcher, type Fetcher } from '../../../platform/fetch/fetcher.ts'
import { createRobots } from '../../../platform/fetch/robots.ts'
import { createDocumentReader, type DocumentReader } from '../../feeds/documents/document-reader.ts'
import { createExtractor, type Extracted, type Extractor, type Refusal } from './extract.ts'

let publisher: Publisher
let fetcher: Fetcher
let reader: DocumentReader
let extractor: Extractor

beforeAll(() => {
  reader = createDocumentReader()
})
beforeEach(async () => {
  publisher = await startPublisher()
  fetcher = createFetcher({ allow: ['127.0.0.1'], userAgent: 'Karnhuset/1' })
  extractor = createExtractor({ fetcher, reader, robots: createRobots(fetcher, reader, 'Karnhuset') })
})
afterEach(async () => {
  await fetcher.close()
  await publisher.close()
})
afterAll(() => reader.close())

const html = (body: string | Uint8Array, type = 'text/html; charset=utf-8') => ({ body, type })

async function extracted(path: string): Promise<Extracted> {
  const result = await extractor.extractArticle(publisher.at(path))
  if ('refused' in result) throw new Error(`${result.refused}: ${result.reason}`)
  return result
}

async function refused(path: string): Promise<Refusal> {
  const result = await extractor.extractArticle(publisher.at(path))
  if (!('refused' in result)) throw new Error('it was not refused')
  return result
}

describe('an article page', () => {
  test('gives its text as paragraphs, without what stands around it', { tags: 'slow' }, async () => {
    publisher.serve('/a', html(articlePage()))
    const { text, url } = await extracted('/a')
    for (const paragraph of PARAGRAPHS) expect(text.split('\n\n')).toContain(paragraph)
    expect(text).not.toMatch(/skript|Sport|Läs också|utgivare|color/)
    expect(url).toBe(publisher.at('/a'))
  })

  test('says nothing of the lines above a text: headline, byline, date; subheadings stay', async () => {
    const [first, ...rest] = PARAGRAPHS.map((paragraph) => `<p>${paragraph}</p>`)
    const above =
      '<h1>Grannarna lagar</h1><p>Allt fler lagar själva.</p><p>Av Ida · <time>21 november 2026 kl. 11:39</time></p>'
    publisher.serve(
      '/a',
      html(`<main><article>${above}${first}<h2>Så började det</h2>${rest.join('')}</article></main>`),
    )
    const { text } = await extracted('/a')
    expect(text.split('\n\n')).toEqual([
      'Allt fler lagar själva.',
      PARAGRAPHS[0],
      'Så började det',
      ...PARAGRAPHS.slice(1),
    ])
  })

  test('gives image, language and canonical address from its head', async () => {
    const head = `<base href="/nyheter/"><link rel="canonical" href="laga?utm_source=x">
      <meta property="og:image" content="bild.jpg"><meta name="twitter:image" content="https://cdn.example.com/t.jpg">`
    publisher.serve('/a', html(articlePage({ head })))
    expect(await extracted('/a')).toMatchObject({
      imageUrl: publisher.at('/nyheter/bild.jpg'),
      language: 'sv',
      canonicalUrl: publisher.at('/nyheter/laga?utm_source=x'),
    })
  })

  test.each([
    ['nothing', '', '', { imageUrl: null, language: null, canonicalUrl: null }],
    ['og:locale', '<meta property="og:locale" content="en_GB">', '', { language: 'en' }],
    ['an image that is no address', '<meta property="og:image" content="javascript:alert(1)">', '', { imageUrl: null }],
    ['an image in data', '<meta property="og:image" content="data:image/png;base64,AA">', '', { imageUrl: null }],
    ['the front page as canonical', '<link rel="canonical" href="/">', '', { canonicalUrl: null }],
    ['nonsense as language', '', 'lang="nonsense"', { language: null }],
  ])('whose head says %s', async (_what, head, htmlAttributes, expected) => {
    publisher.serve('/a', html(articlePage({ head, htmlAttributes })))
    expect(await extracted('/a')).toMatchObject(expected)
  })

  test.each([
    ['in the header', 'text/html; charset=iso-8859-1', '', 'latin1'],
    ['in a meta', 'text/html', '<meta charset="windows-1252">', 'latin1'],
    [
      'in an old meta',
      'text/html',
      '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">',
      'latin1',
    ],
    ['nowhere', 'text/html', '', 'utf8'],
  ] as const)('may name its charset %s', async (_where, type, head, encoding) => {
    publisher.serve('/a', html(Buffer.from(articlePage({ head }), encoding), type))
    expect((await extracted('/a')).text).toContain('går igenom')
  })

  test('without an article gives no text, yet its image', async () => {
    const head = '<meta property="og:image" content="/b.png">'
    publisher.serve('/a', html(articlePage({ head, article: '<p>Logga in för att läsa.</p>' })))
    expect(await extracted('/a')).toMatchObject({ text: '', imageUrl: publisher.at('/b.png') })
  })

  test('under robots.txt is left alone where that says so, and the rules are asked for once', async () => {
    publisher.serve('/robots.txt', {
      body: 'User-agent: *\nDisallow: /secret\nAllow: /secret/open',
      type: 'text/plain',
    })
    for (const path of ['/secret/a', '/secret/open/a', '/a']) publisher.serve(path, html(articlePage()))
    expect(await refused('/secret/a')).toMatchObject({ refused: 'robots' })
    expect((await extracted('/secret/open/a')).text).toContain('Regeringen')
    expect((await extracted('/a')).text).toContain('Regeringen')
    expect(publisher.counts('/robots.txt').requests).toBe(1)
    expect(publisher.counts('/secret/a').requests).toBe(0)
  })

  test('that moved to another site is read only if that one lets us', async () => {
    const other = await startPublisher()
    other.serve('/robots.txt', { body: 'User-agent: karnhuset\nDisallow: /', type: 'text/plain' })
    other.serve('/a', html(articlePage()))
    publisher.misbehave('/a', { kind: 'redirect', to: other.at('/a') })
    expect(await refused('/a')).toMatchObject({ refused: 'robots' })
    await other.close()
  })
})

describe('a short notice', () => {
  const NOTICE =
    'En lada brann ned till grunden i Högby under natten. Ingen människa kom till skada, och korna hann släppas ut av ägaren, som vaknade av röken.'
  const around = `<div class="comments">${'<p>Jag tycker att det är en skandal, och det säger jag till alla som vill höra på mig, i dag och i morgon.</p>'.repeat(9)}</div>
    <div class="newsletter"><p>Prenumerera på vårt nyhetsbrev, så får du det viktigaste i din inkorg varje morgon, helt gratis och utan krångel.</p></div>`
  test.each([
    ['in full', NOTICE],
    ['in its first sentence', NOTICE.split('. ')[0] ?? ''],
    ['by its title alone', ''],
  ])('is read without comments and boxes where the feed gives it %s', async (_how, text) => {
    publisher.serve(
      '/n',
      html(`<html><body><div id="main"><h1>Lada brann i Högby</h1><p>${NOTICE}</p></div>${around}</body></html>`),
    )
    const result = await extractor.extractArticle(publisher.at('/n'), { title: 'Lada brann ned i Högby', text })
    expect(result).toMatchObject({ text: NOTICE })
  })

  test('is found by the words of the feed where something else is longer', async () => {
    const links =
      '<section class="list"><p>Läs också om hur Vretstad vann serien, om nya priser i kollektivtrafiken, och om allt annat som hände i går kväll i kommunen och runt omkring den.</p><p>Ännu en lång rad text, som står här för att vara längre, större och vackrare än notisen, med fler komman, och fler ord.</p></section>'
    publisher.serve('/n', html(`<html><body><div><span>${NOTICE}</span></div><main>${links}</main></body></html>`))
    const result = await extractor.extractArticle(publisher.at('/n'), { title: 'Brand', text: NOTICE })
    expect(result).toMatchObject({ text: NOTICE })
  })
})

describe('cells stand apart', () => {
  test.each([
    [
      'of a table',
      '<table><tr><th>Modell</th><th>Pris</th></tr><tr><td>Liten</td><td>100 kr</td></tr></table>',
      'Modell Pris Liten 100 kr',
    ],
    [
      'of a table with its parts',
      '<table><caption>Priser</caption><thead><tr><th>Modell</th></tr></thead><tbody><tr><td>Liten</td></tr></tbody></table>',
      'Priser Modell Liten',
    ],
    [
      'of a definition list',
      '<dl><dt>Pris</dt><dd>100 kr</dd><dt>Vikt</dt><dd>2 kg</dd></dl>',
      'Pris 100 kr Vikt 2 kg',
    ],
  ])('%s', async (_what, cells, expected) => {
    const article = `<p>${PARAGRAPHS[0]}</p><p>${PARAGRAPHS[1]}</p>${cells}<p>${PARAGRAPHS[2]}</p><p>${PARAGRAPHS[3]}</p>`
    publisher.serve('/a', html(articlePage({ article })))
    expect((await extracted('/a')).text.replace(/\s+/g, ' ')).toContain(expected)
  })
})

describe('a page that leads on at once', () => {
  const refresh = (content: string) =>
    html(`<html><head><meta http-equiv="Refresh" content="${content}"></head><body><p>Vänta.</p></body></html>`)
  test.each([
    ['by meta', refresh('0; url=/b')],
    ['by meta without "url="', refresh('1;/b')],
    ['by meta in quotes', refresh("0;URL='/b'")],
    ['by its header', { ...html('<p>Vänta.</p>'), headers: { refresh: '0; url=/b' } }],
  ])('%s is followed once', async (_how, served) => {
    publisher.serve('/a', served)
    publisher.serve('/b', html(articlePage()))
    expect(await extracted('/a')).toMatchObject({
      url: publisher.at('/b'),
      text: expect.stringContaining('Regeringen'),
    })
  })

  test.each([
    ['later', refresh('30; url=/b'), 'done'],
    [
      'for browsers without scripts',
      html(articlePage({ head: '<noscript><meta http-equiv="refresh" content="0;url=/b"></noscript>' })),
      'done',
    ],
    ['to itself', refresh('0'), 'stand_in'],
    ['inward', refresh('0; url=http://169.254.169.254/'), 'unreachable'],
    ['to what robots.txt forbids', refresh('0; url=/secret'), 'robots'],
  ])('%s', async (_how, served, expected) => {
    publisher.serve('/robots.txt', { body: 'User-agent: *\nDisallow: /secret', type: 'text/plain' })
    publisher.serve('/a', served)
    const result = await extractor.extractArticle(publisher.at('/a'))
    expect('refused' in result ? result.refused : 'done').toBe(expected)
    expect(publisher.counts('/b').requests + publisher.counts('/secret').requests).toBe(0)
  })

  test('a second time is no article', async () => {
    publisher.serve('/a', refresh('0; url=/b'))
    publisher.serve('/b', refresh('0; url=/a'))
    expect((await refused('/a')).refused).toBe('stand_in')
    expect(publisher.counts().requests).toBeLessThan(5)
  })
})

describe('a page without a text of its own', () => {
  const body = PARAGRAPHS.join('\n\n')
  const jsonLd = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`
  test.each([
    ['its JSON-LD', jsonLd({ '@type': 'NewsArticle', articleBody: body })],
    [
      'a graph in its JSON-LD',
      jsonLd({ '@graph': [{ '@type': 'WebPage' }, { '@type': 'NewsArticle', articleBody: body }] }),
    ],
    ['HTML in its JSON-LD', jsonLd([{ articleBody: PARAGRAPHS.map((text) => `<p>${text}</p>`).join('') }])],
    [
      'a shadow root',
      `<x-article><template shadowrootmode="open">${PARAGRAPHS.map((text) => `<p>${text}</p>`).join('')}</template></x-article>`,
    ],
  ])('is read from %s', async (_what, article) => {
    publisher.serve('/a', html(articlePage({ article })))
    const { text } = await extracted('/a')
    for (const paragraph of PARAGRAPHS) expect(text).toContain(paragraph)
  })

  test.each(['{"articleBody": ', '{"articleBody": 5}', `${'['.repeat(50_000)}`, 'null'])(
    'is none with %.20s',
    async (json) => {
      publisher.serve('/a', html(articlePage({ article: `<script type="application/ld+json">${json}</script>` })))
      expect((await extracted('/a')).text).toBe('')
    },
  )

  test('that has one is read as before', async () => {
    const text = PARAGRAPHS.map((paragraph) => `<p>${paragraph}</p>`).join('')
    const article = `${text}${jsonLd({ articleBody: 'Något annat. '.repeat(60) })}<div><template shadowrootmode="open"><p>${'Mer annat. '.repeat(60)}</p></template></div>`
    publisher.serve('/a', html(articlePage({ article })))
    expect((await extracted('/a')).text).not.toContain('annat.')
  })
})

describe('a page in doubt', () => {
  const form = '<form><input type="password"></form>'
  test.each([
    ['by a password', html(articlePage({ article: form })), 'login'],
    ['by noindex', html(articlePage({ head: '<meta name="Robots" content="NOINDEX, nofollow">' })), 'noindex'],
    ['by none', html(articlePage({ head: '<meta name="robots" content="none">' })), 'noindex'],
    ['by its header', { ...html(articlePage()), headers: { 'x-robots-tag': 'noarchive, noindex' } }, 'noindex'],
    ['of another robot alone', { ...html(articlePage()), headers: { 'x-robots-tag': 'otherbot: noindex' } }, null],
    ['by nothing', html(articlePage({ head: '<meta name="robots" content="max-image-preview:large">' })), null],
  ])('%s', async (_how, served, doubt) => {
    publisher.serve('/a', served)
    expect((await extracted('/a')).doubt).toBe(doubt)
  })

  test('is one that led elsewhere; the front page is none at all', async () => {
    publisher.serve('/sv', html(articlePage()))
    publisher.misbehave('/nyheter/1', { kind: 'redirect', to: publisher.at('/sv') })
    expect((await extracted('/nyheter/1')).doubt).toBe('moved')
    publisher.serve('/', html(articlePage()))
    publisher.misbehave('/nyheter/2', { kind: 'redirect', to: publisher.at('/') })
    expect((await refused('/nyheter/2')).refused).toBe('stand_in')
  })
})

describe('a page that refuses', () => {
  test.each([
    ['404', () => publisher.remove('/a'), 'status'],
    ['403', () => publisher.misbehave('/a', { kind: 'status', status: 403 }), 'status'],
    ['a PDF', () => publisher.serve('/a', { body: '%PDF', type: 'application/pdf' }), 'not_html'],
    ['half an answer', () => publisher.misbehave('/a', { kind: 'truncated', body: '<p>' }), 'unreachable'],
    ['an endless body', () => publisher.misbehave('/a', { kind: 'endless' }), 'unreachable'],
    [
      'a way inward',
      () => publisher.misbehave('/a', { kind: 'redirect', to: 'http://169.254.169.254/' }),
      'unreachable',
    ],
    ['a way round and round', () => publisher.misbehave('/a', { kind: 'redirect-loop' }), 'unreachable'],
  ] as const)('with %s is no error', async (_what, prepare, expected) => {
    prepare()
    const refusal = await refused('/a')
    expect(refusal.refused).toBe(expected)
    expect(refusal.reason).toMatch(/\.$/)
  })

  test('by having no host is asked for little', async () => {
    await publisher.close()
    for (let n = 0; n < 20; n++) expect((await refused(`/${n}`)).refused).toBe('unreachable')
  })

  test('a text that is no address is refused', async () => {
    expect(await extractor.extractArticle('not an address')).toMatchObject({ refused: 'unreachable' })
    expect(await extractor.extractArticle('file:///etc/passwd')).toMatchObject({ refused: 'unreachable' })
  })

  test('the caller can abort it', async () => {
    publisher.misbehave('/a', { kind: 'silence' })
    const controller = new AbortController()
    const running = extractor.extractArticle(publisher.at('/a'), undefined, controller.signal)
    while (publisher.counts('/a').requests === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    controller.abort()
    await expect(running).rejects.toMatchObject({ kind: 'aborted' })
  })
})

describe('a page made to hurt', () => {
  test('by twenty thousand nested elements still gives its text', async () => {
    const article = '<div>'.repeat(20_000) + PARAGRAPHS.map((text) => `<p>${text}</p>`).join('')
    publisher.serve('/a', html(articlePage({ article })))
    expect((await extracted('/a')).text).toContain(PARAGRAPHS[0])
  })

  test('by hundreds of thousands of elements is given up, and the next page is read', { tags: 'slow' }, async () => {
    const hasty = createDocumentReader({ cpuMs: 20_000, memoryMb: 64 })
    const quick = createExtractor({ fetcher, reader: hasty, robots: createRobots(fetcher, hasty, 'Karnhuset') })
    publisher.serve('/a', html(articlePage({ article: '<p>a'.repeat(300_000) })))
    publisher.serve('/b', html(articlePage()))
    const [bad, good] = await Promise.all(['/a', '/b'].map((path) => quick.extractArticle(publisher.at(path))))
    expect(bad).toMatchObject({ refused: 'unreadable' })
    expect(good).toMatchObject({ text: expect.stringContaining('Regeringen') })
    await hasty.close()
  })

  test('beyond the time limit costs only its thread', { tags: 'slow' }, async () => {
    const hasty = createDocumentReader({ cpuMs: 300, memoryMb: 256 })
    const quick = createExtractor({ fetcher, reader: hasty, robots: createRobots(fetcher, hasty, 'Karnhuset') })
    publisher.serve('/a', html('<div>'.repeat(900_000)))
    expect(await quick.extractArticle(publisher.at('/a'))).toMatchObject({ refused: 'unreadable' })
    await hasty.close()
  })

  test('beyond the memory limit costs only its thread', { tags: 'slow' }, async () => {
    const poor = createDocumentReader({ cpuMs: 20_000, memoryMb: 24 })
    const thrifty = createExtractor({ fetcher, reader: poor, robots: createRobots(fetcher, poor, 'Karnhuset') })
    publisher.serve('/a', html(articlePage({ article: '<p>text <b>text</b></p>'.repeat(150_000) })))
    expect(await thrifty.extractArticle(publisher.at('/a'))).toMatchObject({ refused: 'unreadable' })
    publisher.serve('/b', html(articlePage()))
    expect(await thrifty.extractArticle(publisher.at('/b'))).toHaveProperty('text')
    await poor.close()
  })
})
