/** News → the script that is spoken. Pure: the words around the news come from the show's file. */

import { languageNames } from '../../../platform/languages/language-names.ts'
import type { Languages } from '../../../platform/languages/languages.ts'
import type { ScriptMaterial } from '../../../platform/models/ports.ts'
import type { Site } from '../../../platform/site/site.ts'
import { sentenceEndsOf, sentences } from '../../../platform/text/sentences.ts'
import { foldSpace } from '../../../platform/text/text.ts'
import { fillIn, type PodcastShow } from '../rules/show.ts'

export interface ScriptLine {
  text: string
  /** ISO 639-1 of the voice that should read it. */
  language: string
}

export interface SpeechScript {
  title: string
  description: string
  segments: { title: string; lines: ScriptLine[]; entryIds: number[] }[]
}

const NAMED_SOURCES = 3

type Segments = SpeechScript['segments']

/** The show's words, and how its languages are read. */
export interface ScriptCtx {
  show: PodcastShow
  site: Site
  languages: Languages
}

/** A script from titles and summaries alone. */
export function plainScript(day: string, material: ScriptMaterial[], ctx: ScriptCtx): SpeechScript {
  const { show, site } = ctx
  const { script } = show
  const values = { ...dayValues(day, site.language), first: material[0]?.title ?? '' }
  const items = material.map((item) => ({
    title: item.title,
    lines: itemLines(item, ctx),
    entryIds: item.entryIds,
  }))
  const listed = material.map((item) =>
    fillIn(script.description_item, { title: item.title, sources: namedSources(item, show, site) }),
  )
  return {
    title: fillIn(script.title, values),
    description: [fillIn(script.description, values), ...listed].join('\n'),
    segments: framed(items, day, ctx),
  }
}

/** Between the show's own greeting and farewell. */
export function framed(segments: Segments, day: string, ctx: ScriptCtx): Segments {
  const { show, site } = ctx
  const { script } = show
  const values = { ...dayValues(day, site.language), show: show.title, topic: site.topic }
  const framing = (title: string, templates: string[]) => ({
    title,
    lines: fillLines(templates, values, ctx),
    entryIds: [],
  })
  const all = [
    framing(script.opening_title, script.opening),
    ...segments,
    framing(script.closing_title, script.closing),
  ]
  return all.filter((segment) => segment.lines.length > 0)
}

const fillLines = (templates: string[], values: Record<string, string>, ctx: ScriptCtx): ScriptLine[] =>
  toLines(templates.map((template) => fillIn(template, values)).join('\n'), ctx.site.language, ctx)

function itemLines(item: ScriptMaterial, ctx: ScriptCtx): ScriptLine[] {
  const { show, site } = ctx
  const { script } = show
  const values = {
    title: sentence(item.title),
    summary: item.summary,
    sources: namedSources(item, show, site),
    first_source: item.sources[0] ?? '',
    story: item.story ?? '',
    language: languageName(item.language ?? site.language, site.language),
  }
  const story = item.story && item.story !== item.title ? fillLines(script.story, values, ctx) : []
  if (item.language === null || item.language === site.language)
    return [...fillLines(script.item, values, ctx), ...story]
  const foreign = script.foreign_item.map((template) => fillIn(template, values)).join('\n')
  return [...fillLines(script.foreign_intro, values, ctx), ...toLines(foreign, item.language, ctx), ...story]
}

/** Lines under this length are spoken together with the next, as a sentence of one word has no melody. */
const SHORT = 20

/** One line a sentence; what has no letter or digit is not spoken. */
export function toLines(text: string, language: string, { languages }: ScriptCtx): ScriptLine[] {
  const ends = sentenceEndsOf(languages, language)
  const lines: string[] = []
  for (const paragraph of text.split('\n'))
    for (const [i, part] of sentences(paragraph, ends).entries()) {
      const last = lines.at(-1)
      if (i > 0 && last !== undefined && last.length < SHORT) lines[lines.length - 1] = `${last} ${part}`
      else lines.push(part)
    }
  return lines.filter((line) => /[\p{L}\p{N}]/u.test(line)).map((line) => ({ text: foldSpace(line), language }))
}

const sentence = (title: string) => (/[.!?…]["”»]?$/.test(title) ? title : `${title}.`)

function namedSources({ sources }: ScriptMaterial, show: PodcastShow, site: Site): string {
  const named = sources.slice(0, NAMED_SOURCES)
  const rest = sources.length - named.length
  const more = rest > 0 ? [fillIn(show.script.more_sources, { count: String(rest) })] : []
  return new Intl.ListFormat(site.language).format([...named, ...more])
}

function languageName(code: string, siteLanguage: string): string {
  return languageNames(siteLanguage).of(code) ?? code
}

/** `lördag`, `Lördag` and `21 november` for the day. */
function dayValues(day: string, language: string): Record<string, string> {
  const at = new Date(day)
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(at)
  const weekday = format({ weekday: 'long' })
  return {
    weekday,
    Weekday: weekday.charAt(0).toLocaleUpperCase(language) + weekday.slice(1),
    date: format({ day: 'numeric', month: 'long' }),
  }
}
