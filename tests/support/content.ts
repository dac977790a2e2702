/** The project's own content, which no test changes: read once for all files of a process. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { type Content, readContent } from '../../src/app/content.ts'

const folder = resolve(import.meta.dirname, '../../content')
const read = new Map<boolean, Content>()

export function projectContent(hasModel = false): Content {
  const content = read.get(hasModel) ?? readContent(folder, hasModel)
  read.set(hasModel, content)
  return content
}

/** Of another folder anew each time. */
export const contentOf = (path: string, hasModel: boolean): Content =>
  resolve(path) === folder ? projectContent(hasModel) : readContent(path, hasModel)

/** The site's texts by their keys: tests find elements by role and key, so that a new wording breaks none of them. */
export const t: Content['messages']['t'] = (...args) => projectContent().messages.t(...args)

/** The text up to the first value that is not given. */
export const begin = (key: string, values: Record<string, string | number> = {}): string =>
  t(key, values).split(/\{\w+\}/)[0] ?? ''

/** The words and products as clustering uses them. */
export const contentLexicon = () => projectContent().lexicon

/** What the stage stories reads and writes its texts with. */
export const storyWords = () => ({ lexicon: contentLexicon(), t, language: 'sv' })

const page = join(import.meta.dirname, '../../docs/your-own-topic.md')
const block = /^```(?:yaml|xml)\n(?:# |<!-- )(my-topic\/\S+)(?: -->)?\n([\s\S]*?)^```$/gm

/** The topic in five files that docs/your-own-topic.md shows, as a reader of it writes them; their names. */
export function writeDocsTopic(target: string): string[] {
  mkdirSync(target, { recursive: true })
  return [...readFileSync(page, 'utf8').matchAll(block)].map(([, path = '', body = '']) => {
    writeFileSync(join(target, basename(path)), body)
    return basename(path)
  })
}
