import { describe, expect, it } from 'vitest'
import { growth } from '../../../../tests/support/growth.ts'
import { firstImageIn } from './shown-image.ts'
import { slimPage } from './slim.ts'

const real = 'https://bild.example/alg.jpg'
const set = 'https://bild.example/alg-320.jpg 320w, https://bild.example/alg-1280.jpg 1280w'

/** The real image, behind what publishing software puts before it. */
const shown: [html: string, address?: string][] = [
  ...[
    'src',
    'lazy-src',
    'original',
    'lazy',
    'orig-src',
    'echo',
    'hi-res-src',
    'll-src',
    'lazyload',
    'pagespeed-lazy-src',
  ].map((name): [string] => [`<img src="https://bild.example/x.jpg" data-${name}="${real}">`]),
  ...['cfsrc', 'actualsrc', 'delayed-url', 'image', 'full-url', 'img-url', 'large-file'].map((name): [string] => [
    `<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-${name}="${real}">`,
  ]),
  [`<img nitro-lazy-src="${real}" src="data:image/svg+xml,%3Csvg%3E">`],
  ...[
    'data:image/gif;base64,R0',
    'about:blank',
    '',
    '/spacer.gif',
    '/img/blank.jpg',
    '/placeholder-640x360.png',
    '/1x1.png',
  ].map((src): [string] => [`<img src="${src}" data-src="${real}">`]),
  ...[
    '/spacer.gif',
    '/lazy/transparent.png',
    '/loading.gif',
    '/assets/lazyload.gif',
    '/p.svg',
    '/pixel?id=1',
    '/pixel.gif',
  ].map((src): [string] => [`<img src="${src}"><img src="${real}">`]),
  [`<img width="1" height="1" src="/1x1.gif" data-src="${real}">`],
  [`<img src="${real}" data-src="https://bild.example/{width}x.jpg">`],
  [`<img src="${real}" data-original-title="Älgen. Bild: TT" data-image-id="12" data-image-meta='{"a":"b.jpg"}'>`],
  [`<img src="${real}" data-orig-file="https://bild.example/enorm.jpg" data-thumb="https://bild.example/t.jpg">`],
  [`<img class="lazy"><noscript><img src="${real}"></noscript>`],
  [`<img src="/blank.gif" class="lazy"/><noscript><img src="${real}"/></noscript>`],
  [`<video poster="${real}" src="https://bild.example/v.mp4"></video>`],
  [`<video data-poster="${real}" poster="/blank.png"><source data-src="https://bild.example/v.mp4"></video>`],
  [`<amp-img src="${real}" width="640"></amp-img>`],
  [`<img src="https://s.w.org/images/core/emoji/72x72/1f600.png" class="wp-smiley"><img src="${real}">`],
  [`<img class="avatar avatar-96" src="https://bild.example/ansikte.jpg"><img src="${real}">`],
  [`<img src="https://bild.example/i.png" width="16" height="16"><img src="${real}">`],
  [`<img src="https://bild.example/i.png" width="600px" height="1px"><img src="${real}">`],
  [`<img src="${real}" width="10%" height="10%">`],
  [`<img src="https://bild.example/i.png" style="display: none"><img src="${real}">`],
  [`<img src="  ${real} ">`],
  // srcset
  [`<img srcset="${set}">`, 'https://bild.example/alg-1280.jpg'],
  [`<img src="${real}" srcset="${set}">`, 'https://bild.example/alg-1280.jpg'],
  [`<img src="data:," data-srcset="${set}" srcset="data:image/gif;base64,R0 1w">`, 'https://bild.example/alg-1280.jpg'],
  [`<img data-lazy-srcset="${set}" data-src="${real}">`, 'https://bild.example/alg-1280.jpg'],
  [`<img srcset="${set}, https://bild.example/enorm.jpg 6000w">`, 'https://bild.example/alg-1280.jpg'],
  [
    '<img srcset="https://bild.example/enorm.jpg 6000w, https://bild.example/stor.jpg 3000w">',
    'https://bild.example/stor.jpg',
  ],
  [`<img srcset="https://bild.example/t.jpg 32w" src="${real}">`],
  [
    '<img srcset="https://bild.example/1.jpg, https://bild.example/2.jpg 2x, https://bild.example/9.jpg 9x">',
    'https://bild.example/2.jpg',
  ],
  ['<img srcset="https://bild.example/1.jpg 1x,https://bild.example/2.jpg 1.5x">', 'https://bild.example/2.jpg'],
  [
    '<img srcset="https://bild.example/w_320,h_200/a.jpg 320w, https://bild.example/w_640,h_400/a.jpg 640w">',
    'https://bild.example/w_640,h_400/a.jpg',
  ],
  [
    '<img srcset="https://bild.example/1.jpg 320w 200h,\n https://bild.example/2.jpg 640w 400h,">',
    'https://bild.example/2.jpg',
  ],
  [`<img srcset="${real}">`],
  [`<img srcset=" , ,${real},, ">`],
  [`<img srcset="data:image/png;base64,R0 320w, ${real} 640w">`],
  // the element "picture"
  [
    `<picture><source srcset="${real}" type="image/webp"><source srcset="https://bild.example/b.jpg"><img src="/x.jpg"></picture>`,
  ],
  [`<picture><source srcset="https://bild.example/a.jxl" type="image/jxl"><img src="${real}"></picture>`],
  [`<picture><source data-srcset="${real} 800w"><img src="data:,"></picture>`],
  [`<picture><source media="(max-width: 600px)" srcset="https://bild.example/smal.jpg"><img src="${real}"></picture>`],
]

const nothing = [
  ...[
    '<p>Bara text</p>',
    '<img>',
    '<img alt="x">',
    '<img src="">',
    '<img srcset="">',
    '<img srcset=",">',
    '<source src="a.jpg">',
  ],
  ...[
    '<video src="v.mp4"></video>',
    '<img src="javascript:x">',
    '<img data-src="Ett ord. Till">',
    '<img src="logo.svg">',
  ],
  ...['<img src="https://feeds.feedburner.example/~r/x" height="1" width="1">', '&lt;img src="x.jpg"&gt;'],
]

describe('the image that a reader sees', () => {
  it.each(shown)('in %s', (html, address = real) => {
    expect(
      firstImageIn(`<p>Text</p>${html}<img src="https://bild.example/senare.jpg">`, 'https://bild.example/')?.href,
    ).toBe(address)
  })

  it.each(shown)('is the same on a page with %s', (html, address = real) => {
    const page = (body: string) =>
      slimPage(`<html><body><img src="/logga.png">${body}`, 'https://bild.example/a').head.imageUrl
    const text = `<p>Text</p>${html}<img src="https://bild.example/senare.jpg">`
    expect(page(`<article>${text}</article>`)).toBe(address)
    expect(page(`<h1>Älgen</h1><nav><img src="/nav.png"></nav><div>${text}</div>`)).toBe(address)
  })

  it('is a crop for small screens where there is no other', () => {
    const crop = `<picture><source media="(max-width: 600px)" srcset="${real}"></picture>`
    expect(firstImageIn(crop, 'https://bild.example/')?.href).toBe(real)
  })

  it.each(nothing)('is none in %s', (html) => expect(firstImageIn(html, 'https://bild.example/')).toBeNull())

  it('is the one that a page names, unless that only holds a place', () => {
    const page = (named: string) =>
      slimPage(
        `<head><meta property="og:image" content="${named}"></head><article><img src="${real}"></article>`,
        'https://bild.example/a',
      ).head.imageUrl
    expect(page('/delad.jpg')).toBe('https://bild.example/delad.jpg')
    expect(page('/img/placeholder.png')).toBe(real)
  })

  it('is not looked for around the text of a page', () => {
    expect(slimPage('<body><img src="/logga.png"><p>Text</p>', 'https://bild.example/').head.imageUrl).toBeNull()
  })

  it.each([',', 'a,', '. ', '/-'])(
    'takes time that grows with hostile markup alone, of many %j',
    { tags: 'slow' },
    (piece) => {
      const find = (markup: string) => firstImageIn(markup, '')
      for (const name of ['srcset', 'data-src', 'src', 'data-file'])
        expect(growth(find, (size) => `<img ${name}="${piece.repeat(size)} x{}">`.repeat(2), 1_000)).toBeLessThan(16)
    },
  )
})
