/** Pages of news without a model's text: the reports' own excerpts, and the guides' drawings for what has no image. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedEvent, seedFeed, seedTag } from '../../../tests/support/build.ts'
import { t } from '../../../tests/support/content.ts'
import { ifThere } from '../../../tests/support/features.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'

let web: TestWeb
const events = new Map<string, number>()
const articles = new Map<string, number>()
const drawing = (name: string) => `<svg viewBox="0 0 9 9"><path class="${name}" d="M0 0"/></svg>`

/** An event's title, its tags, whether it has an image (none can be fetched here), and the drawing that stands for one. */
const CASES: [title: string, tags: string[], image: boolean, drawn: string | null][] = [
  ['Om pennan', ['pennan'], false, 'penna'],
  ['Om bordet', ['bordet'], false, 'bord'],
  ['Om boken', ['boken'], false, null],
  ['Om boken och bordet', ['boken', 'bordet'], false, 'bord'],
  ['Om pennan, med en bild som inte går att hämta', ['pennan'], true, 'penna'],
  ['Om ingenting', [], false, null],
]

beforeAll(async () => {
  web = await startTestWeb()
  const { database } = web
  const [one, two] = [await seedFeed(database, { title: 'Bladet' }), await seedFeed(database, { title: 'Posten' })]
  const tags = new Map<string, number>()
  for (const slug of ['pennan', 'bordet', 'boken']) tags.set(slug, await seedTag(database, slug, slug))
  const guide = (slug: string, page_type: 'product_hub' | 'rumor', of: string, drawn: string | null) => ({
    slug,
    title: slug,
    file: `${slug}.md`,
    page_type,
    family: slug,
    tags: [of],
    summary: slug,
    body: slug,
    updated: '2026-11-21',
    content_hash: slug,
    search: sql<string>`''::tsvector`,
    picture: drawn && JSON.stringify({ name: drawn, alt: drawn, svg: drawing(drawn) }),
  })
  await database.db
    .insertInto('guides')
    .values([
      guide('rykten-om-pennan', 'rumor', 'pennan', 'rykte'),
      guide('penna', 'product_hub', 'pennan', 'penna'),
      guide('ritbord', 'product_hub', 'bordet', 'bord'),
      guide('bok', 'product_hub', 'boken', null),
    ])
    .execute()
  for (const [title, slugs, image] of CASES) {
    const fields = {
      tag_ids: slugs.map((slug) => tags.get(slug)!),
      image_url: image ? 'https://img.example/1.jpg' : null,
    }
    const { eventId, articleIds } = await seedEvent(database, [
      { feed_id: one, title, language: 'sv', excerpt: `Bladets ord. ${title}.`, ...fields },
      { feed_id: two, title: `${title} igen`, language: 'sv', excerpt: `Postens ord. ${title}.`, ...fields },
    ])
    events.set(title, eventId)
    articles.set(title, articleIds[0] as number)
  }
})
afterAll(() => web.close())

async function pageOf(path: string): Promise<string> {
  const { headers } = await web.app.inject(path)
  return (await web.app.inject(String(headers.location ?? path))).body
}

const drawnIn = (body: string) =>
  [...body.matchAll(/class="picture drawing".*?<path class="(\w+)"/gs)].map(([, name]) => name)

describe('what has no image', () => {
  it.each(CASES)('is drawn by its tags: %s', async (title, _tags, _image, drawn) => {
    const wanted = drawn === null ? [] : ifThere('guides', drawn)
    expect(drawnIn(await pageOf(`/handelser/${events.get(title)}`))).toEqual(wanted)
    expect(drawnIn(await pageOf(`/entries/${articles.get(title)}`))).toEqual(wanted)
  })

  it('is drawn on the front page, each drawing once', async () => {
    const drawn = drawnIn(await pageOf('/'))
    expect(drawn.length > 0).toBe(ifThere('guides', '').length > 0)
    expect(new Set(drawn).size).toBe(drawn.length)
  })
})

describe('an event without a text of its own', () => {
  const path = () => `/handelser/${events.get('Om pennan')}`

  it('is told by the excerpt of each report below its headline', async () => {
    const body = await pageOf(path())
    expect(body).toContain(t('events.by_reports'))
    const excerpts = [...body.matchAll(/class="summary">([^<]*)</g)].map(([, text]) => text)
    expect(excerpts).toEqual(['Bladets ord. Om pennan.', 'Postens ord. Om pennan.'])
  })

  it('has a timeline without excerpts once it has one', async () => {
    const eventId = events.get('Om pennan')!
    const article_ids = [articles.get('Om pennan')!]
    await web.database.db
      .insertInto('event_texts')
      .values({
        event_id: eventId,
        revision: 1,
        at: new Date('2026-11-21T10:00:00Z'),
        text_by: 'ai',
        model: 'm',
        title: 'Pennan',
        summary: 'Den är ny.',
        points: '[]',
        reason: 'second_source',
        article_ids,
        seen_ids: article_ids,
        brought_by: article_ids,
      })
      .execute()
    web.ctx.cache.raise('content')
    const body = await pageOf(path())
    expect(body).toContain(t('events.timeline'))
    expect(body).not.toContain('class="summary"')
  })
})
