/** The rules of the W3C Feed Validation Service for Atom 1.0 (RFC 4287), for the elements that the site's feeds use. */
import type { FeedFault } from './rss.ts'
import { child, childrenOf, htmlFaults, type Node, parseFeedXml } from './rss-markup.ts'

const ONCE = ['id', 'title', 'updated', 'published', 'subtitle', 'summary', 'content', 'icon']
const FEED = ['id', 'title', 'subtitle', 'updated', 'link', 'icon', 'entry']
const ENTRY = ['id', 'title', 'updated', 'published', 'link', 'author', 'contributor', 'category', 'summary', 'content']
const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/
const IRI = /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]+$/i

/** Violations in document order; `url` is where the feed is served. */
export function validateAtom(xml: string, url: string): FeedFault[] {
  const violations: FeedFault[] = []
  const report = (node: Node, code: string, detail = '') =>
    void violations.push({ line: node.line, code, where: node.name, detail: detail.slice(0, 120) })
  const root = parseFeedXml(xml, (line, code, detail) => violations.push({ line, code, where: '', detail }))
  if (!root) return violations
  if (root.name !== 'atom:feed') report(root, 'UndefinedElement', 'the root must be feed')
  checkElement(root, FEED, report)
  const self = linksOf(root, 'self')
  if (self.length !== 1) report(root, 'MissingSelf')
  else if (self[0]?.attributes.href !== url) report(root, 'SelfDoesntMatchLocation', self[0]?.attributes.href)
  const ids = new Set<string>()
  for (const entry of childrenOf(root, 'atom:entry')) {
    checkElement(entry, ENTRY, report)
    const id = child(entry, 'atom:id')?.text ?? ''
    if (ids.has(id)) report(entry, 'DuplicateEntries', id)
    ids.add(id)
    if (!child(entry, 'atom:author')) report(entry, 'MissingElement', 'author')
    if (linksOf(entry, 'alternate').length !== 1) report(entry, 'DuplicateAtomLink', 'alternate')
  }
  return violations.sort((a, b) => a.line - b.line)
}

type Report = (node: Node, code: string, detail?: string) => void

const linksOf = (node: Node, rel: string) =>
  childrenOf(node, 'atom:link').filter((link) => (link.attributes.rel ?? 'alternate') === rel)

/** A feed or an entry: what it must have, may have, and once. */
function checkElement(node: Node, allowed: string[], report: Report): void {
  for (const name of ['id', 'title', 'updated']) if (!child(node, `atom:${name}`)) report(node, 'MissingElement', name)
  for (const one of node.children) {
    const name = one.name.replace('atom:', '')
    if (!allowed.includes(name) && one.name !== 'media:content') report(one, 'UndefinedElement', `in ${node.name}`)
    if (ONCE.includes(name) && childrenOf(node, one.name).length > 1) report(one, 'DuplicateElement')
    if (/[\u0080-\u009f\ufffd]/.test(one.text)) report(one, 'BadCharacters')
    checks[name]?.(one, report)
  }
}

const iri = (node: Node, report: Report) => {
  if (!IRI.test(node.text)) report(node, 'InvalidFullLink', node.text)
}
const date = (node: Node, report: Report) => {
  if (!RFC3339.test(node.text) || Number.isNaN(Date.parse(node.text))) report(node, 'InvalidRFC3339Date', node.text)
}
/** Text is shown as it is, HTML is markup without active content. */
const text = (node: Node, report: Report) => {
  const { type = 'text' } = node.attributes
  if (type !== 'text' && type !== 'html') report(node, 'InvalidTextType', type)
  if (node.children.length > 0) report(node, 'UndefinedElement', 'in a text')
  if (node.name === 'atom:title' && node.text.trim() === '') report(node, 'NotBlank')
  if (type === 'html') for (const found of htmlFaults(node.text)) report(node, found.code, found.detail)
}
const person = (node: Node, report: Report) => {
  if (!child(node, 'atom:name')?.text.trim()) report(node, 'MissingElement', 'name')
  for (const one of node.children) {
    if (!['atom:name', 'atom:uri'].includes(one.name)) report(one, 'UndefinedElement', `in ${node.name}`)
    if (one.name === 'atom:uri') iri(one, report)
  }
}

const checks: Record<string, (node: Node, report: Report) => void> = {
  id: iri,
  icon: iri,
  updated: date,
  published: date,
  title: text,
  subtitle: text,
  summary: text,
  content: text,
  author: person,
  contributor: person,
  link: (node, report) => {
    if (!IRI.test(node.attributes.href ?? '')) report(node, 'InvalidLink', node.attributes.href)
    if (!/^(alternate|self|via|enclosure|hub|next)$/.test(node.attributes.rel ?? 'alternate'))
      report(node, 'UnregisteredAtomLinkRel', node.attributes.rel)
  },
  category: (node, report) => {
    if (!node.attributes.term) report(node, 'MissingAttribute', 'term')
    if (!IRI.test(node.attributes.scheme ?? '')) report(node, 'InvalidURIAttribute', node.attributes.scheme)
  },
}
