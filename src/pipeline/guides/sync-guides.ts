/**
 * Syncs the guides' folder with the database. A file with a violation is reported, and its last good version stays up.
 */

import { checkGuides, collisions } from '../../domain/guides/check.ts'
import {
  byFileAndLine,
  type Guide,
  type GuideFault,
  type GuideSync,
  type StoredFault,
} from '../../domain/guides/guide.ts'
import type { Clock } from '../../domain/time/clock.ts'
import {
  deleteGuides,
  guideHash,
  listGuideFaults,
  listStoredGuides,
  replaceGuideFaults,
  type StoredGuide,
  saveGuide,
} from '../../store/content/guides.ts'
import { type Database, publishing } from '../../store/database/database.ts'
import { type GuideFolder, readGuideFolder, wholeFolder } from './guide-folder.ts'

export interface GuideContext {
  database: Database
  clock: Clock
  /** Language of the site. */
  language: string
  /** Slugs of the vocabulary; tags are not checked without it. */
  tagSlugs?: ReadonlySet<string>
}

interface Plan {
  sync: GuideSync
  save: Guide[]
  faultsChanged: boolean
}

/** Raises the content version only when a guide or a violation has changed. */
export async function syncGuides(context: GuideContext, dir: string): Promise<GuideSync> {
  const { database, clock, language } = context
  const folder = await readGuideFolder(dir)
  const planned = plan(context, folder, await listStoredGuides(database.db), await listGuideFaults(database.db))
  if (!changesAnything(planned)) return planned.sync
  return publishing(database, async (trx) => {
    const { sync, save, faultsChanged } = plan(context, folder, await listStoredGuides(trx), await listGuideFaults(trx))
    await deleteGuides(trx, sync.removed)
    for (const guide of save) await saveGuide(trx, guide, language)
    if (faultsChanged) await replaceGuideFaults(trx, sync.faults, clock.now())
    return sync
  })
}

function plan(context: GuideContext, folder: GuideFolder, stored: StoredGuide[], faultsBefore: StoredFault[]): Plan {
  const { taken, faults } = settle(folder, stored)
  const refused = new Set(faults.map(({ file }) => file))
  const slugs = new Set(taken.map(({ slug }) => slug))
  const left = stored.map(({ guide }) => guide).filter(({ slug }) => !slugs.has(slug))
  // A folder that cannot be read is no reason to take every guide down.
  const kept = left.filter(({ file }) => refused.has(file) || refused.has(wholeFolder))
  const hashes = new Map(stored.map(({ guide, hash }) => [guide.slug, hash]))
  const save = taken.filter((guide) => hashes.get(guide.slug) !== guideHash(guide))
  const allFaults = [
    ...faults.map((fault) => ({ ...fault, refused: true })),
    ...warnings(taken, kept, context.tagSlugs).map((fault) => ({ ...fault, refused: false })),
  ].sort(byFileAndLine)
  return {
    save,
    faultsChanged: fingerprint(allFaults) !== fingerprint(faultsBefore),
    sync: {
      guides: taken.length + kept.length,
      saved: save.map(({ slug }) => slug).sort(),
      removed: left.filter((guide) => !kept.includes(guide)).map(({ slug }) => slug),
      refused: [...refused].sort(),
      faults: allFaults,
    },
  }
}

/** Accepted files. A stored guide keeps its slug when another file claims it too. */
function settle(folder: GuideFolder, stored: StoredGuide[]): { taken: Guide[]; faults: GuideFault[] } {
  // A topic may do without guides; but those that are up do not go because their folder does.
  if (folder.missing && stored.length === 0) return { taken: [], faults: [] }
  const owners = new Map(stored.map(({ guide }) => [guide.slug, guide.file]))
  const owns = (guide: Guide) => Number(owners.get(guide.slug) === guide.file)
  const ordered = folder.guides.toSorted((a, b) => owns(b) - owns(a))
  const collided = collisions(ordered)
  const losers = new Set(collided.map(({ file }) => file))
  return { taken: ordered.filter(({ file }) => !losers.has(file)), faults: [...folder.faults, ...collided] }
}

function warnings(taken: Guide[], kept: Guide[], tagSlugs: ReadonlySet<string> | undefined): GuideFault[] {
  const files = new Set(taken.map(({ file }) => file))
  const faults = checkGuides([...taken, ...kept], tagSlugs ? { tagSlugs } : {})
  return faults.filter(({ file }) => files.has(file))
}

function changesAnything({ save, sync, faultsChanged }: Plan): boolean {
  return save.length > 0 || sync.removed.length > 0 || faultsChanged
}

function fingerprint(faults: StoredFault[]): string {
  return faults
    .map(({ file, line, message, refused }) => JSON.stringify([file, line, message, refused]))
    .sort()
    .join('\n')
}
