/** Imports of `src` by dependency-cruiser and the table of docs/architecture.md. */
import { cruise, type ICruiseOptions, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser'
import config, { cycles, rooms } from './import-rules.ts'

/** Values of features, which the list loads on demand and nothing else imports: the settings know the list, a feature the settings. */
const FEATURES_VALUES = '^src/features/[^/]+/(?:index|commands)\\.ts$'

/** Forbidden imports, files in no room, or that it saw no modules; `baseDir` has the folder `src`. */
export async function checkImports(baseDir = process.cwd()): Promise<{ modules: number; problems: string[] }> {
  const { modules, summary } = await cruised({ ...config.options, baseDir }, config.forbidden)
  const { summary: looped } = await cruised({ ...config.options, baseDir, exclude: { path: FEATURES_VALUES } }, [
    cycles,
  ])
  const isHomeless = (file: string) => !file.endsWith('.test.ts') && !rooms.some((room) => new RegExp(room).test(file))
  const problems = [
    ...[...summary.violations, ...looped.violations].map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    ...modules.flatMap(({ source }) => (isHomeless(source) ? `${source}: its room has no row in import-rules.ts` : [])),
  ]
  if (modules.length < 10) problems.push(`Only ${modules.length} modules were seen: the check itself is broken.`)
  return { modules: modules.length, problems }
}

async function cruised(options: ICruiseOptions, forbidden: IForbiddenRuleType[]): Promise<ICruiseResult> {
  const { output } = await cruise(['src'], { ...options, validate: true, ruleSet: { forbidden } })
  return typeof output === 'string' ? JSON.parse(output) : output
}
