/** The podcast's feed by two parsers of other programs: each gives the episode that the site serves. */
import partytime from 'podcast-partytime'
import RssParser from 'rss-parser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PodcastSite, startPodcastSite } from '../../../tests/support/worlds/podcast.ts'

interface Episode {
  title: string | undefined
  guid: string | undefined
  page: string | undefined
  published: Date
  seconds: number
  audio: { url: string; bytes: number; type: string }
  cover: string | undefined
}

let site: PodcastSite
let feed: string
beforeAll(async () => {
  site = await startPodcastSite()
  feed = `${site.url}/podd.rss`
})
afterAll(() => site?.close())

const parsers: Record<string, () => Promise<Episode[]>> = {
  'podcast-partytime': async () => {
    const parsed = await partytime.parseFeed(await (await fetch(feed)).text())
    return (parsed?.items ?? []).map(({ title, guid, link, pubDate, duration, enclosure, itunesImage }) => ({
      title,
      guid,
      page: link,
      published: pubDate ?? new Date(0),
      seconds: duration,
      cover: itunesImage,
      audio: { url: enclosure.url, bytes: enclosure.length, type: enclosure.type },
    }))
  },
  'rss-parser': async () => {
    const { items } = await new RssParser().parseURL(feed)
    return items.map(({ title, guid, link, isoDate, enclosure, itunes }) => ({
      title,
      guid,
      page: link,
      published: new Date(isoDate ?? 0),
      seconds: Number(itunes.duration),
      audio: { url: enclosure?.url ?? '', bytes: Number(enclosure?.length), type: enclosure?.type ?? '' },
      cover: itunes.image,
    }))
  },
}

it.each(Object.entries(parsers))('%s finds the episode, its sound, length, date and cover', async (_name, parse) => {
  const [episode, ...others] = await parse()
  expect(others).toEqual([])
  expect(episode).toMatchObject({
    title: 'Fredagens nyheter',
    guid: `${site.url}/podd/fredag`,
    page: `${site.url}/podd/fredag`,
    published: new Date('2026-11-20T00:00:00Z'),
    seconds: 90,
    audio: { type: 'audio/mpeg' },
  })
  const sound = await fetch(episode?.audio.url ?? '')
  expect([sound.headers.get('content-type'), (await sound.bytes()).length]).toEqual([
    'audio/mpeg',
    episode?.audio.bytes,
  ])
  expect((await fetch(episode?.cover ?? '')).headers.get('content-type')).toBe('image/jpeg')
})

it('podcast-partytime finds the chapters and the transcript, which the site serves', async () => {
  const parsed = await partytime.parseFeed(await (await fetch(feed)).text())
  expect(parsed).toMatchObject({
    title: 'Kärnhuset',
    language: 'sv',
    itunesCategory: ['News > Tech News'],
    explicit: false,
  })
  const { podcastChapters, podcastTranscripts } = parsed?.items[0] ?? {}
  const chapters = await fetch(podcastChapters?.url ?? '')
  expect(chapters.headers.get('content-type')).toContain(podcastChapters?.type)
  expect(await chapters.json()).toMatchObject({
    chapters: [
      { startTime: 0, title: 'Inledning' },
      { startTime: 30, title: 'Domen' },
      { startTime: 60, title: 'Skärmarna' },
    ],
  })
  const [transcript] = podcastTranscripts ?? []
  const text = await fetch(transcript?.url ?? '')
  expect(text.headers.get('content-type')).toContain(transcript?.type)
  expect(await text.text()).toContain('God morgon!')
})
