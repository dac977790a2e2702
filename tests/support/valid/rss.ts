/**
 * The rules of the W3C Feed Validation Service (https://validator.w3.org/feed/docs/) for RSS 2.0: everything that it
 * reports as an error or a warning about the elements that a news or podcast feed uses. Stricter where a rule of it is
 * lax: an element that is not known here is a fault.
 */

import { child, childrenOf, type Node, parseFeedXml } from './rss-markup.ts'
import { CHANNEL, checkChildren, ITEM, type Report } from './rss-rules.ts'

export interface FeedFault {
  line: number
  /** The validator's name of the message, such as `MissingGuid`. */
  code: string
  where: string
  detail: string
}

/** Faults in document order; an empty list is what the validator calls "valid". `url` is where the feed is served. */
export function validateRss(xml: string, url: string): FeedFault[] {
  const faults: FeedFault[] = []
  const root = parseFeedXml(xml, (line, code, detail) => faults.push({ line, code, where: '', detail }))
  if (!root) return faults
  const report: Report = (node, code, detail = '') =>
    faults.push({ line: node.line, code, where: node.name, detail: detail.slice(0, 120) })
  checkDocument(root, report)
  checkTitles(xml, faults)
  const channel = child(root, 'channel')
  if (!channel) report(root, 'MissingChannel')
  else checkChannel(channel, url, report)
  return faults.sort((a, b) => a.line - b.line)
}

function checkDocument(root: Node, report: Report) {
  if (root.name !== 'rss') report(root, 'UndefinedElement', 'the root must be rss')
  if (root.attributes.version !== '2.0') report(root, 'InvalidRSSVersion', root.attributes.version)
  visit(root, (node) => {
    for (const value of [node.text, ...Object.values(node.attributes)])
      if (/[\u0080-\u009f\ufffd]/.test(value)) report(node, 'BadCharacters')
    if (node.children.length > 0 && node.text.trim() !== '') report(node, 'UnexpectedText', node.text.trim())
  })
}

/** What looks like markup in a title must be written in hexadecimal character references. */
function checkTitles(xml: string, faults: FeedFault[]) {
  for (const found of xml.matchAll(/<title>([^<]*)<\/title>/g)) {
    const written = found[1] ?? ''
    const markup = /&(?:lt|#60);[/a-zA-Z]|&(?:amp|#38);#[x0-9]/.test(written)
    const line = xml.slice(0, found.index).split('\n').length
    if (markup && !written.includes('&#x'))
      faults.push({ line, code: 'CharacterData', where: 'title', detail: written })
  }
}

function visit(node: Node, act: (node: Node) => void) {
  act(node)
  for (const one of node.children) visit(one, act)
}

function checkChannel(channel: Node, url: string, report: Report) {
  checkChildren(channel, { ...CHANNEL, item: [] }, report)
  for (const [name, code] of [
    ['title', 'MissingTitle'],
    ['link', 'MissingLink'],
    ['description', 'MissingDescription'],
    ['language', 'MissingDCLanguage'],
  ] as const)
    if (!child(channel, name)) report(channel, code)
  const self = childrenOf(channel, 'atom:link').find((link) => link.attributes.rel === 'self')
  if (!self) report(channel, 'MissingAtomSelfLink')
  else if (self.attributes.href !== url) report(self, 'SelfDoesntMatchLocation', self.attributes.href)
  const firstItem = channel.children.findIndex((one) => one.name === 'item')
  const late = firstItem < 0 ? undefined : channel.children.slice(firstItem).find((one) => one.name !== 'item')
  if (late) report(late, 'MisplacedItem')
  const image = child(channel, 'image')
  for (const [name, code] of [
    ['title', 'ImageTitleDoesntMatch'],
    ['link', 'ImageLinkDoesntMatch'],
  ] as const)
    if (image && child(image, name)?.text !== child(channel, name)?.text) report(image, code)
  const podcast = channel.children.some((one) => one.name.startsWith('itunes:'))
  if (podcast) checkShow(channel, report)
  checkItems(childrenOf(channel, 'item'), podcast, report)
}

function checkShow(channel: Node, report: Report) {
  for (const name of ['itunes:category', 'itunes:explicit', 'itunes:image'])
    if (!child(channel, name)) report(channel, 'MissingItunesElement', name)
  if (!child(channel, 'itunes:owner')) report(channel, 'MissingItunesEmail')
}

function checkItems(items: Node[], podcast: boolean, report: Report) {
  const guids = new Set<string>()
  for (const item of items) {
    checkChildren(item, ITEM, report)
    if (!child(item, 'title') && !child(item, 'description')) report(item, 'ItemMustContainTitleOrDescription')
    const id = child(item, 'guid')
    if (!id) report(item, 'MissingGuid')
    else if (guids.has(id.text)) report(id, 'DuplicateValue', id.text)
    guids.add(id?.text ?? '')
    const order = item.children.map((one) => one.name)
    if (order.includes('content:encoded') && !order.slice(0, order.indexOf('content:encoded')).includes('description'))
      report(item, 'NeedDescriptionBeforeContent')
    if (order.includes('author') && order.includes('dc:creator')) report(item, 'DuplicateItemSemantics', 'author')
    const file = podcast && /\.(\w+)$/.exec(child(item, 'enclosure')?.attributes.url ?? '')?.[1]
    if (podcast && !['m4a', 'mp3', 'mov', 'mp4', 'm4v', 'pdf', 'epub'].includes(file || ''))
      report(item, 'UnsupportedItunesFormat', file || 'no enclosure')
  }
}
