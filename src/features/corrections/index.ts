/** Corrections by the editors, for readers: on a page of their own, above each text, and in the log of changes. */
import { join } from 'node:path'
import type { Feature } from '../../feature.ts'
import { numberedRoute, within } from '../../surfaces/site/send-page.ts'
import { correctionKind } from './change-kind.ts'
import { findCorrectionNote } from './correction-note.ts'
import { correctionsPage } from './corrections-page.ts'
import { pageCorrections } from './queries.ts'

const perPage = 30

export const corrections: Feature = {
  web({ app, ctx: { db }, sendPage }) {
    numberedRoute(app, '/corrections', sendPage, {
      load: async (page) => within(await pageCorrections(db, { page, perPage })),
      render: correctionsPage,
    })
    return null
  },
  aboutSite: [{ name: 'corrections', path: ({ corrections }) => corrections }],
  notes: [findCorrectionNote],
  kinds: [correctionKind],
  styles: [join(import.meta.dirname, 'corrections.css')],
}
