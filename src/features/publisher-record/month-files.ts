/** A month of all publishers as CSV and JSON, under the licence that the operator has chosen. */
import type { Rendered } from '../../platform/http/cached-answer.ts'
import type { Origin } from '../../platform/site/paths.ts'
import { figureNames } from './figures.ts'
import { presentFigures } from './publisher-resource.ts'
import type { LICENSES } from './settings.ts'
import type { RecordSpan } from './views.ts'

export type License = (typeof LICENSES)[number]

const LICENSE_URLS: Record<License, string> = {
  'CC0-1.0': 'https://creativecommons.org/publicdomain/zero/1.0/',
  'CC-BY-4.0': 'https://creativecommons.org/licenses/by/4.0/',
  'CC-BY-SA-4.0': 'https://creativecommons.org/licenses/by-sa/4.0/',
  'ODbL-1.0': 'https://opendatacommons.org/licenses/odbl/1-0/',
  'ODC-By-1.0': 'https://opendatacommons.org/licenses/by/1-0/',
  'PDDL-1.0': 'https://opendatacommons.org/licenses/pddl/1-0/',
}
export const licenseUrl = (license: License): string => LICENSE_URLS[license]

interface Month extends Origin {
  month: string
  records: readonly RecordSpan[]
  license: License
}

const headersOf = (license: License) => ({ link: `<${licenseUrl(license)}>; rel="license"` })

/** A spreadsheet takes what begins so for a formula. */
const FORMULA = /^[=+\-@\t\r]/

function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const inert = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

/** RFC 4180. Figures below twenty cases are empty. */
export function monthCsv({ month, records, license }: Month): Rendered {
  const head = ['month', 'publisher', 'name', 'clock', 'events', ...figureNames.flatMap((name) => [name, `${name}_of`])]
  const rows = records.map((record) => [
    ...[month, record.publisher, record.name, record.clock, record.events],
    ...figureNames.flatMap((name) => [record.figures[name]?.hits ?? null, record.figures[name]?.of ?? null]),
  ])
  const body = [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
  return { type: 'text/csv; charset=utf-8; header=present', body, headers: headersOf(license) }
}

export function monthJson({ month, records, license, baseUrl, paths }: Month): Rendered {
  const publishers = records.map((record) => ({
    publisher: record.publisher,
    name: record.name,
    clock: record.clock,
    events: record.events,
    figures: presentFigures(record.figures),
  }))
  const data = {
    month,
    license,
    license_url: licenseUrl(license),
    method: `${baseUrl}${paths.publishers}#method`,
    publishers,
  }
  return { type: 'application/json; charset=utf-8', body: JSON.stringify(data), headers: headersOf(license) }
}
