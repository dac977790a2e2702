/** Prompts as files: `prompts/NAME.LANGUAGE.md`, front matter with a version, then instructions and request. */
import { createHash } from 'node:crypto'
import { load } from 'js-yaml'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { languageNames } from '../languages/language-names.ts'
import { parseContent } from '../site/content-file.ts'
import { readContentFile } from './content-files.ts'

export interface Prompt {
  /** Name and version, as kept with each call: "summary.sv@3". */
  version: string
  /** Instructions, with {{placeholders}}. */
  system: string
  /** The request, with {{placeholders}}. */
  request: string
  /** Text that is added after a refusal, with {{reason}} and {{answer}}; may be empty. */
  retry: string
  /** By the kind of a refusal, in the prompt's language; `rest` for others. */
  reasons: Readonly<Record<string, string>>
}

const FrontMatter = z.object({ version: z.number().int().positive() })

/**
 * The language's own prompt, of the content folder or of those that come along; else the English one, which asks for texts
 * in any language. A file `rules.LANGUAGE.md` adds a language's own rules. Throws `unprocessable` when the prompt has no version.
 */
export async function loadPrompt(contentDir: string, name: string, language: string): Promise<Prompt> {
  const read = (file: string, code: string) =>
    readContentFile(contentDir, 'prompts', (code) => `${file}.${code}.md`, code)
  const found = (await read(name, language)) ?? (await read(name, 'en'))
  if (!found) throw new AppError('unprocessable', `There is no prompts/${name}.en.md.`)
  const rules = await read('rules', language)
  const reasons = await readTexts(contentDir, 'reasons', /\.en\.md$/.test(found.name) ? 'en' : language)
  const siteLanguage = languageNames('en').of(language) ?? language
  const text = found.text.replaceAll('{{own_language}}', siteLanguage)
  const prompt = { ...parsePrompt(text, found.name.replace(/\.en\.md$/, `.${language}.md`)), reasons }
  return rules ? { ...prompt, system: `${prompt.system}\n\n${rules.text.trim()}` } : prompt
}

const Texts = z.record(z.string(), z.string())

async function readTexts(contentDir: string, name: string, language: string): Promise<Record<string, string>> {
  const nameOf = (code: string) => `${name}.${code}.yaml`
  const read = (code: string) => readContentFile(contentDir, 'prompts', nameOf, code)
  const file = (await read(language)) ?? (await read('en'))
  return file ? parseContent(file.text, file.name, Texts) : {}
}

/** Sentences by which a judge is asked about an article as a whole, by its kind: `prompts/statements.LANGUAGE.yaml`. */
export const loadStatements = (contentDir: string, language: string): Promise<Record<string, string>> =>
  readTexts(contentDir, 'statements', language)

export function parsePrompt(text: string, file: string): Prompt {
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  const meta = FrontMatter.safeParse(load(head || 'null'))
  const [system, request, retry = ''] = body.split(/^---$/m).map((part) => part.trim())
  if (!meta.success || !system || !request)
    throw new AppError('unprocessable', `${file}: needs "version" in its front matter, and "---" between its parts.`)
  // Earlier prompts have a place for the reason of a refusal.
  const plain = request.replace('{{retry}}', '').trim()
  return { version: `${file.replace(/\.md$/, '')}@${meta.data.version}`, system, request: plain, retry, reasons: {} }
}

/** Puts values in the place of {{names}}; a value's own braces stay as they are. */
export function fillPrompt(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (complete, name: string) => values[name] ?? complete)
}

/**
 * Text from outside between marks that it cannot forge: the mark holds a digest of the text itself, and any look-alike
 * in the text loses its brackets.
 */
export function delimit(name: string, text: string): string {
  const tag = `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`
  const safe = text.replace(/<(\/?\s*[a-z]+-[0-9a-f]{6,}[^>]*)>/gi, '($1)')
  return `<${tag}>\n${safe}\n</${tag}>`
}
