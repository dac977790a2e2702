/** A process of its own that enriches what waits in a database: `node enrich.ts ADDRESS MODEL_URL`. */

import { listToEnrich } from '../../../src/news/stages/writes/pending-stages.ts'
import { enrichArticle } from '../../../src/news/texts/summaries/enrich.ts'
import { connectDatabase } from '../../../src/platform/database/database.ts'
import { enrichCtx } from '../generation.ts'

const [address = '', url = ''] = process.argv.slice(2)
const database = await connectDatabase(JSON.parse(address), 2)
const ctx = await enrichCtx(database, { url })
for (const { key } of await listToEnrich(database)) await enrichArticle(ctx, Number(key))
await database.close()
