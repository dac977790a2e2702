/** One page of each kind of the site over the demo world. */

export interface DemoPaths {
  article: string
  story: string
  paths: string[]
}

export async function demoPaths(url: string): Promise<DemoPaths> {
  const { entries } = (await (await fetch(`${url}/entries.json?items=1`)).json()) as { entries: { id: number }[] }
  const article = new URL((await fetch(`${url}/entries/${entries[0]?.id}`)).url).pathname
  const { data } = (await (await fetch(`${url}/api/v1/stories`)).json()) as { data: { url: string }[] }
  const story = new URL(data[0]?.url ?? '').pathname
  const lists = ['/mac', '/populart', '/feeds', '/feeds/1', '/sok?q=homepod', '/sok?q=xyzzy', '/podd', '/tags']
  const others = ['/tags/iphone', '/guider', '/status', '/om', '/nothing-here']
  return { article, story, paths: ['/', article, '/stories', story, ...lists, ...others] }
}
