/** Words that content/site.yaml chooses for the paths of the site's own pages: what may be chosen, and where the old ones lead. */
import { z } from 'zod'
import { firstSegment, serviceWords } from '../guides/reserved.ts'
import type { FaultAt } from './content-file.ts'
import { defaultPaths, otherWords, type PageName, type Paths } from './paths.ts'

const names = Object.keys(defaultPaths) as [PageName, ...PageName[]]
const path = z
  .string()
  .max(40)
  .regex(/^\/[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be a slash and words of a–z and digits, joined by hyphens')

/** A path, or several: the first is the page's address, the others were before it and lead there. */
export const ChosenPaths = z.partialRecord(z.enum(names), z.union([path, z.array(path).min(1)]))
export type ChosenPaths = z.infer<typeof ChosenPaths>

const isPage = (page: string): page is PageName => page in defaultPaths
const chosenFor = (chosen: ChosenPaths, name: PageName): string[] => [chosen[name] ?? defaultPaths[name]].flat()

/** `isGuide`: whether a guide is read at that path. */
export function pathFaults(chosen: ChosenPaths, at: FaultAt, isGuide: (path: string) => boolean): string[] {
  const owners = new Map<string, PageName>(names.map((name) => [defaultPaths[name], name]))
  const say = (name: PageName, what: string) => at(['paths', name], `paths.${name}: ${what}`)
  return names.flatMap((name) =>
    chosenFor(chosen, name).flatMap((one) => {
      const owner = owners.get(one)
      owners.set(one, name)
      if (owner !== undefined && owner !== name) return [say(name, `${one} is or was the path of "${owner}"`)]
      if (isGuide(one)) return [say(name, `${one} is the address of a guide`)]
      return serviceWords.has(firstSegment(one)) ? [say(name, `${one} is a path of the service itself`)] : []
    }),
  )
}

export const resolvePaths = (chosen: ChosenPaths): Paths =>
  Object.fromEntries(names.map((name) => [name, chosenFor(chosen, name)[0]])) as Record<PageName, string>

export interface PageAddresses {
  /** The address as routes know it: at the default words. */
  inward(url: string): string
  /** Current address of a page that is requested by its former words. */
  movedTo(url: string): string | null
}

/** `/word` and what follows it; below a tag or a story the events' word comes third, below `/embed` second. */
const WORD = /^(\/(?:tags|stories)\/[^/?#]+|\/embed(?=\/))?(\/[a-z0-9-]+)(?=[/.?#]|$)/

export function pageAddresses(chosen: ChosenPaths): PageAddresses {
  const paths = resolvePaths(chosen)
  const inward = new Map<string, string>()
  const moved = new Map<string, string>()
  for (const name of names) {
    if (paths[name] !== defaultPaths[name]) inward.set(paths[name], defaultPaths[name])
    for (const old of [defaultPaths[name], ...chosenFor(chosen, name)])
      if (old !== paths[name]) moved.set(old, paths[name])
  }
  const current = new Set<string>(Object.values(paths))
  for (const [word, page] of Object.entries(otherWords))
    if (!current.has(word) && !moved.has(word)) moved.set(word, isPage(page) ? paths[page] : page)
  const replace = (url: string, words: ReadonlyMap<string, string>): string | null => {
    const [all, below = '', word = ''] = WORD.exec(url) ?? ['']
    const other = below !== '' && !isEvents(word) ? undefined : words.get(word)
    return other === undefined ? null : `${below}${other}${url.slice(all.length)}`
  }
  const isEvents = (word: string) => [defaultPaths.events, ...chosenFor(chosen, 'events')].includes(word)
  return {
    inward: (url) => replace(url, inward) ?? url,
    movedTo: (url) => replace(url, moved),
  }
}
