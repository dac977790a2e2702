/**
 * Only the views `shown_*` define what readers may see. Fails for SQL outside of the tables' own rooms that names one of their
 * tables, except for what `table-counts.json` still counts; those counts only fall.
 */
import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'

const VIEWED = 'articles|events|stories|event_texts'
/** Rooms of writes and of the console. */
const TABLES =
  /^src\/(news\/(?:(articles|embeddings|events|stages|stories|feeds|search)\/writes|backup|operator\/queries)|platform\/database|surfaces\/console)\//

const table = `(?:only\\s+)?(?:lateral\\s+)?(?:"?public"?\\.)?"?(?:${VIEWED})"?(?![\\w.])`
const sources = new RegExp(`\\b(?:from|join|using)\\s+${table}`, 'gi')
/** After a comma, a name is a table's where an alias follows. */
const others = new RegExp(`,\\s*${table}\\s+(?:as\\s+)?(?!(?:from|and|or|end|then|else|asc|desc)\\b)[a-z]\\w*`, 'gi')
/** A piece of SQL that is put behind a `from`. */
const pieces = new RegExp(`^\\s*${table}(?:\\s+(?:as\\s+)?[a-z]\\w*)?(?:\\s*$|\\s+(?:join|left|cross|where)\\b)`, 'i')
const named = new RegExp(`^(?:${VIEWED})(?:\\s+as\\s+\\w+)?$`)

const countIn = (text: string) =>
  [sources, others].reduce((sum, pattern) => sum + [...text.matchAll(pattern)].length, 0) + Number(pieces.test(text))

/** Tables of the views that the SQL of a file names. */
export function countTables(source: string): number {
  const file = ts.createSourceFile('a.ts', source, ts.ScriptTarget.Latest, true)
  let count = 0
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText().startsWith('sql'))
      count += countIn(textOf(node.template))
    else if (isUntaggedSql(node)) count += countIn(textOf(node))
    else if (ts.isCallExpression(node)) count += countNamed(node)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return count
}

const isLiteral = (node: ts.Node) => ts.isTemplateExpression(node) || ts.isStringLiteralLike(node)

/** For `sql.raw` and the pool. */
const isUntaggedSql = (node: ts.Node): node is ts.TemplateExpression | ts.StringLiteralLike =>
  isLiteral(node) &&
  !ts.isTaggedTemplateExpression(node.parent) &&
  /^\s*(select|with|from)\b[\s\S]*\b(from|join)\b/i.test(textOf(node))

/** Each value in it as a word that is no table. */
function textOf(node: ts.Node): string {
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `$1${literal.text}`).join('')
  return ts.isStringLiteralLike(node) ? node.text : ''
}

/** Kysely's methods: `selectFrom('articles')`, `innerJoin('articles as a', …)`; `sql.table(name)` may name any. */
function countNamed({ expression, arguments: [first] }: ts.CallExpression): number {
  const name = expression.getText()
  if (!/(From|Join|^sql\.table)$/.test(name) || !first) return 0
  if (ts.isStringLiteralLike(first)) return Number(named.test(first.text))
  return Number(name === 'sql.table')
}

if (import.meta.main) {
  const allowed: Record<string, number> = JSON.parse(
    readFileSync(new URL('table-counts.json', import.meta.url), 'utf8'),
  )
  const files = globSync('src/**/*.ts').filter((file) => !file.endsWith('.test.ts') && !TABLES.test(file))
  const counts = new Map(files.map((file) => [file, countTables(readFileSync(file, 'utf8'))]))
  const problems = [...new Set([...files, ...Object.keys(allowed)])].flatMap((file) => {
    const [found, most] = [counts.get(file) ?? 0, allowed[file] ?? 0]
    if (found === most) return []
    return found > most
      ? [`${file}: names a table ${found} times, ${most} allowed: readers' queries name the views shown_*`]
      : [`${file}: names a table ${found} times: lower its count in scripts/table-counts.json`]
  })
  if (files.length < 10) problems.push(`Only ${files.length} files were seen: the check itself is broken.`)
  for (const problem of problems) console.error(problem)
  console.log(`sql: ${files.length} files, ${problems.length} violations`)
  process.exit(problems.length > 0 ? 1 : 0)
}
