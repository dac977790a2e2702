import { describe, expect, it } from 'vitest'
import { isAddress, publisherName } from './publisher-name.ts'

const feed = (title: string, siteUrl: string, url = `${siteUrl.replace(/\/$/, '')}/feed.xml`) => ({
  title,
  siteUrl,
  url,
})

describe('publisherName', () => {
  it.each([
    ['ft.com', 'World', 'https://www.ft.com/world', 'FT'],
    ['ft.com', 'Financial Times', 'https://www.ft.com/', 'Financial Times'],
    ['dn.se', 'Nyheter', 'https://www.dn.se/', 'DN'],
    ['dn.se', 'Dagens Nyheter', 'https://www.dn.se/', 'Dagens Nyheter'],
    ['jn.pt', 'Jornal de Notícias - Últimas Notícias', 'https://www.jn.pt/', 'Jornal de Notícias'],
    ['theguardian.com', 'Technology | The Guardian', 'https://www.theguardian.com/technology', 'The Guardian'],
    ['theverge.com', 'Science – The Verge', 'https://www.theverge.com/science', 'The Verge'],
    ['independent.co.uk', 'The Independent', 'https://www.independent.co.uk/', 'The Independent'],
    ['golem.de', 'Golem.de', 'https://www.golem.de/', 'Golem.de'],
    ['pcforalla.se', 'PC för Alla', 'https://www.pcforalla.se/', 'PC för Alla'],
    ['nytimes.com', 'NYT > Technology', 'https://www.nytimes.com/section/technology', 'NYT'],
    ['mjtsai.com', 'Michael Tsai - Blog', 'https://mjtsai.com/blog/', 'Michael Tsai'],
    ['kcrw.com', 'KCRW’s Left, Right & Center', 'https://www.kcrw.com/lrc', 'KCRW'],
    [
      'weather.gov',
      'Current Warnings for Lincoln Issued by the National Weather Service',
      'https://alerts.weather.gov/',
      'weather.gov',
    ],
    ['nytimes.com', 'Wirecutter: Reviews for the Real World', 'https://www.nytimes.com/wirecutter', 'nytimes.com'],
    ['usgs.gov', 'USGS All Earthquakes, Past Hour', 'https://earthquake.usgs.gov/', 'USGS'],
    ['leancrew.com', 'And now it’s all this', 'https://leancrew.com/all-this/', 'And now it’s all this'],
  ])('of %s with a feed "%s" at %s is %s', (domain, title, siteUrl, name) =>
    expect(publisherName(domain, [feed(title, siteUrl)])).toBe(name),
  )

  it('is what the feeds of one publisher share', () => {
    const titles = ['Apple Newsroom', 'Apple Developer News', 'Apple Machine Learning Research']
    expect(
      publisherName(
        'apple.com',
        titles.map((title) => feed(title, 'https://www.apple.com/')),
      ),
    ).toBe('Apple')
    expect(
      publisherName('heise.de', [
        feed('heise online News', 'https://heise.de/'),
        feed('heise developer neueste Meldungen', 'https://heise.de/developer'),
      ]),
    ).toBe('heise')
  })

  it('begins with no small word that the titles share', () => {
    const titles = ['Stories by Karin Ek on Medium', 'Stories by Per Åberg on Medium']
    const feeds = titles.map((title) => feed(title, 'https://medium.com/'))
    expect(publisherName('medium.com', feeds)).toBe('Medium')
  })

  it('comes from the feed that has it, where another is named after its section', () => {
    const feeds = [feed('World', 'https://www.ft.com/world'), feed('Financial Times', 'https://www.ft.com/')]
    expect(publisherName('ft.com', feeds)).toBe('Financial Times')
  })

  it('is the domain where nothing names the publisher yet', () => {
    expect(publisherName('core.example', [])).toBe('core.example')
    const unread = { title: 'https://core.example/feed', siteUrl: null, url: 'https://core.example/feed' }
    expect(publisherName('core.example', [unread])).toBe('core.example')
  })
})

it('knows a title that only repeats the address', () => {
  expect(isAddress('core.example', 'https://www.core.example/rss')).toBe(true)
  expect(isAddress('Core.example', 'https://core.example/rss')).toBe(false)
})
