/** Numbers as small charts: SVG drawn here, coloured by the page's style sheet, each with its content in words. */
import { type Html, html } from './html.ts'

const round = (n: number) => Math.round(n * 10) / 10

/** A line over equal steps. `label` describes it in words. Two points at least, else nothing is drawn. */
export function sparkLine(values: readonly number[], label: string, width = 120, height = 28): Html | null {
  if (values.length < 2) return null
  const top = Math.max(1, ...values)
  const x = (i: number) => round(2 + (i * (width - 4)) / (values.length - 1))
  const y = (value: number) => round(height - 2 - (value * (height - 5)) / top)
  const points = values.map((value, i) => `${x(i)},${y(value)}`).join(' ')
  const last = values.length - 1
  return html`<svg class="spark" role="img" aria-label="${label}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><polygon class="spark-area" points="2,${height - 2} ${points} ${width - 2},${height - 2}" /><polyline class="spark-line" points="${points}" /><circle class="spark-now" cx="${x(last)}" cy="${y(values[last] ?? 0)}" r="2.2" /></svg>`
}

export interface HealthDay {
  day: string
  ok: number
  failed: number
}

/** A column a day, as tall as the attempts that day; the part that failed is on top in the accent colour. */
export function healthBar(days: readonly HealthDay[], label: string, height = 24): Html {
  const step = 6
  const width = Math.max(1, days.length) * step
  const columns = days.map((day, i) => healthColumn(day, i * step, height))
  return html`<svg class="health" role="img" aria-label="${label}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${columns}</svg>`
}

function healthColumn(day: HealthDay, x: number, height: number): Html {
  const all = day.ok + day.failed
  if (all === 0) return html`<rect class="health-none" x="${x}" y="${height - 2}" width="4" height="2" />`
  const failed = round((day.failed / all) * height)
  const bad = day.failed > 0 ? Math.max(3, failed) : 0
  return html`<rect class="health-ok" x="${x}" y="${bad}" width="4" height="${height - bad}" />${bad > 0 && html`<rect class="health-bad" x="${x}" y="0" width="4" height="${bad}" />`}`
}

/** Used share of a limit: a filled bar, full at the limit however far beyond. */
export function meterBar(used: number, limit: number, label: string, width = 240, height = 10): Html {
  const part = limit > 0 ? Math.min(1, Math.max(0, used / limit)) : 1
  return html`<svg class="meter${part >= 1 ? ' meter-full' : ''}" role="img" aria-label="${label}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect class="meter-limit" width="${width}" height="${height}" /><rect class="meter-used" width="${round(part * width)}" height="${height}" /></svg>`
}

/** A column a value, side by side, the highest as tall as the chart; a value of 0 leaves a line. */
export function columnChart(values: readonly number[], label: string, width = 480, height = 90): Html {
  const top = Math.max(...values, Number.MIN_VALUE)
  const step = width / Math.max(1, values.length)
  const columns = values.map((value, i) => {
    const tall = value > 0 ? Math.max(2, round((value / top) * height)) : 1
    return html`<rect class="${value > 0 ? 'health-ok' : 'health-none'}" x="${round(i * step)}" y="${round(height - tall)}" width="${round(step * 0.7)}" height="${tall}" />`
  })
  return html`<svg class="columns-chart" role="img" aria-label="${label}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${columns}</svg>`
}
