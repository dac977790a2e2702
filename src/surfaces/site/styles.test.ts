/** The style sheets against templates and scripts: no rule without an element, no class without a rule, one meaning each. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const src = join(import.meta.dirname, '../..')
const read = (pattern: string): [path: string, text: string][] =>
  globSync(pattern, { cwd: src, exclude: ['**/*.test.ts'] }).map((path) => [
    path,
    readFileSync(join(src, path), 'utf8'),
  ])
const textOf = (...patterns: string[]) => patterns.flatMap(read).map(([, text]) => text)

/** Posts to the fediverse have the classes of its servers. */
const markup = textOf(
  ...['surfaces/site', 'surfaces/console', 'surfaces/start', 'features/!(fediverse)'].map(
    (folder) => `${folder}/**/*.{ts,js}`,
  ),
  ...['platform/html/*.ts', 'surfaces/html/*.ts', '../content/guides/pictures/*.svg'],
).join('\n')
const sheets = read('{features,surfaces/{site,console}}/**/*.css').map(([path, css]) => {
  const heads = headsIn(css)
  return { path, heads, selectors: heads.flatMap(spread) }
})

/** Names that scripts and tests find elements by. They have no look. */
const HOOKS = new Set(['claim', 'front', 'health', 'kept', 'long', 'state', 'take'])

function headsIn(css: string): string[] {
  const heads = css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g)
  return [...heads].map(([, head = '']) => head.trim()).filter((head) => !head.startsWith('@'))
}

/** `:is(.a, .b) c, .d` as `.a c`, `.b c` and `.d`. */
function spread(selector: string): string[] {
  const list = /:is\(([^()]*)\)/.exec(selector)
  if (!list) return selector.split(',').map((one) => one.trim())
  const [all, names = ''] = list
  return names.split(',').flatMap((one) => spread(selector.replace(all, one.trim())))
}

const classesIn = (text: string): string[] => [...text.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name)
const styled = new Set(sheets.flatMap(({ selectors }) => selectors.flatMap(classesIn)))
const words = new Set(markup.match(/[a-z][\w-]*/g))
/** `point-` of `point-${status}`. */
const beginnings = [...words].filter((word) => word.endsWith('-'))

it('has no rule for a class that no template, script or drawing names', () => {
  const named = (name: string) => words.has(name) || beginnings.some((start) => name.startsWith(start))
  expect([...styled].filter((name) => !named(name))).toEqual([])
})

it('has a rule for each class of a template or script', () => {
  const lists = [...markup.matchAll(/(?:class="|className(?: =|:) ')([^"'`]*)/g)].map(([, names = '']) => names)
  const names = lists.flatMap((list) => list.replace(/\$\{.*$/, '').split(' '))
  const written = new Set(names.filter((name) => /^[a-z][\w-]*\w$/.test(name)))
  expect(written.size).toBeGreaterThan(150)
  expect([...written].filter((name) => !styled.has(name) && !HOOKS.has(name))).toEqual([])
  expect([...HOOKS].filter((name) => styled.has(name) || !words.has(name))).toEqual([])
})

const isShared = (path: string) => /site\/(components\/)?[\w-]+\.css$/.test(path)
const pathsWhere = (fits: (sheet: (typeof sheets)[number]) => boolean) =>
  sheets.filter((sheet) => !sheet.path.endsWith('print.css') && fits(sheet)).map(({ path }) => path)

/** Pages may shape a component within themselves. What no component has belongs to one page. */
it.each([...styled])('gives .%s one meaning', (name) => {
  const drawn = pathsWhere(({ heads }) => heads.includes(`.${name}`))
  expect(drawn.length, `${name} is drawn in ${drawn.join(' and ')}`).toBeLessThan(2)
  const named = pathsWhere(({ selectors }) => selectors.flatMap(classesIn).includes(name))
  if ((drawn.length > 0 ? drawn : named).some(isShared)) return
  const pages = named.filter((path) => !isShared(path))
  expect(pages.length, `${name} belongs to ${pages.join(' and ')}`).toBeLessThan(2)
})
