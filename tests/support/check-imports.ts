/** Runs dependency-cruiser over the import table of docs/architecture.md, and fails if it saw no modules. */
import { cruise } from 'dependency-cruiser'
import config from './import-rules.ts'

const result = await cruise(['src'], { ...config.options, validate: true, ruleSet: { forbidden: config.forbidden } })
const output = typeof result.output === 'string' ? JSON.parse(result.output) : result.output
const { totalCruised, violations } = output.summary
for (const v of violations) console.error(`${v.rule.name}: ${v.from} → ${v.to}`)
if (totalCruised < 10) console.error(`Only ${totalCruised} modules were seen: the check itself is broken.`)
else console.log(`imports: ${totalCruised} modules, ${violations.length} violations`)
process.exit(violations.length > 0 || totalCruised < 10 ? 1 : 0)
