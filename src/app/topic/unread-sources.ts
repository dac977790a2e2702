/** Chosen sources that the service would not read, as SOURCES leads elsewhere. */
import { join, resolve } from 'node:path'

/** The reason, and what to do; null where the list of the folder is read. `sources`: SOURCES as it is set, undefined without it. */
export function unreadSources(sources: string | undefined, content: string): string | null {
  const list = join(content, 'sources.opml')
  const given = sources?.trim() ?? ''
  if (given === '' || resolve(given) === resolve(list)) return null
  const reading = given === 'none' ? 'no list of sources' : given
  return `SOURCES=${given} is set: the site reads ${reading}, and not the chosen sources in ${list}. Take SOURCES out of .env or the environment and start again, or run "karnhuset feeds import ${list}" once the site is there.`
}
