/** The import table: which room may import which. A room without a row is an error. */
import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser'
import { featureNeeds } from '../src/features.ts'

const everything = ['[^/]+']

const allowed: Record<string, string[]> = {
  'main.ts': ['cli', 'domain'],
  'app.ts': everything,
  'web.ts': everything,
  app: everything,
  'feature.ts': everything,
  'features.ts': ['features', 'setting-types.ts', 'cli/io.ts'],
  'setting-types.ts': [],
  'package-folder.ts': [],
  'version.ts': ['package-folder.ts'],
  'repeated-errors.ts': ['domain'],
  'log.ts': ['config.ts', 'domain', 'repeated-errors.ts'],
  'site-file.ts': ['domain'],
  'language-files.ts': ['domain', 'package-folder.ts', 'site-file.ts'],
  'content.ts': ['domain', 'language-files.ts', 'package-folder.ts', 'site-file.ts'],
  'ctx.ts': [
    'config.ts',
    'delivery/mailer.ts',
    'domain',
    'feeds/fetch/post.ts',
    'http',
    'read',
    'store/database/database.ts',
  ],
  domain: [],
  'config.ts': ['domain', 'env-file.ts', 'features.ts', 'package-folder.ts', 'setting-types.ts'],
  'env-file.ts': ['domain'],
  feeds: ['domain', 'config.ts'],
  ai: ['domain', 'config.ts', 'language-files.ts', 'package-folder.ts', 'site-file.ts'],
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
  resources: ['domain', 'read', 'markdown', 'http', 'ctx.ts'],
  cli: [
    'app.ts',
    'app',
    'config.ts',
    'domain',
    'features.ts',
    'feeds',
    'health',
    'package-folder.ts',
    'store/backup',
    'version.ts',
  ],
}

/** A file in none of these is in a room that the table does not have. */
export const rooms = [...Object.keys(allowed).map((room) => `^src/${room}(/|$)`), '^src/(surfaces|features)/[^/]+/']

const forbidden: IForbiddenRuleType[] = Object.entries(allowed).map(([room, rooms]) => ({
  name: `${room} may import only ${rooms.join(', ') || 'nothing of ours'}`,
  severity: 'error',
  from: { path: `^src/${room}(/|$)`, pathNot: '\\.test\\.ts$' },
  to: { path: '^src/', pathNot: [room, ...rooms].map((r) => `^src/${r}(/|$)`) },
}))

const ofSurfaces = [
  '^src/(domain|read|resources|http|html|markdown)/',
  '^src/(config|ctx|package-folder)\\.ts$',
  '^src/store/articles/fault-reports\\.ts$',
]

forbidden.push(
  {
    name: 'a surface reads, and writes what readers keep: domain, read, resources, http, html, markdown, store/accounts, itself',
    severity: 'error',
    from: { path: '^src/surfaces/([^/]+)/', pathNot: ['^src/surfaces/admin/', '\\.test\\.ts$'] },
    to: { path: '^src/', pathNot: [...ofSurfaces, '^src/store/accounts/', '^src/surfaces/$1/'] },
  },
  {
    name: 'the console reads, and acts by the functions of the store',
    severity: 'error',
    from: { path: '^src/surfaces/admin/', pathNot: '\\.test\\.ts$' },
    to: { path: '^src/', pathNot: [...ofSurfaces, '^src/store/', '^src/surfaces/admin/'] },
  },
  {
    name: "deliveries are the service's alone: commands build the surfaces without them",
    severity: 'error',
    from: { path: '^src/', pathNot: ['^src/web\\.ts$', '^src/app/part\\.ts$', '\\.test\\.ts$'] },
    to: { path: ['^src/web\\.ts$', '^src/app/deliveries\\.ts$'] },
  },
)

forbidden.push({
  name: 'the value of a feature is for the list alone',
  severity: 'error',
  from: { path: '^src/', pathNot: ['^src/features\\.ts$', '\\.test\\.ts$'] },
  to: { path: '^src/features/[^/]+/(?:index|commands)\\.ts$' },
})
forbidden.push({
  name: 'only features.ts knows which features there are',
  severity: 'error',
  from: { path: '^src/', pathNot: ['^src/features(/|\\.ts$)', '\\.test\\.ts$'] },
  to: { path: '^src/features/' },
})
for (const [name, needs] of featureNeeds)
  forbidden.push({
    name: `the feature ${name} may import of other features only ${needs.join(', ') || 'none'}`,
    severity: 'error',
    from: { path: `^src/features/${name}/` },
    to: { path: '^src/features/', pathNot: [name, ...needs].map((one) => `^src/features/${one}/`) },
  })

export const cycles: IForbiddenRuleType = {
  name: 'no cycles, not even of types',
  severity: 'error',
  from: {},
  to: { circular: true },
}

const options: ICruiseOptions = {
  tsConfig: { fileName: 'tsconfig.json' },
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  includeOnly: '^src',
  outputType: 'json',
}

export default { forbidden, options }
