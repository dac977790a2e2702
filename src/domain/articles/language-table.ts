/**
 * eld's detector with a table of our languages only. The package's own entry compiles the table of all 60 as source code,
 * which costs a process 105 MB; read as text, with equal scores shared, the same answers cost 30.
 */
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AppError } from '../errors.ts'

export interface Detector {
  detect(text: string): { getScores(): Record<string, number> }
  setLanguageSubset(languages: readonly string[]): void
}

interface Table {
  type: string
  languages: Record<string, string>
  ngrams: Record<string, Record<string, number>>
}

interface EldCore {
  createEld(): { instance: Detector; loadData(table: Table): void }
}

/** Reads files of the pinned package that it does not export; a test holds the answers against those of its own entry. */
export async function loadDetector(languages: readonly string[]): Promise<Detector> {
  const manifest = findPackageJSON('eld', import.meta.url)
  if (!manifest) throw new AppError('internal', 'The package eld is not installed')
  const source = join(dirname(manifest), 'src')
  const { createEld } = (await import(pathToFileURL(join(source, 'languageDetector.js')).href)) as EldCore
  const { instance, loadData } = createEld()
  loadData(readTable(readFileSync(join(source, 'ngrams/extrasmall.js'), 'utf8'), languages))
  instance.setLanguageSubset(languages)
  return instance
}

const LANGUAGE = /(\d+):'(\w\w)'/g
const NGRAM = /(?:'((?:\\'|[^'])*)'|([^\s,{}':]+)):\{([\d:,]+)\}/g

function readTable(text: string, languages: readonly string[]): Table {
  const start = text.indexOf('ngrams:')
  const codes = Object.fromEntries(
    [...text.slice(0, start).matchAll(LANGUAGE)].map(([, id = '', code = '']) => [id, code]),
  )
  const shared = new Map<string, Record<string, number>>()
  const ngrams: Table['ngrams'] = Object.create(null)
  for (const [, quoted = '', bare, scores = ''] of text.slice(start).matchAll(NGRAM)) {
    const ours = scores.split(',').filter((pair) => languages.includes(codes[pair.split(':')[0] ?? ''] ?? ''))
    if (ours.length > 0) ngrams[bare ?? quoted.replaceAll("\\'", "'")] = share(shared, ours)
  }
  return { type: 'XS60', languages: codes, ngrams }
}

/** The scores as an object, the same one for the same scores. */
function share(shared: Map<string, Record<string, number>>, pairs: string[]): Record<string, number> {
  const key = pairs.join(',')
  const known = shared.get(key)
  if (known) return known
  const made = Object.fromEntries(pairs.map((pair) => pair.split(':')).map(([id = '', score]) => [id, Number(score)]))
  shared.set(key, made)
  return made
}
