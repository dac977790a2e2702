/** The import table: which room may import which. A room without a row is an error. */
import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser'
import { featureNeeds } from '../src/features.ts'

interface Row {
  name: string
  /** Paths below `src`, as patterns that begin there. A file may always import of its own `from`. */
  from: string
  /** The importer's room, by the group `$1` of `from`. */
  room?: string
  may: string[]
}

/** Of the platform: works on values alone, and touches no database, network or file. */
const values =
  'platform/(?:accounts|database/(?:actor|read-db)|errors|ids|languages|memo|models/(?:model-advice|models|ports)|on-demand|outbox/backoff|site|text|time)'
const rules = 'news/(?:[^/]+/rules/|events/clustering/[^/]+\\.ts|changes/change-types)'
const queries = 'news/[^/]+/queries/'
/** Descriptions, from which surfaces derive, and what they share. */
const resources =
  'news/(?:[^/]+/(?:profile-|secret-)?resource\\.ts|resources/|search/(?:near|read-filter|search-address)\\.ts)'
const markdown = 'news/(?:[^/]+/(?:day-edition-)?markdown|articles/authorship)\\.ts'

const surfacesMay = [
  rules,
  queries,
  markdown,
  resources,
  'news/feeds/formats/render-opml',
  'platform/(?:html|http|markdown|package)/',
  'surfaces/html/',
  'config.ts',
  'ctx.ts',
]

/** Acts that ask publishers or models, or order the worker's stages. Nothing else of these rooms is the console's. */
const actionsOfConsole = [
  'news/feeds/visits/(?:new-source|probe-source|propose-address|sync-source-list)\\.ts',
  'news/stages/(?:ordered-)?reprocess\\.ts',
  'news/texts/choose-model\\.ts',
  'platform/models/model-servers\\.ts',
  'platform/queue/',
]

const table: Row[] = [
  { name: 'the platform knows no news', from: 'platform/', may: ['config.ts'] },
  { name: 'news knows no surface and no feature', from: 'news/', may: ['platform/', 'config.ts', 'ctx.ts'] },
  { name: 'rules are pure', from: rules, may: [values, 'platform/outbox/webhook-signature'] },
  { name: 'queries read', from: queries, may: [values, rules, 'platform/database/schema.ts'] },
  {
    name: 'writes know no query, no stage and no model',
    from: 'news/[^/]+/writes/',
    may: [values, rules, 'platform/(?:database|outbox)/', 'config.ts'],
  },
  { name: 'checks of texts are pure', from: 'news/texts/verify/', may: [values, rules] },
  {
    name: 'markdown is drawn from views',
    from: markdown,
    may: [values, rules, 'platform/markdown/', 'news/[^/]+/queries/views.ts'],
  },
  {
    name: 'resources are read',
    from: resources,
    may: [values, rules, queries, markdown, 'platform/(?:http|markdown)/', 'ctx.ts'],
  },
  {
    name: 'a surface reads, and writes what readers keep',
    from: 'surfaces/((?!console/)[^/]+)/',
    room: 'surfaces/$1/',
    may: [values, ...surfacesMay, 'news/accounts/', 'news/articles/writes/fault-reports', 'news/editions/writes/'],
  },
  {
    name: 'the console reads, and acts by the functions of news named here',
    from: 'surfaces/console/',
    may: [values, ...surfacesMay, ...actionsOfConsole, 'news/[^/]+/writes/', 'platform/database/'],
  },
  {
    name: 'commands start the program',
    from: 'cli/',
    may: [
      values,
      'app.ts',
      'app/',
      'config.ts',
      'features.ts',
      'news/(?:actions|backup|feeds|health|operator|stages)/',
      'news/texts/choose-model',
      'platform/(?:fetch|models|package|queue|settings)/',
      rules,
    ],
  },
]

/** Files that put the rooms together. */
const assembly = ['main.ts', 'app.ts', 'web.ts', 'app/', 'ctx.ts', 'feature.ts', 'features.ts', 'config.ts']

/** Subjects of news. Each may import those before it. */
const subjects = [
  'topic',
  'actions',
  'models',
  'claims',
  'embeddings',
  'resources',
  'sources',
  'tags',
  'articles',
  'texts',
  'events',
  'stories',
  'search',
  'accounts',
  'editions',
  'changes',
  'feeds',
  'backup',
  'operator',
  'health',
  'stages',
]

/** A file in none of these is in a room that the table does not have. */
export const rooms = [
  ...assembly.map((path) => `^src/${path}`),
  '^src/platform/(?:[^/]+/|(?:errors|ids|memo|on-demand)\\.ts$)',
  `^src/news/(?:${subjects.join('|')})/`,
  '^src/(?:surfaces|features)/[^/]+/',
  '^src/cli/',
]

const forbidden: IForbiddenRuleType[] = table.map(({ name, from, room, may }) => ({
  name,
  severity: 'error',
  // The generated schema names the types of columns with JSON.
  from: { path: `^src/${from}`, pathNot: ['\\.test\\.ts$', 'schema\\.generated\\.ts$'] },
  to: { path: '^src/', pathNot: [room ?? from, ...may].map((path) => `^src/${path}`) },
}))

forbidden.push({
  name: "deliveries are the service's alone: commands build the surfaces without them",
  severity: 'error',
  from: { path: '^src/', pathNot: ['^src/web\\.ts$', '^src/app/part\\.ts$', '\\.test\\.ts$'] },
  to: { path: ['^src/web\\.ts$', '^src/app/deliveries\\.ts$'] },
})

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
for (const [place, subject] of subjects.entries())
  forbidden.push({
    name: `${subject} may import subjects of news that are before it`,
    severity: 'error',
    from: { path: `^src/news/${subject}/`, pathNot: '\\.test\\.ts$' },
    to: {
      path: '^src/news/',
      pathNot: subjects.slice(0, place + 1).map((one) => `^src/news/${one}/`),
    },
  })
for (const [name, needs] of featureNeeds)
  forbidden.push({
    name: `the feature ${name} may import of other features only ${needs.join(', ') || 'none'}`,
    severity: 'error',
    // A test that needs two features goes with either.
    from: { path: `^src/features/${name}/`, pathNot: '\\.test\\.ts$' },
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
