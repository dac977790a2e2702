/** Rulings on single sentences of events and stories: what is published, what readers are told, and the way back. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actionsOf } from '../../../tests/support/actions.ts'
import {
  said,
  seedEpisodeText,
  seedEvent,
  seedEventText,
  seedFeed,
  seedStoryText,
  storedPoint,
} from '../../../tests/support/build.ts'
import { t } from '../../../tests/support/content.ts'
import { ifThere, isThere } from '../../../tests/support/features.ts'
import { operatorAt, type Visitor } from '../../../tests/support/people.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { ruleSentence } from '../operator/writes/rule-sentence.ts'
import { undoOperatorAction } from '../operator/writes/undo.ts'
import { editStory, releaseStory } from '../stories/writes/operator-stories.ts'

const token = 'en-nyckel-som-bara-redaktionen-har'
const corrections = ifThere('corrections', '/rattelser')
let web: TestWeb
let visitor: Visitor
let eventId: number
let storyId: number
let ids: [number, number]

beforeAll(async () => {
  web = await startTestWeb({ ADMIN_TOKEN: token })
  const { database } = web
  const feeds = [
    await seedFeed(database, { title: 'Posten', publisher: 'posten.example' }),
    await seedFeed(database, { title: 'Bladet', publisher: 'bladet.example' }),
  ]
  const at = new Date('2026-11-21T09:00:00Z')
  const dated = { published_at: at, sort_at: at, discovered_at: at, language: 'sv' }
  const seeds = feeds.map((feed_id, n) => ({ feed_id, title: `Bron ${n}`, excerpt: `Bron öppnar, ${n}.`, ...dated }))
  const { eventId: id, articleIds } = await seedEvent(database, seeds)
  eventId = id
  ids = articleIds as [number, number]
  const [one, other] = ids
  await seedEventText(database, {
    eventId,
    points: [storedPoint('single', ['Bron öppnar.', [one]])],
    claims: [
      said('title', 'Bron öppnar'),
      said('sentence', 'Bron öppnar på lördag.', { by: [one] }),
      said('sentence', 'Den är tio år försenad.', { by: [other], dropped: 'literal' }),
      said('sentence', 'Färjan slutar gå.', { by: [one] }),
      said('point', 'Bron öppnar.', { section: 1, by: [one] }),
      said('point', 'Bron öppnar.', { section: 1, by: [other], dropped: 'polarity' }),
      said('point', 'Färjan blir kvar.', { section: 2, by: [other], dropped: 'polarity' }),
    ],
  })
  // Another event, whose texts are newer.
  const { eventId: neighbour } = await seedEvent(database, seeds)
  await seedEventText(database, {
    eventId: neighbour,
    points: [],
    claims: [said('title', 'Annat'), said('sentence', 'Ett.')],
  })
  for (const summary of ['Två.', 'Tre.'])
    await actionsOf(web).correctEvent(neighbour, { title: 'Annat', summary, retainPoints: false })
  storyId = await seedStoryText(database, eventId, [
    said('title', 'Striden om bron'),
    said('lead', 'Bron är klar.', { by: [one] }),
    said('body', 'Först kom planen.', { section: 1, by: [one] }),
    said('body', 'Sedan kom pengarna.', { section: 1, by: [other], dropped: 'certainty' }),
    said('body', 'Nu öppnar den.', { section: 2, by: [other] }),
  ])
  visitor = await operatorAt(web, token)
})
afterAll(() => web.close())

const get = async (url: string): Promise<string> => {
  const { headers, body } = await web.app.inject({ url })
  return typeof headers.location === 'string' ? get(headers.location) : body
}
const claimOf = async (sentence: string, nth = 0) => {
  const rows = web.database.db.selectFrom('claims').selectAll().where('sentence', '=', sentence)
  const claim = (await rows.orderBy('position').execute())[nth]
  if (!claim) throw new Error(`nothing says "${sentence}"`)
  return claim
}
async function rule(page: string, sentence: string, act: string, fields: Record<string, string> = {}, nth = 0) {
  const { id } = await claimOf(sentence, nth)
  return (await visitor.post(`/admin/${page}/claims/${id}/${act}`, fields)).headers.location
}
const undoLast = async () => {
  const actions = web.database.db.selectFrom('operator_actions').select('id').orderBy('id', 'desc')
  return undoOperatorAction(web.database, (await actions.executeTakeFirstOrThrow()).id, web.ctx.clock.now())
}
const changesSince = async (position: number) =>
  (await web.database.db.selectFrom('changes').selectAll().where('position', '>', position).execute()).map(
    ({ kind, id }) => `${kind} ${id}`,
  )
const position = async () =>
  (
    await web.database.db
      .selectFrom('changes')
      .select(({ fn }) => fn.max('position').as('n'))
      .executeTakeFirstOrThrow()
  ).n ?? 0

describe('that were left out', () => {
  const pageOf = async (url: string) => (await visitor.get(url)).body

  it('are counted by reason and week on the first page, but those that an operator ruled on or that are older', async () => {
    const { db } = web.database
    const now = web.ctx.clock.now().getTime()
    const age = (days: number, sentence: string, values = {}) =>
      db
        .updateTable('claims')
        .set({ at: new Date(now - days * 86_400_000), ...values })
        .where('sentence', '=', sentence)
        .where('verdict', '=', 'dropped')
        .execute()
    await age(8, 'Färjan blir kvar.')
    await age(7 * 4, 'Sedan kom pengarna.')
    const row = (body: string, kind: string) => new RegExp(`${t(kind)}</th>(.*?)</tr>`).exec(body)?.[1]
    const counts = (body: string, kind: string) => row(body, kind)?.match(/\d+(?=<)/g)
    const body = await pageOf('/admin')
    expect(counts(body, 'quality.kind.polarity')).toEqual(['1', '1', '0', '0'])
    expect(counts(body, 'quality.kind.literal')).toEqual(['1', '0', '0', '0'])
    expect(row(body, 'quality.kind.certainty')).toBeUndefined()
    await age(0, 'Den är tio år försenad.', { ruling: 'dropped' })
    expect(row(await pageOf('/admin'), 'quality.kind.literal')).toBeUndefined()
    await age(0, 'Den är tio år försenad.', { ruling: null })
  })

  it('are listed newest first, each with a link to its text, where its evidence names its source', async () => {
    const body = await pageOf('/admin/summaries')
    const [listed = ''] = /<section[^>]*id="dropped"[\s\S]*?<\/section>/.exec(body) ?? []
    expect([...listed.matchAll(/<a href="([^"]+)">([^<]+)</g)].map(([, to, text]) => [to, text])).toEqual([
      [`/admin/events/${eventId}#claims`, 'Den är tio år försenad.'],
      [`/admin/events/${eventId}#claims`, 'Bron öppnar.'],
      [`/admin/events/${eventId}#claims`, 'Färjan blir kvar.'],
      [`/admin/stories/${storyId}#claims`, 'Sedan kom pengarna.'],
    ])
    const text = await pageOf(`/admin/events/${eventId}`)
    expect(text).toMatch(new RegExp(`Den är tio år försenad[\\s\\S]*?/admin/articles/${ids[1]}">Bladet<`))
  })
})

describe('of an event', () => {
  const page = () => `events/${eventId}`
  const event = async () => JSON.parse(await get(`/api/v1/events/${eventId}`)).data
  const rivals = async () =>
    (await event()).points.map((one: { text: string; status: string }) => [one.text, one.status])

  it('are shown beside their evidence, each with what can be done about it', async () => {
    const { body } = await visitor.get(`/admin/${page()}`)
    expect(body).toMatch(/Den är tio år försenad\.[\s\S]*?Struken[\s\S]*?\/accept[\s\S]*?What article \d+ says/)
    expect(body).toContain('Punkt')
  })

  it('take a sentence in where it stood: as a text of the operator’s, on every surface and among the corrections', async () => {
    const before = await position()
    expect(await rule(page(), 'Den är tio år försenad.', 'accept')).toContain('said=corrected')
    const summary = 'Bron öppnar på lördag. Den är tio år försenad. Färjan slutar gå.'
    expect(await event()).toMatchObject({ summary, by: 'operator', title: 'Bron öppnar' })
    for (const path of [
      `/handelser/${eventId}`,
      `/handelser/${eventId}-bron-oppnar.md`,
      '/handelser.rss',
      ...corrections,
    ])
      expect(await get(path), path).toContain('tio år försenad')
    expect(await changesSince(before)).toContain(`event ${eventId}`)
    expect(await web.database.db.selectFrom('operator_actions').select('target').execute()).toContainEqual({
      target: `event:${eventId}`,
    })
  })

  it('put one in other words, escaped, and take one out, but never the last', async () => {
    await rule(page(), 'Färjan slutar gå.', 'correct', { sentence: 'Färjan <b>slutar</b> på fredag.' })
    await rule(page(), 'Den är tio år försenad.', 'drop')
    expect((await event()).summary).toBe('Bron öppnar på lördag. Färjan <b>slutar</b> på fredag.')
    expect(await get(`/handelser/${eventId}`)).not.toContain('<b>slutar')
    await rule(page(), 'Bron öppnar på lördag.', 'drop')
    expect(await rule(page(), 'Färjan <b>slutar</b> på fredag.', 'drop')).toContain('said=overtaken')
    await undoLast()
    expect((await event()).summary).toBe('Bron öppnar på lördag. Färjan <b>slutar</b> på fredag.')
    expect(await claimOf('Bron öppnar på lördag.')).toMatchObject({ verdict: 'stands', ruling: null })
  })

  it('give a point another report, another point, other words, and take one out', async () => {
    expect(await rivals()).toEqual([['Bron öppnar.', 'single']])
    await rule(page(), 'Bron öppnar.', 'accept', {}, 1)
    await rule(page(), 'Färjan blir kvar.', 'accept')
    expect(await rivals()).toEqual([
      ['Bron öppnar.', 'agreed'],
      ['Färjan blir kvar.', 'single'],
    ])
    await rule(page(), 'Bron öppnar.', 'correct', { sentence: 'Bron öppnar för alla.' })
    await rule(page(), 'Färjan blir kvar.', 'drop')
    expect(await rivals()).toEqual([['Bron öppnar för alla.', 'agreed']])
    for (const path of corrections) expect(await get(path)).toContain('Bron<ins> öppnar för alla.</ins>')
    await undoLast()
    expect((await rivals()).length).toBe(2)
  })

  it('are refused for a sentence that a newer text has replaced', async () => {
    const text = { title: 'Ny', summary: 'En helt ny text.', retainPoints: false }
    await actionsOf(web).correctEvent(eventId, text)
    expect(await rule(page(), 'Bron öppnar på lördag.', 'drop')).toContain('said=overtaken')
    expect((await event()).summary).toBe('En helt ny text.')
  })
})

describe('of a story', () => {
  const page = () => `stories/${storyId}`
  const story = async () => JSON.parse(await get(`/api/v1/stories/${storyId}`)).data

  it('keep its paragraphs, and are a correction above its text', async () => {
    const before = await position()
    expect(await rule(page(), 'Sedan kom pengarna.', 'accept')).toContain('said=corrected')
    expect(await story()).toMatchObject({ body: 'Först kom planen. Sedan kom pengarna.\n\nNu öppnar den.' })
    for (const path of corrections) {
      expect(await get(path)).toMatch(/href="\/stories\/\d+-[^"]*">Striden om bron</)
      expect(await get(`/stories/${storyId}`)).toContain('Texten rättades')
    }
    expect(await changesSince(before)).toContain(`story ${storyId}`)
  })

  it('take out, reword, stop at the last of the lead, and are undone', async () => {
    await rule(page(), 'Först kom planen.', 'drop')
    await rule(page(), 'Sedan kom pengarna.', 'drop')
    expect((await story()).body).toBe('Nu öppnar den.')
    await undoLast()
    expect((await story()).body).toBe('Sedan kom pengarna.\n\nNu öppnar den.')
    expect(await rule(page(), 'Bron är klar.', 'drop')).toContain('said=overtaken')
    await rule(page(), 'Bron är klar.', 'correct', { sentence: 'Bron är nästan klar.' })
    expect((await story()).lead).toBe('Bron är nästan klar.')
    expect((await visitor.get(`/admin/${page()}`)).body).toContain(t('admin.claims.ruled_corrected'))
  })

  it('are refused once the whole was written anew, and no correction stands when the text is given back', async () => {
    await editStory(
      web.database,
      storyId,
      { title: 'Bron', lead: 'Ny ingress.', body: 'Ny text.' },
      web.ctx.clock.now(),
    )
    expect(await rule(page(), 'Nu öppnar den.', 'drop')).toContain('said=overtaken')
    expect((await visitor.get(`/admin/${page()}`)).body).toContain('Texten har skrivits om sedan dess')
    await releaseStory(web.database, storyId, web.ctx.clock.now())
    for (const path of corrections) expect(await get(path)).not.toContain('/stories/')
  })
})

it.runIf(isThere('podcast'))(
  'shows an episode sentence by sentence, and rules on nothing that was spoken',
  async () => {
    await seedEpisodeText(web.database, '2026-11-21', [
      said('title', 'Bron och båten'),
      said('sentence', 'Bron öppnar i dag.', { section: 1, by: [ids[0]] }),
      said('sentence', 'Båten sjönk.', { section: 1, by: [ids[1]], dropped: 'inventions' }),
    ])
    expect((await visitor.get('/admin/episodes')).body).toMatch(/href="\/admin\/episodes\/2026-11-21">Bron och båten</)
    const { body } = await visitor.get('/admin/episodes/2026-11-21')
    expect(body).toMatch(/Båten sjönk\.[\s\S]*?Struken/)
    expect(body).toContain('Avsnittet är inläst')
    expect(body).not.toContain('/claims/')
    const { id } = await claimOf('Båten sjönk.')
    await expect(ruleSentence(web.database, id, { ruling: 'accepted' }, web.ctx.clock.now())).rejects.toMatchObject({
      code: 'unprocessable',
    })
    expect((await visitor.get('/admin/episodes/2020-01-01')).statusCode).toBe(404)
  },
)
