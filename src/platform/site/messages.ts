/** Messages of the site to people: one file a language under content/messages/, addressed by dotted keys. */
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { parseContent } from './content-file.ts'

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
 * Parses a message file. It takes missing texts from `fallback`, the English file, as they are. Throws `bad_request`.
 */
export function parseMessages(text: string, language: string, fallback?: string): Messages {
  const entries = flatten(read(text, language))
  const english = fallback === undefined ? new Map<string, Entry>() : flatten(read(fallback, 'en'))
  const missing = [...english.keys()].filter((key) => !entries.has(key))
  const all = new Map([...english, ...entries])
  return { language, keys: [...entries.keys()], missing, t: translator(all, language) }
}

const read = (text: string, name: string): unknown => parseContent(text, `messages/${name}.yaml`, z.unknown())

const plurals = new Set(['zero', 'one', 'two', 'few', 'many', 'other'])

function flatten(node: unknown, path = '', entries = new Map<string, Entry>()): Map<string, Entry> {
  if (typeof node === 'string') return entries.set(path, node)
  if (typeof node !== 'object' || node === null || Array.isArray(node))
    throw new AppError('bad_request', `messages: "${path || 'the file'}" must be a text or a group of texts`)
  const children = Object.entries(node)
  if (children.some(([key]) => key === 'other') && children.every(([key]) => plurals.has(key)))
    return entries.set(path, new Map(children.map(([key, value]) => [key, String(value)])))
  for (const [key, value] of children) flatten(value, path ? `${path}.${key}` : key, entries)
  return entries
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
