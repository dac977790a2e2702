/** Small pieces that many pages of the console share: forms, tables, lists of facts. */
import type { Facts } from '../../platform/database/actor.ts'
import { field } from '../../platform/html/field.ts'
import { href } from '../../platform/html/href.ts'
import { type Html, html, trusted } from '../../platform/html/html.ts'
import { timeAgo } from '../../platform/html/times.ts'
import type { AdminPage } from './admin-page.ts'

export { field }

/** A form that acts, with its proof of origin. */
export function post(page: AdminPage, path: string, content: Html, className?: string): Html {
  return html`<form method="post" action="${path}"${className && html` class="${className}"`}><input type="hidden" name="form" value="${page.formToken}">${content}</form>`
}

interface ActionFormOptions {
  /** Tells several of the same words apart where they cannot be seen together. */
  about?: string
  /** Hidden fields. */
  fields?: Record<string, string | number>
  main?: boolean
}

/** One button that acts. */
export function actionForm(
  page: AdminPage,
  path: string,
  label: string,
  { about, fields = {}, main }: ActionFormOptions = {},
): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return post(
    page,
    path,
    html`${hidden}<button class="button${main && ' button-main'}">${label}${about && html`<span class="unseen"> ${about}</span>`}</button>`,
  )
}

/** Fields below each other, and the button that sends them. */
export const form = (page: AdminPage, path: string, fields: Html, label: string, main = true): Html =>
  post(page, path, html`${fields}<button class="button${main && ' button-main'}">${label}</button>`, 'form stack')

type Cell = Html | string | number | null

export interface Table {
  caption: string
  columns: string[]
  /** The first cell names the row. */
  rows: Cell[][]
  /** Text for an empty list. */
  empty: string
  /** Cells that are short enough to stand beside each other in a narrow window. */
  short?: boolean
  /** Many columns, whose names may break. */
  wide?: boolean
}

/** A column is a message below `below`, and its cell of a row. `none` below it is the text for an empty list. */
export function listOf<Row>(
  { t }: AdminPage,
  below: string,
  caption: string,
  rows: readonly Row[],
  columns: Record<string, (row: Row) => Cell>,
  options: Partial<Pick<Table, 'empty' | 'short' | 'wide'>> = {},
): Html {
  const names = Object.keys(columns).map((name) => t(`${below}.${name}`))
  const cells = rows.map((row) => Object.values(columns).map((cell) => cell(row)))
  const empty = options.empty ?? (rows.length > 0 ? '' : t(`${below}.none`))
  return table({ ...options, empty, caption, columns: names, rows: cells })
}

/** Rows become blocks in a narrow window, each cell with the name of its column. */
export function table({ caption, columns, rows, empty, short, wide }: Table): Html {
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`
  const head = columns.map((name) => html`<th scope="col">${name}</th>`)
  const body = rows.map(([first, ...rest]) => {
    const cells = rest.map((cell, i) => html`<td data-label="${columns[i + 1] ?? ''}">${cell}</td>`)
    return html`<tr><th scope="row">${first}</th>${cells}</tr>`
  })
  return html`<table class="grid${short ? ' grid-short' : ''}${wide ? ' grid-wide' : ''}"><caption class="unseen">${caption}</caption><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`
}

/** Ways of showing a list, of which one is chosen: `?view=NAME`. */
export function choices(
  label: string,
  path: string,
  list: { name: string; label: string }[],
  selected: string | null,
): Html {
  const items = list.map(
    ({ name, label }) =>
      html`<li><a href="${path}?view=${name}"${name === selected && trusted(' aria-current="page"')}>${label}</a></li>`,
  )
  return html`<ul class="actions cluster" aria-label="${label}">${items}</ul>`
}

/** Value and words of something to choose. */
export type Option = readonly [string, string]

export function select(
  name: string,
  label: string,
  options: readonly Option[],
  selected: string,
  id = `valj-${name}`,
): Html {
  const list = options.map(
    ([value, text]) => html`<option value="${value}"${value === selected && trusted(' selected')}>${text}</option>`,
  )
  return html`<div><label for="${id}">${label}</label><select id="${id}" name="${name}">${list}</select></div>`
}

export function section(heading: string, body: Html | null, id?: string): Html {
  return html`<section class="part"${id && html` id="${id}"`}><h2 class="box-title">${heading}</h2>${body}</section>`
}

/** A link away from here; an address that must not be followed is shown as what it is. */
export function outward(address: string, text = address): Html {
  const safe = href(address)
  if (safe === '#') return html`<code>${address}</code>`
  return html`<a href="${safe}" rel="noopener noreferrer">${text}</a>`
}

/** Names and values under each other. */
export function facts(rows: [string, Html | string | number | null][]): Html {
  const shown = rows.filter(([, value]) => value !== null && value !== '')
  return html`<dl class="facts-list">${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

const coded = new Set(['status', 'by', 'outcome', 'relevance', 'verdict'])
/** The texts first, the rest in any order. */
const order = ['title', 'lead', 'summary', 'body', 'kept', 'merged', 'by']
const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)

/** Facts before or after an action. */
export function factLabels({ t }: AdminPage, before: Facts, after: Facts): Html {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort((a, b) => rank(a) - rank(b))
  const value = (side: Facts, name: string) => {
    const found = side[name]
    if (found === undefined || found === null || found === '') return null
    if (typeof found === 'boolean') return t(found ? 'admin.yes' : 'admin.no')
    return coded.has(name) ? t(`admin.value.${found}`) : found
  }
  const rows = names.map((name) => {
    const [was, is] = [value(before, name), value(after, name)]
    if (was === null && is === null) return null
    const old = was !== null && was !== is ? html`<del>${was}</del> ` : ''
    return html`<div><dt>${t(`admin.fact.${name}`)}</dt><dd>${old}${is !== null && html`<ins>${is}</ins>`}</dd></div>`
  })
  return html`<dl class="facts-list changes">${rows}</dl>`
}

export const when = (page: AdminPage, at: Date | null): Html | string =>
  at ? timeAgo(at, page) : page.t('admin.never')

/** A share as a whole number of hundredths, or an amount in the currency of the settings. */
export const money = ({ site }: AdminPage, amount: number): string =>
  new Intl.NumberFormat(site.language, { minimumFractionDigits: 2, maximumFractionDigits: amount < 1 ? 4 : 2 }).format(
    amount,
  )

export const count = ({ site }: AdminPage, n: number): string => new Intl.NumberFormat(site.language).format(n)
