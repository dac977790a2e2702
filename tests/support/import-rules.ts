/** The import table: which room may import which. */
import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser'

const allowed: Record<string, string[]> = {
  domain: [],
  'config.ts': ['domain', 'env-file.ts'],
  'env-file.ts': ['domain'],
  feeds: ['domain', 'config.ts'],
  ai: ['domain', 'config.ts', 'language-files.ts', 'site-file.ts'],
  media: ['domain', 'config.ts'],
  store: ['domain', 'config.ts'],
  accounts: ['domain', 'config.ts'],
  delivery: ['domain', 'config.ts', 'feeds', 'store'],
  health: ['domain', 'config.ts', 'store', 'read'],
  'generation/verify': ['domain'],
  generation: ['domain', 'config.ts', 'language-files.ts', 'ai', 'store'],
  pipeline: ['domain', 'config.ts', 'feeds', 'ai', 'generation', 'media', 'store'],
  read: ['domain', 'store/database/schema.ts'],
  http: ['domain'],
  html: ['domain', 'read/[^/]+/views.ts'],
  markdown: ['domain', 'read/[^/]+/views.ts'],
  cli: [
    'app.ts',
    'app',
    'config.ts',
    'domain',
    'feeds',
    'health',
    'pipeline/guides/guide-folder.ts',
    'store/backup',
    'version.ts',
  ],
}

const forbidden: IForbiddenRuleType[] = Object.entries(allowed).map(([room, rooms]) => ({
  name: `${room} may import only ${rooms.join(', ') || 'nothing of ours'}`,
  severity: 'error',
  from: { path: `^src/${room}(/|$)`, pathNot: '\\.test\\.ts$' },
  to: { path: '^src/', pathNot: [room, ...rooms].map((r) => `^src/${r}(/|$)`) },
}))

forbidden.push(
  {
    name: 'a surface may import only domain, read, http, html, markdown, config and context types and itself',
    severity: 'error',
    from: { path: '^src/surfaces/([^/]+)/', pathNot: '\\.test\\.ts$' },
    to: {
      path: '^src/',
      pathNot: ['^src/(domain|read|http|html|markdown)/', '^src/(config|ctx)\\.ts$', '^src/surfaces/$1/'],
    },
  },
  {
    name: 'no circles',
    severity: 'error',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
)

const options: ICruiseOptions = {
  tsConfig: { fileName: 'tsconfig.json' },
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  includeOnly: '^src',
  outputType: 'json',
}

export default { forbidden, options }
