/** `topic adopt`: after the topic of a content folder was changed. */
import { withBase } from './host.ts'
import type { Io } from './io.ts'

/** The database goes on with the topic that the content folder has now. */
export const topicAdopt = (io: Io): Promise<number> =>
  withBase(
    async ({ site }) => {
      io.line(`The database is about ${site.topic}.`)
      return 0
    },
    { adopt: true },
  )
