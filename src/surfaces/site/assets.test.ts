/** Scripts of the browser lie in one folder when they are served, whichever folder of the source they come from. Knip cannot know that. */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

const src = join(import.meta.dirname, '../..')
const scripts = globSync('{surfaces/site,features/*}/assets/*.js', { cwd: src })
const served = new Set(scripts.map((path) => `./${basename(path)}`))

it.each(scripts)('%s imports what is served beside it', (path) => {
  const text = readFileSync(join(src, path), 'utf8')
  const imported = [...text.matchAll(/\b(?:from|import)\b[\s(]*'([^']+)'/g)].map(([, name = '']) => name)
  expect(imported.filter((name) => !served.has(name) && !name.startsWith('./vendor/'))).toEqual([])
})
