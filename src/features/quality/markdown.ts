/** Quality of the texts, as markdown. */

import type { MarkdownContext } from '../../platform/markdown/context.ts'
import { inline } from '../../platform/markdown/escape.ts'
import { frontMatter } from '../../platform/markdown/front-matter.ts'
import { calibrationText } from './calibration-text.ts'
import { figuresOf, type KindCount, type QualityMonth, type QualityView } from './views.ts'

export function qualityMarkdown(
  { model, judge, stoppedSince, calibration, months }: QualityView,
  ctx: MarkdownContext,
): string {
  const { t, baseUrl, paths, site } = ctx
  const head = frontMatter({
    title: t('quality.title'),
    canonical_url: `${baseUrl}${paths.quality}`,
    model: model !== null,
    judge: model?.judge ?? null,
    judge_model: judge?.model ?? null,
    planted_errors_caught: judge?.caught ?? null,
    planted_errors: judge?.planted ?? null,
    judge_suspended_since: judge?.suspendedSince?.toISOString() ?? null,
    models_stopped_since: stoppedSince?.toISOString() ?? null,
    line_calibrated_on: calibration?.answers ?? null,
    language: site.language,
  })
  const parts = [
    `# ${inline(t('quality.title'))}`,
    inline(t('quality.text')),
    ...(calibration ? [inline(calibrationText(calibration, t))] : []),
    ...months.map((month) => monthText(month, ctx)),
  ]
  return `${head}\n${parts.join('\n\n')}\n`
}

/** One month; what is not known of it has no line. */
function monthText(month: QualityMonth, { t, site }: MarkdownContext): string {
  const count = new Intl.NumberFormat(site.language)
  const why = (kinds: KindCount[]) =>
    kinds.length > 0
      ? ` (${kinds.map(({ kind, n }) => `${t(`quality.kind.${kind}`)}: ${count.format(n)}`).join('; ')})`
      : ''
  const existing = figuresOf(month).map(({ name, value, kinds }) => {
    const shown = typeof value === 'number' ? count.format(value) : t('quality.of', value)
    return `- ${inline(`${t(`quality.${name}`)}: ${shown}${why(kinds)}`)}`
  })
  return [`## ${month.month}`, '', ...existing].join('\n')
}
