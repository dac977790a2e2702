/** Settings of a source for an operator: the fields, and the accepted values of each. */
import { AppError } from '../../../platform/errors.ts'
import { withoutFeedScheme } from '../../../platform/text/url.ts'

export interface SourceSettings {
  url: string
  title: string
  /** Registrable domain of who publishes it. */
  publisher: string
  /** The publisher's name for readers; null reads it from its feeds' titles. */
  publisherName: string | null
  language: string | null
  relevance: 'model' | 'all'
  /** True when the articles' own pages are read where the feed's text is short. */
  extract: boolean
  /** Minutes between visits; null leaves it to the service. */
  interval: number | null
  folder: string | null
}

export type SourceEdit = Partial<SourceSettings>

const MAX_INTERVAL = 24 * 60
const MIN_INTERVAL = 5
const MAX_HEADERS = 10

/** Throws `bad_request` for what no source can have; the result is in its stored form. */
export function checkEdit(edit: SourceEdit): SourceEdit {
  const checked = { ...edit }
  if (edit.url !== undefined) checked.url = checkAddress(edit.url)
  if (edit.title !== undefined) checked.title = checkText('title', edit.title, 200)
  if (edit.publisher !== undefined) checked.publisher = checkPublisher(edit.publisher)
  if (edit.publisherName !== undefined)
    checked.publisherName = edit.publisherName?.trim()
      ? checkText('name of the publisher', edit.publisherName, 100)
      : null
  if (edit.language !== undefined) checked.language = checkLanguage(edit.language)
  if (edit.interval !== undefined && edit.interval !== null) checkInterval(edit.interval)
  if (edit.folder !== undefined) checked.folder = edit.folder?.trim() ? checkText('folder', edit.folder, 100) : null
  return checked
}

const refuse = (message: string) => new AppError('bad_request', message)

function checkText(name: string, text: string, max: number): string {
  const clean = text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  if (clean === '') throw refuse(`The ${name} is empty.`)
  if (clean.length > max) throw refuse(`The ${name} is longer than ${max} characters.`)
  return clean
}

/** Credentials in it are taken out by `splitCredentials` first. */
function checkAddress(text: string): string {
  const url = URL.parse(text.trim())
  if (!url || !/^https?:$/.test(url.protocol)) throw refuse(`"${text.slice(0, 100)}" is not an http or https address.`)
  if (text.length > 2000) throw refuse('The address is longer than 2000 characters.')
  return text.trim()
}

/** A source without a domain has its host, with the port. */
const PUBLISHER = /^([\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*|\[[\da-f:.]+\])(:\d+)?$/u

/** A publisher's domain in its stored form; null for what is none. */
export function publisherHost(text: string): string | null {
  const host = text.trim().toLowerCase()
  return PUBLISHER.test(host) ? host : null
}

function checkPublisher(text: string): string {
  const host = publisherHost(text)
  if (!host) throw refuse(`The publisher is a domain such as example.org, not "${text.slice(0, 100)}".`)
  return host
}

/** A language tag in its stored form; null for what is none. */
export function languageTag(text: string): string | null {
  const tag = text.trim().toLowerCase()
  return /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(tag) ? tag : null
}

function checkLanguage(text: string | null): string | null {
  if (text === null || text.trim() === '') return null
  const tag = languageTag(text)
  if (!tag) throw refuse(`"${text.slice(0, 30)}" is not a language tag such as "sv" or "en-gb".`)
  return tag
}

function checkInterval(minutes: number): void {
  if (!Number.isInteger(minutes) || minutes < MIN_INTERVAL || minutes > MAX_INTERVAL)
    throw refuse(`The interval is ${MIN_INTERVAL} to ${MAX_INTERVAL} minutes.`)
}

/** Headers with which a source is asked. */
export type SecretHeaders = Record<string, string>

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/
const OURS = new Set(['host', 'content-length', 'transfer-encoding', 'connection', 'user-agent', 'accept-encoding'])

/** Throws `bad_request` for what is no header (RFC 9110) or not an operator's to set. */
export function checkHeaders(headers: SecretHeaders): SecretHeaders {
  const entries = Object.entries(headers).map(([name, value]) => [name.trim().toLowerCase(), value.trim()] as const)
  if (entries.length > MAX_HEADERS) throw refuse(`At most ${MAX_HEADERS} headers.`)
  for (const [name, value] of entries) {
    if (!TOKEN.test(name) || OURS.has(name)) throw refuse(`"${name.slice(0, 50)}" is not a header that can be set.`)
    if (value === '' || value.length > 4000 || /[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw refuse(`The header ${name} has a value that cannot be sent.`)
  }
  return Object.fromEntries(entries)
}

/** `Name: value` lines. Throws `bad_request` naming the line. */
export function parseHeaders(text: string): SecretHeaders {
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  const pairs = lines.map((line, at) => {
    const colon = line.indexOf(':')
    if (colon < 1) throw refuse(`Line ${at + 1} of the headers is not "Name: value".`)
    return [line.slice(0, colon), line.slice(colon + 1)]
  })
  return checkHeaders(Object.fromEntries(pairs))
}

/** The header of a login by name and password (RFC 7617, UTF-8). */
export function basicLogin(name: string, password: string): SecretHeaders {
  if (name.includes(':')) throw refuse('The name of a login has no colon.')
  return { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** True where a login of the one address may be sent to the other: to the same server, or to the same host by TLS. */
export function sharesLogin(from: string, to: string): boolean {
  const [one, other] = [URL.parse(from), URL.parse(to)]
  return (
    one !== null && (one.origin === other?.origin || (one.host === other?.host && one.port === '' && isSecure(other)))
  )
}

const isSecure = ({ protocol }: URL): boolean => protocol === 'https:'

/** Address of a feed that was found at another, with the name and password of that one where they may be sent to it. */
export function withLoginOf(given: string, found: string): string {
  const [from, to] = [URL.parse(withoutFeedScheme(given)), URL.parse(found)]
  if (!from?.username || !to || !sharesLogin(from.href, found)) return found
  to.username = from.username
  to.password = from.password
  return to.href
}

/** An address without its name and password, and these as a header. */
export function splitCredentials(written: string): { url: string; headers: SecretHeaders | null } {
  const address = withoutFeedScheme(written)
  const url = URL.parse(address)
  if (!url?.username) return { url: address, headers: null }
  const [name, password] = [decoded(url.username), decoded(url.password)]
  url.username = ''
  url.password = ''
  return { url: url.href, headers: basicLogin(name, password) }
}
