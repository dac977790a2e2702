/** The day's news → the material of an episode, and a model's script → what is spoken. Pure. */

import { framed, type ScriptCtx, type SpeechScript, toLines } from '../../news/editions/stage/spoken-script.ts'
import type { ScriptMaterial } from '../../platform/models/ports.ts'
import { excerpt, foldSpace } from '../../platform/text/text.ts'
import type { DayArticle } from './store.ts'

/** As a model writes it. */
export interface EpisodeScript {
  title: string
  description: string
  segments: { title: string; text: string; entryIds: number[] }[]
}

/** Characters of a summary that are read aloud, at most. */
const SUMMARY = 420

/**
 * The day's leading events: most publishers first, then those in the site's language, then the most popular. Where its
 * publisher reserves one, another's report represents it.
 */
export function leadingEvents(articles: DayArticle[], siteLanguage: string, limit: number): ScriptMaterial[] {
  const events = [...Map.groupBy(articles, (article) => article.eventKey).values()]
  const free = ({ reservation }: DayArticle) => (reservation === null ? 1 : 0)
  const native = (article: DayArticle) => (article.language === siteLanguage ? 1 : 0)
  return events
    .map((members) => ({ members, lead: members.toSorted((a, b) => free(b) - free(a) || native(b) - native(a))[0] }))
    .flatMap(({ members, lead }) => (lead ? [{ members, lead }] : []))
    .sort(
      (a, b) =>
        b.lead.sourceCount - a.lead.sourceCount ||
        native(b.lead) - native(a.lead) ||
        Math.max(...b.members.map((m) => m.popularity)) - Math.max(...a.members.map((m) => m.popularity)),
    )
    .slice(0, limit)
    .map(({ members, lead }) => ({
      reported: { articleId: lead.id, url: lead.url, reservation: lead.reservation },
      title: lead.title,
      summary: excerpt(lead.summary, SUMMARY),
      language: lead.language,
      sources: [...new Set([lead.source, ...members.map((member) => member.source)])],
      story: lead.story,
      entryIds: [lead.id, ...members.flatMap((member) => (member.id === lead.id ? [] : member.id))],
    }))
}

/** A model's script between the show's own greeting and farewell, cut into the lines that are spoken. */
export function modelScript(script: EpisodeScript, day: string, ctx: ScriptCtx): SpeechScript {
  const segments = script.segments.map(({ title, text, entryIds }) => ({
    title: foldSpace(title),
    lines: toLines(text, ctx.site.language, ctx),
    entryIds,
  }))
  return {
    title: foldSpace(script.title),
    description: script.description.split('\n').map(foldSpace).join('\n').trim(),
    segments: framed(segments, day, ctx),
  }
}
