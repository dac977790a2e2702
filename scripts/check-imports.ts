/** Runs dependency-cruiser over the import table of docs/architecture.md. Fails for files in no room, and if it saw no modules. */
import { cruise, type ICruiseOptions, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser'
import config, { cycles, rooms } from './import-rules.ts'

const { modules, summary } = await cruised(config.options, config.forbidden)
const atStart = await cruised({ ...config.options, exclude: { dynamic: true } }, [cycles])
const isHomeless = (file: string) => !file.endsWith('.test.ts') && !rooms.some((room) => new RegExp(room).test(file))
const problems = [
  ...[...summary.violations, ...atStart.summary.violations].map(
    ({ rule, from, to }) => `${rule.name}: ${from} → ${to}`,
  ),
  ...modules.flatMap(({ source }) => (isHomeless(source) ? `${source}: its room has no row in import-rules.ts` : [])),
]
if (modules.length < 10) problems.push(`Only ${modules.length} modules were seen: the check itself is broken.`)
for (const problem of problems) console.error(problem)
console.log(`imports: ${modules.length} modules, ${problems.length} violations`)
process.exit(problems.length > 0 ? 1 : 0)

async function cruised(options: ICruiseOptions, forbidden: IForbiddenRuleType[]): Promise<ICruiseResult> {
  const { output } = await cruise(['src'], { ...options, validate: true, ruleSet: { forbidden } })
  return typeof output === 'string' ? JSON.parse(output) : output
}
