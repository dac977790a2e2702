/** Publishers that go on publishing while everything else is killed, and remember what they have published. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RssItem, rssDocument, startPublisher } from '../../tests/support/played/publisher.ts'

const FEEDS = 6

export interface News {
  /** Path of the list of sources. */
  opml: string
  titles: string[]
  /** One more article, in the feed whose turn it is; its title. */
  publish(): string
  /** A list with one source more, with one article: what an operator adds. */
  another(name: string): string
  close(): Promise<void>
}

export async function startNews(folder: string): Promise<News> {
  const publisher = await startPublisher()
  const feeds = Array.from({ length: FEEDS }, (): RssItem[] => [])
  const titles: string[] = []
  const serve = (name: string, items: RssItem[]) =>
    publisher.serve(`/${name}.xml`, { body: rssDocument(name, [...items].reverse()) })
  const item = (name: string, n: number): RssItem => {
    const title = `${name} tells of matter number ${n}`
    titles.push(title)
    return { title, link: `https://${name}.example/${n}`, date: new Date(), description: `Matter ${n} of ${name}.` }
  }
  const list = (names: string[]) => {
    const outlines = names.map(
      (name) =>
        `<outline text="${name}" xmlUrl="${publisher.at(`/${name}.xml`)}" language="en" publisher="${name}.example" relevance="all" extract="false"/>`,
    )
    const path = join(folder, `${names[0]}.opml`)
    writeFileSync(path, `<opml version="2.0"><body>${outlines.join('')}</body></opml>`)
    return path
  }
  const publish = () => {
    const at = titles.length % FEEDS
    const news = item(`paper${at}`, titles.length)
    feeds[at]?.push(news)
    serve(`paper${at}`, feeds[at] ?? [])
    return news.title
  }
  for (let n = 0; n < FEEDS * 5; n++) publish()
  return {
    opml: list(feeds.map((_, n) => `paper${n}`)),
    titles,
    publish,
    another: (name) => {
      serve(name, [item(name, 1)])
      return list([name])
    },
    close: () => publisher.close(),
  }
}
