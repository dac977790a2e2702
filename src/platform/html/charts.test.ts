import { describe, expect, it } from 'vitest'
import { columnChart, healthBar, meterBar, sparkLine } from './charts.ts'

const count = (markup: unknown, what: string) => String(markup).split(what).length - 1

describe('sparkLine', () => {
  it('draws one point a value, the highest at the top', () => {
    const points = /polyline class="spark-line" points="([^"]+)"/.exec(String(sparkLine([0, 4, 1], 'tre dagar')))
    expect(points?.[1]?.split(' ')).toEqual(['2,26', '60,3', '118,20.3'])
  })
  it('marks the last value with a dot', () => {
    const [, x, y] = /circle class="spark-now" cx="([^"]+)" cy="([^"]+)"/.exec(String(sparkLine([0, 4, 1], 'x'))) ?? []
    expect([x, y]).toEqual(['118', '20.3'])
  })
  it('draws nothing from a single value', () => expect(sparkLine([3], 'x')).toBeNull())
})

describe('healthBar', () => {
  it('shows a failure even when it is one of very many', () => {
    const markup = String(healthBar([{ day: '2026-11-20', ok: 500, failed: 1 }], 'x'))
    expect(markup).toContain('<rect class="health-bad" x="0" y="0" width="4" height="3" />')
  })
  it('marks a day without an attempt as such', () => {
    const markup = healthBar(
      [
        { day: 'a', ok: 0, failed: 0 },
        { day: 'b', ok: 2, failed: 0 },
      ],
      'x',
    )
    expect([count(markup, 'health-none'), count(markup, 'health-ok'), count(markup, 'health-bad')]).toEqual([1, 1, 0])
  })
})

describe('meterBar', () => {
  it('is full and says so at the limit and beyond', () => {
    expect(String(meterBar(30, 20, 'x'))).toContain('class="meter meter-full"')
    expect(String(meterBar(30, 20, 'x'))).toContain('class="meter-used" width="240"')
  })
})

describe('columnChart', () => {
  it('draws a column a value, the highest as tall as the chart, and a line for none', () => {
    const columns = String(columnChart([0, 5, 10, 0.01], 'x', 400, 90)).matchAll(
      /<rect class="([\w-]+)" x="(\d+)" y="(\d+)" width="\d+" height="(\d+)"/g,
    )
    expect([...columns].map(([, ...drawn]) => drawn)).toEqual([
      ['health-none', '0', '89', '1'],
      ['health-ok', '100', '45', '45'],
      ['health-ok', '200', '0', '90'],
      ['health-ok', '300', '88', '2'],
    ])
  })
})
