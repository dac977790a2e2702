/** What one robots.txt says (RFC 9309). Runs in the page worker: some patterns take very long to match. */
import robotsParser from 'robots-parser'

// The package is a CommonJS function; its types describe a default export that is not there.
const parse = robotsParser as unknown as (
  address: string,
  text: string,
) => { isAllowed(url: string, agent: string): boolean | undefined }

/** `agent` is the product token alone. What the file does not speak of is allowed. */
export function robotsAllow(text: string, url: string, agent: string): boolean {
  const { origin } = new URL(url)
  return parse(`${origin}/robots.txt`, text).isAllowed(url, agent) !== false
}
