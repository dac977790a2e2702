/** Messages of the site to people: one file a language under content/messages/, addressed by dotted keys. */
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { parseContent, type ViolationAt } from './content-file.ts'

type Values = Record<string, string | number>
type Entry = string | ReadonlyMap<string, string>

/** The text of `key` with `{names}` filled in; `n` chooses the plural form. Plain text: the caller escapes it. */
export type Translate = (key: string, values?: Values) => string

export interface Messages {
  language: string
  keys: readonly string[]
  /** Texts that the language lacks and that appear in English instead. */
  missing: readonly string[]
  t: Translate
}

/**
 * Parses a message file; `name` is the file's, where that is not the language. It takes missing texts from `fallback`, the
 * English file, as they are. Throws `bad_request` with file and line of each violation.
 */
export function parseMessages(text: string, language: string, fallback?: string, name = language): Messages {
  const entries = read(text, name)
  const english = fallback === undefined ? new Map<string, Entry>() : read(fallback, 'en')
  const missing = [...english.keys()].filter((key) => !entries.has(key))
  const all = new Map([...english, ...entries])
  return { language, keys: [...entries.keys()], missing, t: translator(all, language) }
}

function read(text: string, name: string): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  parseContent(text, `messages/${name}.yaml`, z.unknown(), (node, at) => flatten(node, [], entries, at))
  return entries
}

const plurals = new Set(['zero', 'one', 'two', 'few', 'many', 'other'])
const isGroup = (node: unknown): node is object => typeof node === 'object' && node !== null && !Array.isArray(node)

/** Adds the texts of `node` to `entries`, and returns the violations. */
function flatten(node: unknown, path: string[], entries: Map<string, Entry>, at: ViolationAt): string[] {
  const key = path.join('.')
  if (typeof node === 'string') {
    entries.set(key, node)
    return []
  }
  if (!isGroup(node)) return [at(path, `"${key || 'the file'}" must be a text or a group of texts`)]
  const children = Object.entries(node)
  if (!children.some(([name]) => name === 'other') || !children.every(([name]) => plurals.has(name)))
    return children.flatMap(([name, value]) => flatten(value, [...path, name], entries, at))
  entries.set(key, new Map(children.map(([name, value]) => [name, String(value)])))
  const groups = children.filter(([, value]) => typeof value === 'object')
  return groups.map(([name]) => at([...path, name], `"${key}.${name}" must be a text`))
}

function translator(entries: Map<string, Entry>, language: string): Translate {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  return (key, values = {}) => {
    const entry = entries.get(key)
    if (entry === undefined) throw new AppError('internal', `messages/${language}.yaml has no text "${key}"`)
    const form = typeof entry === 'string' ? entry : plural(entry, rules.select(Number(values.n ?? 0)))
    if (!form.includes('{')) return form
    return form.replace(/\{(\w+)\}/g, (hole, name: string) => fill(values[name], numbers) ?? hole)
  }
}

const plural = (forms: ReadonlyMap<string, string>, category: string) => forms.get(category) ?? forms.get('other') ?? ''

function fill(value: string | number | undefined, numbers: Intl.NumberFormat): string | undefined {
  return typeof value === 'number' ? numbers.format(value) : value
}
