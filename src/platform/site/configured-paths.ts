/** Words that content/site.yaml chooses for the paths of the site's own pages: what may be chosen, and where the old ones lead. */
import { z } from 'zod'
import { type OldWords, oldWords as wordsBeforeEnglish } from './address-words.ts'
import { addressOf, replaceFields, replacePage, replaceWords } from './addresses.ts'
import type { ViolationAt } from './content-file.ts'
import { alternativePaths, defaultPaths, type PageName, type Paths } from './paths.ts'
import { firstSegment, serviceSegments } from './reserved.ts'

const names = Object.keys(defaultPaths) as [PageName, ...PageName[]]
const path = z
  .string()
  .max(40)
  .regex(/^\/[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be a slash and words of a–z and digits, joined by hyphens')

/** A path, or several: the first is the page's address, the others were before it and lead there. */
export const ConfiguredPaths = z.partialRecord(z.enum(names), z.union([path, z.array(path).min(1)]))
export type ConfiguredPaths = z.infer<typeof ConfiguredPaths>

const isPage = (page: string): page is PageName => page in defaultPaths
const pathsFor = (configured: ConfiguredPaths, name: PageName): string[] =>
  [configured[name] ?? defaultPaths[name]].flat()

/** `isGuide`: whether a guide is read at that path. */
export function pathViolations(
  configured: ConfiguredPaths,
  at: ViolationAt,
  isGuide: (path: string) => boolean,
): string[] {
  const owners = new Map<string, PageName>(names.map((name) => [defaultPaths[name], name]))
  const violation = (name: PageName, what: string) => at(['paths', name], `paths.${name}: ${what}`)
  return names.flatMap((name) =>
    pathsFor(configured, name).flatMap((one) => {
      const owner = owners.get(one)
      owners.set(one, name)
      if (owner !== undefined && owner !== name) return [violation(name, `${one} is or was the path of "${owner}"`)]
      if (isGuide(one)) return [violation(name, `${one} is the address of a guide`)]
      return serviceSegments.has(firstSegment(one)) ? [violation(name, `${one} is a path of the service itself`)] : []
    }),
  )
}

export const resolvePaths = (configured: ConfiguredPaths): Paths =>
  Object.fromEntries(names.map((name) => [name, pathsFor(configured, name)[0]])) as Record<PageName, string>

export interface PageAddresses {
  /** The address as routes know it: in their own words, whether it has the site's, those before it, or these. */
  inward(url: string): string
  /** The body of a form whose fields may have old names. */
  fieldsOf(body: string): string
  /** Redirect target of an address in other words than the site's; null where there is none. */
  movedTo(url: string): string | null
}

export function pageAddresses(configured: ConfiguredPaths, oldWords: OldWords = new Map()): PageAddresses {
  const paths = resolvePaths(configured)
  const ofPages = new Map(names.flatMap((name) => pathsFor(configured, name).map((path) => [path, defaultPaths[name]])))
  const occupied = new Set<string>([...ofPages.keys(), ...Object.values(defaultPaths)])
  const others = new Map(
    Object.entries(alternativePaths).flatMap(([word, page]) =>
      occupied.has(word) ? [] : [[word, isPage(page) ? paths[page] : page]],
    ),
  )
  const swedish = wordsBeforeEnglish('sv')
  const inward = (url: string) => replaceWords(replacePage(url, ofPages) ?? url, oldWords)
  return {
    inward,
    // Fields were Swedish in all languages.
    fieldsOf: (body) => replaceFields(body, swedish),
    movedTo: (url) => {
      const address = addressOf(paths, inward(replacePage(url, others) ?? url))
      return address === url ? null : address
    },
  }
}
