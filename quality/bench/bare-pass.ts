/** Child of the bench: asks for the documents of BENCH_URLS and parses them, and does nothing else. */
import { parseFeed } from '../../src/news/feeds/parse.ts'

const urls = String(process.env.BENCH_URLS).split(' ')
const AT_ONCE = 16
let [at, items] = [0, 0]

async function work(): Promise<void> {
  for (let url = urls[at++]; url; url = urls[at++]) {
    const answer = await fetch(url)
    try {
      const bytes = new Uint8Array(await answer.arrayBuffer())
      items += parseFeed(bytes, { url, contentType: answer.headers.get('content-type') }).items.length
    } catch {
      // Some of what is published is no feed.
    }
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, work))
console.log(`${items} items`)
