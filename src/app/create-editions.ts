/** Ties the stages of editions to what is read of events and to the voice. */
import type { Content } from '../content.ts'
import { synthesizerFrom } from '../media/audio/speech.ts'
import type { EditionStages } from '../pipeline/context.ts'
import { prepareEditions } from '../pipeline/editions/prepare.ts'
import { isAudioPending, soundsFolder, synthesizeEditions } from '../pipeline/editions/synthesize.ts'
import { shareEdition } from '../read/edition/shared-edition.ts'
import { hydrateEvents } from '../read/events/events.ts'
import { areReadersDue } from '../store/editions/edition-emails.ts'
import type { Base } from './base.ts'

type Deps = Pick<Base, 'config' | 'clock' | 'database'> & { content: Content }

export function createEditions({ config, clock, content, database }: Deps): EditionStages {
  const { site, show, languages, search, inflection } = content
  const edition = shareEdition({ db: database.db, siteLanguage: site.language, content: search, clock, inflection })
  const synthesis = {
    database,
    clock,
    site,
    show,
    languages,
    synthesizer: synthesizerFrom(config),
    folder: soundsFolder(config.DATA_DIR),
    readEvents: (ids: number[]) => hydrateEvents(database.db, ids, site.language),
  }
  return {
    areDue: () => areReadersDue(database, clock.now()),
    prepare: () => prepareEditions({ database, clock, edition }),
    isAudioPending: () => isAudioPending(synthesis),
    synthesize: () => synthesizeEditions(synthesis),
  }
}
