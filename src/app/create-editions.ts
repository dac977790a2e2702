/** Ties the stage of editions by mail to what is read of events. */

import { shareEdition } from '../news/editions/queries/shared-edition.ts'
import { prepareEditions } from '../news/editions/stage/prepare.ts'
import { areReadersDue } from '../news/editions/writes/edition-emails.ts'
import type { EditionStages } from '../news/stages/context.ts'
import type { Base } from './base.ts'
import type { Content } from './content.ts'

type Deps = Pick<Base, 'clock' | 'database'> & { content: Content }

export function createEditions({ clock, content, database }: Deps): EditionStages {
  const { site, search, inflection } = content
  const edition = shareEdition({ db: database.db, siteLanguage: site.language, content: search, clock, inflection })
  return {
    areDue: () => areReadersDue(database, clock.now()),
    prepare: () => prepareEditions({ database, clock, edition }),
  }
}
