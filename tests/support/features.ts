/** All features, and the table of the API with theirs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Feature } from '../../src/feature.ts'
import { featureNames, loadFeatures } from '../../src/features.ts'
import { loggedKinds } from '../../src/news/changes/resource.ts'
import type { Site } from '../../src/platform/site/site.ts'
import { apiTable } from '../../src/surfaces/rest/routes.ts'

export const features: Feature[] = await loadFeatures({ features: new Set(featureNames) })

export const isThere = (name: string): boolean => featureNames.includes(name)

const [, listed = ''] = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8').split(
  '\n## Features\n',
)
/** Documented and taken away. Documents, messages and migrations of theirs stay. */
export const absentFeatures = [...listed.matchAll(/^\| `([a-z-]+)` \|/gm)]
  .map(([, name = '']) => name)
  .filter((name) => !isThere(name))

/** Rows of a table that a feature has, where it is. */
export const ifThere = <Row>(name: string, ...rows: Row[]): Row[] => (isThere(name) ? rows : [])

/** The same, by their names. */
export const partsIf = <Row>(name: string, rows: Record<string, Row>): Record<string, Row> =>
  isThere(name) ? rows : {}

/** A file of a feature, empty where the feature is gone. Its types are lost: they would need the file. */
export const partOf = async (file: string) => {
  const path = join(import.meta.dirname, '../../src/features', file)
  return isThere(file.split('/')[0] ?? '') ? import(path) : {}
}

export const completeTable = (site: Site) =>
  apiTable(site, {
    kinds: loggedKinds(features.flatMap((feature) => feature.kinds ?? [])),
    rest: features.flatMap((feature) => feature.rest ?? []),
    resources: features.flatMap((feature) => feature.resources ?? []),
    me: features.flatMap((feature) => feature.me ?? []),
  })

/** Commands of features. */
export const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  calibration: ['clusters calibrate'],
  exams: ['models exam'],
  export: ['export'],
  guides: ['guides check', 'guides sync'],
  import: ['import'],
  podcast: ['podd import', 'podd generate'],
  topic: ['topic new', 'topic check'],
  webhooks: ['list', 'add', 'remove', 'pause', 'resume'].map((name) => `webhooks ${name}`),
}

/** True for a command that went with its feature. */
export const isGone = (command: string): boolean =>
  Object.entries(COMMANDS).some(
    ([feature, names]) =>
      !featureNames.includes(feature) && names.some((name) => command === name || command.startsWith(`${name} `)),
  )
