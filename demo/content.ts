/** The content folder of a running demo: a copy that the console may write, with a notice that all is invented. */
import { appendFileSync, cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readSite } from '../src/site-file.ts'

const NOTICES: Record<string, string> = {
  sv: 'Demo: tidningarna, nyheterna och AI-texterna här är påhittade.',
  en: 'Demo: the publishers, the news and the texts here are invented.',
  de: 'Demo: Zeitungen, Nachrichten und Texte hier sind erfunden.',
}

/** Copies the world's own content, or else `base`, to `target`, and over it what the world adds. Returns `target`. */
export function prepareContent(world: string, base: string, target: string): string {
  const own = join(world, 'content')
  rmSync(target, { recursive: true, force: true })
  cpSync(existsSync(own) ? own : base, target, { recursive: true })
  const more = join(world, 'overlay')
  if (existsSync(more)) cpSync(more, target, { recursive: true })
  const { language } = readSite(target)
  appendFileSync(join(target, 'site.yaml'), `\nnotice: '${NOTICES[language.split('-')[0] ?? ''] ?? NOTICES.en}'\n`)
  return target
}
