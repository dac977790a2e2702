/** A site whose model answers as recorded: thirty articles come in by their feeds, one of them when its event has a text. */
import { sql } from 'kysely'
import { addFeeds } from '../../../src/news/feeds/writes/feeds.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { actionsOf } from '../actions.ts'
import { type ModelServer, playedSettings, startModelServer } from '../played/model.ts'
import { startPublisher } from '../played/publisher.ts'
import { playRecorded, recordedPublishers, serveRecorded } from '../played/recorded.ts'
import { startTestWeb, type TestWeb } from '../web.ts'

/** Joins its event two hours later. */
const LATE = 'domstol-sv'

export interface RecordedSite {
  web: TestWeb
  server: ModelServer
  close(): Promise<void>
}

/** `late`: one report comes after the text of its event; else all come at once. */
export async function startRecordedSite({ late = true } = {}): Promise<RecordedSite> {
  const [server, publisher] = [await startModelServer(), await startPublisher()]
  playRecorded(server)
  const settings = { EMBEDDING_PROVIDER: 'none', FETCH_ALLOW: '127.0.0.1/32', RELEVANCE: 'all' }
  const web = await startTestWeb({ ...playedSettings(server), ...settings }, undefined, { alone: true })
  const { ingest } = actionsOf(web)
  const start = web.clock.now()
  const addresses = serveRecorded(publisher, start, late ? [LATE] : [])
  await addFeeds(
    web.database,
    [...addresses].map(([name, url]) => ({
      url,
      title: recordedPublishers[name],
      siteUrl: `https://${name}.example/`,
      language: null,
      relevance: 'all',
      extract: false,
      publisher: `${name}.example`,
    })),
  )
  await ingest()
  if (late) {
    serveRecorded(publisher, start)
    web.clock.set(new Date(start.getTime() + 2 * 3_600_000))
    await ingest()
  }
  const close = async () => {
    await web.close()
    await server.close()
    await publisher.close()
  }
  return { web, server, close }
}

export interface TaskCost {
  /** Name of its prompt, and its subject. */
  task: string
  calls: number
  /** Of a call, on average. */
  input: number
  output: number
}

export async function costsByTask({ db }: Database): Promise<TaskCost[]> {
  const { rows } = await sql<TaskCost>`
    select split_part(prompt_version, '.', 1) || case when purpose = 'exam' then ' (exam)' when event_id is null then ' (article)' else ' (event)' end as task,
      count(*) as calls, round(avg(input_tokens)) as input, round(avg(output_tokens)) as output
    from ai_calls group by 1 order by 1`.execute(db)
  return rows
}

/** Sentences that were left out, each with its reason. */
export async function lostSentences({ db }: Database): Promise<string[]> {
  const lost = await db
    .selectFrom('claims')
    .select(['sentence', 'dropped_by', 'reason'])
    .where('verdict', '=', 'dropped')
    .orderBy('id')
    .execute()
  return lost.map(({ sentence, dropped_by: by, reason }) => `${sentence} (${by}: ${reason})`)
}
