import { openPostgres } from '/work/wt/cluster/src/store/database/database.ts'
import { migrate } from '/work/wt/cluster/src/store/database/migrate.ts'
import { benchStages } from '/work/wt/cluster/tests/bench/stages.ts'
import { printMeasure } from '/work/wt/cluster/tests/bench/measure.ts'
const base = process.env.TEST_DATABASE_URL!
const admin = await openPostgres(base, 1)
await admin.pool.query('drop database if exists stages with (force)')
await admin.pool.query('create database stages')
await admin.close()
const database = await openPostgres(base.replace(/postgres$/, 'stages'), 5)
await migrate(database)
for (const m of await benchStages(database, process.argv.slice(2).map(Number))) printMeasure(m)
await database.close().catch(() => {})
process.exit(0)
