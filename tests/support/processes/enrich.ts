/** A process of its own that enriches what waits in a database: `node enrich.ts ADDRESS MODEL_URL`. */
import { enrichArticle } from '../../../src/pipeline/models/enrich.ts'
import { listToEnrich } from '../../../src/store/articles/pending-stages.ts'
import { connectDatabase } from '../../../src/store/database/database.ts'
import { enrichCtx } from '../generation.ts'

const [address = '', url = ''] = process.argv.slice(2)
const database = await connectDatabase(JSON.parse(address), 2)
const ctx = await enrichCtx(database, { url })
for (const { key } of await listToEnrich(database)) await enrichArticle(ctx, Number(key))
await database.close()
