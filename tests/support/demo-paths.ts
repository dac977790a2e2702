/** One page of each kind of the site over the demo world. */

export interface DemoPaths {
  article: string
  story: string
  /** An event of several articles. */
  event: string
  paths: string[]
}

export async function demoPaths(url: string): Promise<DemoPaths> {
  const { entries } = (await (await fetch(`${url}/entries.json?items=1`)).json()) as { entries: { id: number }[] }
  const article = new URL((await fetch(`${url}/entries/${entries[0]?.id}`)).url).pathname
  const { data } = (await (await fetch(`${url}/api/v1/stories`)).json()) as { data: { url: string }[] }
  const story = new URL(data[0]?.url ?? '').pathname
  const events = await (await fetch(`${url}/api/v1/events?min_sources=2&per_page=1`)).json()
  const event = new URL((events as { data: { url: string }[] }).data[0]?.url ?? '').pathname
  const lists = [
    '/handelser',
    '/rattelser',
    '/kvalitet',
    '/dag',
    '/mac',
    '/populart',
    '/feeds',
    '/feeds/1',
    '/sok?q=homepod',
    '/sok?q=xyzzy',
    '/podd',
    '/tags',
  ]
  const others = ['/tags/iphone', '/guider', '/kop-nu-eller-vanta', '/status', '/om', '/nothing-here']
  return {
    article,
    story,
    event,
    paths: ['/', article, event, `/embed${event.replace(/-.*/, '')}`, '/stories', story, ...lists, ...others],
  }
}
