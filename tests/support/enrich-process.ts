/** A process of its own that enriches what waits in a data directory: `node enrich-process.ts DATA_DIR MODEL_URL`. */
import { enrichArticle } from '../../src/pipeline/models/enrich.ts'
import { listWaiting } from '../../src/store/articles/stages.ts'
import { openDatabase } from '../../src/store/database/database.ts'
import { enrichCtx } from './enrichment.ts'
import { playedConfig } from './played-config.ts'

const [dataDir = '', url = ''] = process.argv.slice(2)
const database = await openDatabase(playedConfig({ url }, { DATA_DIR: dataDir }))
const ctx = await enrichCtx(database, { url })
for (const id of await listWaiting(database, 'enrich', ctx.clock.now())) await enrichArticle(ctx, Number(id))
await database.close()
