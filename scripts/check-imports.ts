/** Fails where `src` breaks the import table of docs/architecture.md. */
import { checkImports } from './imports.ts'

const { modules, problems } = await checkImports()
for (const problem of problems) console.error(problem)
console.log(`imports: ${modules} modules, ${problems.length} violations`)
process.exit(problems.length > 0 ? 1 : 0)
