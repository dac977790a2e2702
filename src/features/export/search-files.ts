/** Files of the search of an exported site: its scripts, the server's modules among them, and its index. */
import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Services } from '../../app/services.ts'
import { hydrateArticles } from '../../news/articles/queries/articles.ts'

const SOURCE = join(import.meta.dirname, '../..')
const FOLDER = 'assets/search'

/** Beside it are its modules; the search page loads it. */
export const SEARCH_SCRIPT = `${FOLDER}/show-hits.js`

const SHARED = [
  ...[
    'news/search/rules/freshness',
    'news/search/rules/grams',
    'news/search/rules/query',
    'news/search/rules/spelling',
  ],
  ...['platform/text/compounds', 'platform/text/normal-form'],
]

/** Name and content of each file. */
export async function* searchScripts({ content }: Services): AsyncGenerator<[name: string, body: string]> {
  for (const name of ['show-hits.js', 'open-search.js'])
    yield [`${FOLDER}/${name}`, await readFile(join(import.meta.dirname, name), 'utf8')]
  const isTyped = import.meta.filename.endsWith('.ts')
  const modules = new Set(SHARED.map((name) => join(SOURCE, `${name}.${isTyped ? 'ts' : 'js'}`)))
  for (const path of modules) {
    const text = await readFile(path, 'utf8')
    const script = isTyped ? stripTypeScriptTypes(text) : text
    for (const [, name = ''] of script.matchAll(IMPORTED)) modules.add(join(path, '..', name))
    yield [
      `${FOLDER}/${relative(SOURCE, path).replace(/ts$/, 'js')}`,
      script.replace(IMPORTED, (found) => found.replace(/ts'$/, "js'")),
    ]
  }
  yield [`${FOLDER}/minisearch.js`, await textOf(import.meta.resolve('minisearch'))]
  const names = [content.site.language, 'en'].flatMap((code) => content.languages.find(code)?.stemmer ?? [])
  for (const name of new Set(names))
    yield [`${FOLDER}/${name}.js`, await textOf(import.meta.resolve(`@orama/stemmers/${name}`))]
  yield [`${FOLDER}/stemmers.js`, listOf([...new Set(names)])]
}

const IMPORTED = /(?<=^import [^'"]*)'(\.[^']+\.(?:ts|js))'/gm

const textOf = (url: string) => readFile(fileURLToPath(url), 'utf8')

const listOf = (names: string[]) =>
  [
    ...names.map((name) => `import { stemmer as ${name} } from './${name}.js'`),
    `export const stemmers = [${names.join(', ')}]`,
    '',
  ].join('\n')

/** Articles that are hydrated at once. */
const AT_ONCE = 500

/** Every article that `addressOf` gives an address, and how readers of the site's language write a query. */
export async function searchIndex(
  { content, database: { readDb } }: Services,
  addressOf: (article: { id: number; title: string }) => string | null,
): Promise<string> {
  const rows = await readDb.selectFrom('shown_articles').select('id').orderBy('id').execute()
  const documents: object[] = []
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const ids = rows.slice(at, at + AT_ONCE).map(({ id }) => id)
    for (const article of await hydrateArticles(readDb, ids, content.site.language)) {
      const { id, title, summary, sortAt, publishedAt, feed, tags, kind } = article
      const url = addressOf(article)
      if (url === null) continue
      documents.push({
        id,
        title,
        text: summary.slice(0, 300),
        url,
        date: sortAt.toISOString(),
        dated: publishedAt !== null,
        kind,
        source: [feed.title, feed.publisher.domain],
        tags: tags.flatMap(({ name, slug }) => [name, slug]),
      })
    }
  }
  const { filters, kinds, times, questions, synonyms, stop, timezone } = content.search
  const settings = { filters: [...filters], kinds: [...kinds], times, questions, synonyms, stop: [...stop], timezone }
  return JSON.stringify({ documents, content: settings })
}
