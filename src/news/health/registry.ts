/** The registry of health checks: `/readyz`, `doctor`, the notices, the console and `/metrics` all read it. */
import type { Config } from '../../config.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import { listOpenReports } from '../operator/queries/overview.ts'
import type { OperatorIssue } from '../operator/rules/notices.ts'
import { backupIssues, checkBackup } from './backup-checks.ts'
import { checkFitness, checkSchema, checkServer, fatalOf, silenceOf, unmigrated } from './database-checks.ts'
import { checkDisk, diskIssues } from './disk-checks.ts'
import type { HealthCheck, Issues } from './health-check.ts'
import { budgetIssues, checkSilence, judgeIssues, modelIssues } from './model-checks.ts'
import { checkSources, sourceIssues } from './source-checks.ts'

interface Scope {
  config: Config
  database: Database
  now: Date
  timeZone: string
}

export function healthChecks({ config, database, now, timeZone }: Scope): HealthCheck[] {
  const { db, pool, replica } = database
  const budget = config.AI_MONTHLY_BUDGET ?? null
  const open = async (issues: Promise<OperatorIssue[]>): Promise<Issues> => ({ open: await issues })
  return [
    {
      name: 'database',
      severity: 'fatal',
      run: () => checkServer(config, database),
      probe: { as: 'database', why: () => silenceOf(pool.query('select 1')) },
    },
    {
      name: 'fitness',
      severity: 'fatal',
      run: () => checkFitness(database),
      probe: { as: null, why: () => fatalOf(database) },
    },
    {
      name: 'schema',
      severity: 'fatal',
      run: () => checkSchema(database),
      probe: { as: 'migrations', why: () => unmigrated(database) },
    },
    {
      name: 'replica',
      severity: 'warning',
      ...(replica && { probe: { as: 'replica', why: () => silenceOf(replica.query('select 1')) } }),
    },
    { name: 'sources', severity: 'warning', run: () => checkSources(db), notify: () => sourceIssues(db, now) },
    { name: 'reports', severity: 'warning', notify: () => open(reportIssues(db)) },
    { name: 'budget', severity: 'warning', notify: () => open(budgetIssues(db, { now, timeZone, budget })) },
    {
      name: 'models',
      severity: 'warning',
      run: () => checkSilence(db, now),
      notify: () => open(modelIssues(db, now)),
    },
    { name: 'judge', severity: 'warning', notify: () => open(judgeIssues(db)) },
    { name: 'disk', severity: 'warning', run: () => checkDisk(config), notify: () => open(diskIssues(config, now)) },
    {
      name: 'backup',
      severity: 'warning',
      run: () => checkBackup(config),
      notify: () => open(backupIssues(config, now)),
    },
  ]
}

const reportIssues = async (db: Db): Promise<OperatorIssue[]> =>
  (await listOpenReports(db)).map(({ id, title, text, at }) => ({
    key: `report:${id}`,
    kind: 'report',
    urgent: false,
    facts: { title, text: text.slice(0, 300) },
    since: at,
  }))
