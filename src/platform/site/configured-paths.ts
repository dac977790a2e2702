/** Words that content/site.yaml chooses for the paths of the site's own pages. */
import { z } from 'zod'
import type { ViolationAt } from './content-file.ts'
import { firstPaths, type PageName, pageNames } from './page-words.ts'
import type { Paths } from './paths.ts'
import { firstSegment, serviceSegments } from './reserved.ts'

const path = z
  .string()
  .max(40)
  .regex(/^\/[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be a slash and words of a–z and digits, joined by hyphens')

/** A path, or several: the first is the page's address, the others were before it and lead there. */
export const ConfiguredPaths = z.partialRecord(z.enum(pageNames), z.union([path, z.array(path).min(1)]))
export type ConfiguredPaths = z.infer<typeof ConfiguredPaths>

/** The first is the page's address. */
export const pathsFor = (configured: ConfiguredPaths, name: PageName): string[] =>
  [configured[name] ?? firstPaths[name]].flat()

/** `isGuide`: whether a guide is read at that path. */
export function pathViolations(
  configured: ConfiguredPaths,
  at: ViolationAt,
  isGuide: (path: string) => boolean,
): string[] {
  const owners = new Map<string, PageName>(pageNames.map((name) => [firstPaths[name], name]))
  const violation = (name: PageName, what: string) => at(['paths', name], `paths.${name}: ${what}`)
  return pageNames.flatMap((name) =>
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
  Object.fromEntries(pageNames.map((name) => [name, pathsFor(configured, name)[0]])) as Record<PageName, string>
