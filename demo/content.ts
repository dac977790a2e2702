/** The content folder of a running demo: a copy that the console may write, with a notice that all is invented. */
import { appendFileSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readSite } from '../src/platform/site/site-file.ts'

const NOTICES: Record<string, string> = {
  sv: 'Demo: tidningarna, nyheterna och AI-texterna här är påhittade.',
  en: 'Demo: the publishers, the news and the texts here are invented.',
  de: 'Demo: Zeitungen, Nachrichten und Texte hier sind erfunden.',
}

/** `{{14d}}` as the day that was so many days before. */
const dated = (text: string, now: Date): string =>
  text.replace(/\{\{(\d+)d\}\}/g, (_, days: string) =>
    new Date(now.getTime() - Number(days) * DAY_MS).toISOString().slice(0, 10),
  )

const DAY_MS = 86_400_000

/** Copies the world's own content, or else `base`, to `target`, and over it what the world adds. Returns `target`. */
export function prepareContent(world: string, base: string, target: string, now = new Date()): string {
  const contentFolder = join(world, 'content')
  rmSync(target, { recursive: true, force: true })
  cpSync(existsSync(contentFolder) ? contentFolder : base, target, { recursive: true })
  const more = join(world, 'overlay')
  for (const file of globSync('**/*.*', { cwd: more })) {
    mkdirSync(dirname(join(target, file)), { recursive: true })
    writeFileSync(join(target, file), dated(readFileSync(join(more, file), 'utf8'), now))
  }
  const { language } = readSite(target)
  appendFileSync(join(target, 'site.yaml'), `\nnotice: '${NOTICES[language.split('-')[0] ?? ''] ?? NOTICES.en}'\n`)
  return target
}
