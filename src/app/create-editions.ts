/** Ties the stage of editions by mail to what is read of events. */
import type { Content } from '../content.ts'
import type { EditionStages } from '../pipeline/context.ts'
import { prepareEditions } from '../pipeline/editions/prepare.ts'
import { shareEdition } from '../read/edition/shared-edition.ts'
import { areReadersDue } from '../store/editions/edition-emails.ts'
import type { Base } from './base.ts'

type Deps = Pick<Base, 'clock' | 'database'> & { content: Content }

export function createEditions({ clock, content, database }: Deps): EditionStages {
  const { site, search, inflection } = content
  const edition = shareEdition({ db: database.db, siteLanguage: site.language, content: search, clock, inflection })
  return {
    areDue: () => areReadersDue(database, clock.now()),
    prepare: () => prepareEditions({ database, clock, edition }),
  }
}
