/** The end of the rehearsal: is everything there that was acknowledged, and everything that was published, once? */
import { until } from '../../tests/support/service.ts'
import { webs } from './fleet.ts'
import { hurry, type Scene } from './scene.ts'

export async function reckon(scene: Scene): Promise<void> {
  await nothingTwice(scene)
  await nothingLost(scene)
}

async function nothingTwice(scene: Scene): Promise<void> {
  const wanted = scene.news.titles.length
  const count = async () => {
    await hurry(scene)
    const [row] = await scene.query<{ n: number; titles: number; urls: number; published: number }>(`
      select count(*)::int n, count(distinct title)::int titles, count(distinct canonical_url)::int urls,
        (count(*) filter (where status = 'published'))::int published from articles`)
    return row ?? { n: 0, titles: 0, urls: 0, published: 0 }
  }
  const row = await until(count, ({ titles }) => titles >= wanted, 90).catch(count)
  const once = row.n === wanted && row.titles === wanted && row.urls === wanted && row.published === wanted
  scene.show(
    'the news',
    `${wanted} articles came out at the publishers, ${row.published} are published, ${row.n - row.titles} twice`,
    once,
  )
  for (const name of webs) {
    const ids = await listAll(scene.fleet.urlOf(name))
    const words = `${name} lists ${ids.length} articles, ${ids.length - new Set(ids).size} twice`
    scene.show('the news', words, ids.length === wanted && new Set(ids).size === wanted)
  }
}

async function listAll(url: string): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; ; page++) {
    const answer = await fetch(`${url}/api/v1/entries?per_page=100&page=${page}`)
    const { data } = (await answer.json()) as { data: { id: number }[] }
    if (data.length === 0) return ids
    ids.push(...data.map(({ id }) => id))
  }
}

async function nothingLost(scene: Scene): Promise<void> {
  const { accounts, deleted } = scene.load
  let follows = 0
  let lost = 0
  for (const [token, followed] of accounts) {
    const answer = await fetch(`${scene.proxy}/api/v1/feeds?per_page=100`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (deleted.has(token)) {
      if (answer.status !== 401) lost++
      continue
    }
    const { data = [] } = (await answer.json()) as { data?: { id: number; is_following: boolean }[] }
    const here = new Set(data.filter((feed) => feed.is_following).map((feed) => feed.id))
    if (answer.status !== 200) lost++
    follows += followed.size
    lost += [...followed].filter((id) => !here.has(id)).length
  }
  const words = `${accounts.size} accounts, ${follows} follows and ${deleted.size} deletions were acknowledged, ${lost} lost`
  scene.show('writes', words, lost === 0 && scene.load.hasEnough())
  const rows = await scene.query<{ title: string }>('select title from feeds')
  const missing = scene.operator.filter((name) => !rows.some(({ title }) => title === name))
  scene.show(
    'writes',
    `${scene.operator.length} sources were added by an operator, ${missing.length} lost`,
    missing.length === 0,
  )
}
