/** Prompts as files: `content/prompts/NAME.LANGUAGE.md`, front matter with a version, then instructions and request. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { AppError } from '../domain/errors.ts'

export interface Prompt {
  /** Name and version, as kept with each call: "summary.sv@3". */
  version: string
  /** Instructions, with {{placeholders}}. */
  system: string
  /** The request, with {{placeholders}}. */
  request: string
  /** What is added after a refusal, with {{reason}}; may be empty. */
  retry: string
}

const FrontMatter = z.object({ version: z.number().int().positive() })

// The prompts that come with the project, in Swedish and English.
const shipped = join(import.meta.dirname, '../../content')

/** Of the site's own folder, or else of those that come with it. Throws `unprocessable` when neither has a sound one. */
export async function loadPrompt(contentDir: string, name: string, language: string): Promise<Prompt> {
  const file = `${name}.${language.split('-')[0]}.md`
  const read = (folder: string) => readFile(join(folder, 'prompts', file), 'utf8')
  const text = await read(contentDir).catch(() =>
    read(shipped).catch((cause: unknown) => {
      throw new AppError('unprocessable', `The prompt ${file} is missing from the content folder.`, { cause })
    }),
  )
  return parsePrompt(text, file)
}

export function parsePrompt(text: string, file: string): Prompt {
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  const meta = FrontMatter.safeParse(parse(head))
  const [system, request, retry = ''] = body.split(/^---$/m).map((part) => part.trim())
  if (!meta.success || !system || !request)
    throw new AppError('unprocessable', `${file}: needs "version" in its front matter, and "---" between its parts.`)
  return { version: `${file.replace(/\.md$/, '')}@${meta.data.version}`, system, request, retry }
}

/** Puts values in the place of {{names}}; a value's own braces stay as they are. */
export function fillPrompt(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)
}

/**
 * Text from outside between marks that it cannot forge: the mark holds a digest of the text itself, and any look-alike
 * in the text loses its brackets.
 */
export function delimit(name: string, text: string): string {
  const mark = `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`
  const safe = text.replace(/<(\/?\s*[a-z]+-[0-9a-f]{6,}[^>]*)>/gi, '($1)')
  return `<${mark}>\n${safe}\n</${mark}>`
}
