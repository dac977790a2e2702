/** What each element of an RSS 2.0 feed may hold: the rules of the W3C Feed Validation Service, element by element, and the categories of Apple Podcasts. */
import { child, htmlFaults, isHtmlTag, type Node } from './rss-markup.ts'

export type Report = (node: Node, code: string, detail?: string) => void
type Check = (node: Node, report: Report) => void

const notBlank: Check = (node, report) => {
  if (node.text.trim() === '') report(node, 'NotBlank')
}

/** Titles and the like are text; markup in them is shown as it stands. */
const plainText: Check = (node, report) => {
  const tag = /<\/(\w+)>/.exec(node.text)?.[1]
  if ((tag && isHtmlTag(tag)) || /&(?:#\w+|[a-z]{2,8});/i.test(node.text)) report(node, 'ContainsHTML', node.text)
}

const limited =
  (max: number): Check =>
  (node, report) => {
    if (node.text.length > max) report(node, 'TooLong', `${node.text.length} of ${max}`)
  }

const URI = /^[a-z][0-9a-z+.-]*:(\/\/)?[0-9a-z;/?:@&=+$.\-_!~*'()%,#]+$/i

function isFullUri(value: string): boolean {
  return URI.test(value) && (!/^(https?|ftp):/i.test(value) || /^\w+:\/\/[^/]./.test(value))
}

const fullLink: Check = (node, report) => {
  if (!isFullUri(node.text)) report(node, 'InvalidFullLink', node.text)
}

const httpUrl = (node: Node, attribute: string, report: Report) => {
  const value = node.attributes[attribute]
  if (value === undefined) report(node, 'MissingAttribute', attribute)
  else if (!/^https?:\/\/[^/]/.test(value) || !isFullUri(value)) report(node, 'InvalidURLAttribute', value)
}

const MIME =
  /^[^\s()<>,;:\\"/[\]?=]+\/[^\s()<>,;:\\"/[\]?=]+(\s*;\s*[^\s()<>,;:\\"/[\]?=]+=("(\\"|[^"])*"|[^\s()<>,;:\\"/[\]?=]+))*$/

const mimeType = (node: Node, report: Report, needed = true) => {
  const { type } = node.attributes
  if (type === undefined ? needed : !MIME.test(type)) report(node, 'InvalidMIMEAttribute', type)
}

const wholeNumber = (node: Node, value: string | undefined, report: Report) => {
  if (!/^[1-9]\d*$/.test(value ?? '')) report(node, 'InvalidPositiveInteger', value)
}

const RFC2822 =
  /^(?:(Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?\d\d? (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d(:\d\d)? ([+-]\d\d[03]0|UT|GMT|EST|EDT|CST|CDT|MST|MDT|PST|PDT|Z)$/

/** Ten minutes of the future are forgiven, the time before 1990 is not. */
const date: Check = (node, report) => {
  const found = RFC2822.exec(node.text)
  const at = Date.parse(node.text)
  if (!found || Number.isNaN(at)) return report(node, 'InvalidRFC2822Date', node.text)
  const local = new Date(Date.parse(`${node.text.replace(/ [^ ]+$/, '')} GMT`))
  const weekday = local.toUTCString().slice(0, 3)
  if (found[1] && found[1] !== weekday) report(node, 'IncorrectDOW', node.text)
  if (at > Date.now() + 600_000 || local.getUTCFullYear() < 1990) report(node, 'ImplausibleDate', node.text)
}

const email: Check = (node, report) => {
  if (!/^[\w.!#$%&'*+/=?^`{|}~-]+@([a-z\d-]+\.)+[a-z\d][a-z\d-]*$/i.test(node.text))
    report(node, 'InvalidAddrSpec', node.text)
}

const emailWithName: Check = (node, report) => {
  if (!/^[^\s@()]+@[^\s@()]+( \([^()]+\))?$/.test(node.text)) report(node, 'InvalidContact', node.text)
}

const language: Check = (node, report) => {
  if (!/^[a-z]{2,3}(-[a-z\d]{2,8})*$/i.test(node.text)) report(node, 'InvalidLanguage', node.text)
}

const oneOf =
  (code: string, ...values: string[]): Check =>
  (node, report) => {
    if (!values.includes(node.text)) report(node, code, node.text)
  }

const html: Check = (node, report) => {
  for (const fault of htmlFaults(node.text)) report(node, fault.code, fault.detail)
}

const atomLink: Check = (node, report) => {
  const { href, rel } = node.attributes
  if (href === undefined) report(node, 'MissingHref')
  else if (!isFullUri(href)) report(node, 'InvalidLink', href)
  mimeType(node, report, false)
  if (rel && !/^(alternate|self|related|via|enclosure|hub|next|prev|first|last|https?:.*)$/.test(rel))
    report(node, 'UnregisteredAtomLinkRel', rel)
  if (node.text.trim() !== '' || node.children.length > 0) report(node, 'AtomLinkNotEmpty')
}

const itunesImage: Check = (node, report) => httpUrl(node, 'href', report)

const itunesCategory: Check = (node, report) => {
  const below = applePodcastCategories[node.attributes.text ?? '']
  if (!below) return report(node, 'InvalidItunesCategory', node.attributes.text)
  for (const one of node.children) {
    const known = one.name === 'itunes:category' && below.includes(one.attributes.text ?? '')
    if (!known) report(one, 'InvalidItunesCategory', one.attributes.text)
  }
}

const owner: Check = (node, report) => {
  checkChildren(node, { 'itunes:name': [limited(255)], 'itunes:email': [email] }, report)
  if (!child(node, 'itunes:email')) report(node, 'MissingElement', 'itunes:email')
}

const duration: Check = (node, report) => {
  if (!/^(\d+|([0-9]?[0-9]:)?[0-5]?[0-9]:[0-5][0-9])$/.test(node.text)) report(node, 'InvalidDuration', node.text)
}

const mediaContent: Check = (node, report) => {
  const { url, medium, expression } = node.attributes
  if (url === undefined && !child(node, 'media:player')) report(node, 'MissingAttribute', 'url')
  if (url !== undefined) httpUrl(node, 'url', report)
  mimeType(node, report, false)
  if (medium && !/^(image|audio|video|document|executable)$/.test(medium)) report(node, 'InvalidMediaMedium', medium)
  if (expression && !/^(sample|full|nonstop)$/.test(expression)) report(node, 'InvalidMediaExpression', expression)
  for (const name of ['width', 'height', 'fileSize'])
    if (node.attributes[name] !== undefined) wholeNumber(node, node.attributes[name], report)
}

const mediaUrl: Check = (node, report) => httpUrl(node, 'url', report)

/** https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md */
const podcastUrl: Check = (node, report) => {
  httpUrl(node, 'url', report)
  mimeType(node, report)
}

const uuid: Check = (node, report) => {
  if (!/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(node.text))
    report(node, 'InvalidUUID', node.text)
}

function rfc3339(node: Node, report: Report) {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(node.text))
    report(node, 'InvalidRFC3339Date', node.text)
}

export type Rules = Record<string, Check[]>

const ITUNES_BOTH: Rules = {
  'itunes:author': [limited(255)],
  'itunes:block': [oneOf('InvalidYesNoClean', 'yes', 'no', 'Yes', 'No')],
  'itunes:explicit': [oneOf('InvalidTrueFalse', 'true', 'false')],
  'itunes:subtitle': [limited(255)],
  'itunes:summary': [limited(4000)],
  'itunes:image': [itunesImage],
}

export const CHANNEL: Rules = {
  title: [notBlank, plainText],
  link: [fullLink],
  description: [plainText],
  language: [language],
  copyright: [plainText],
  managingEditor: [emailWithName],
  webMaster: [emailWithName],
  pubDate: [date],
  lastBuildDate: [date],
  category: [notBlank, plainText],
  generator: [],
  docs: [fullLink],
  ttl: [(node, report) => wholeNumber(node, node.text, report)],
  image: [channelImage],
  'atom:link': [atomLink],
  ...ITUNES_BOTH,
  'itunes:owner': [owner],
  'itunes:category': [itunesCategory],
  'itunes:type': [oneOf('InvalidItunesChannelType', 'episodic', 'serial')],
  'podcast:guid': [uuid],
  'podcast:medium': [oneOf('InvalidMedium', 'podcast')],
}

export const ITEM: Rules = {
  title: [notBlank, plainText],
  link: [fullLink],
  description: [html],
  'content:encoded': [html],
  author: [emailWithName],
  category: [notBlank, plainText],
  comments: [fullLink],
  enclosure: [enclosure],
  guid: [guid],
  pubDate: [date],
  source: [(node, report) => httpUrl(node, 'url', report)],
  'dc:creator': [],
  'dc:contributor': [],
  'dc:language': [language],
  'atom:link': [atomLink],
  'atom:updated': [rfc3339],
  'media:content': [mediaContent],
  'media:thumbnail': [mediaUrl],
  'media:title': [],
  'media:description': [],
  'media:credit': [],
  ...ITUNES_BOTH,
  'itunes:title': [notBlank],
  'itunes:duration': [duration],
  'itunes:episode': [(node, report) => wholeNumber(node, node.text, report)],
  'itunes:season': [(node, report) => wholeNumber(node, node.text, report)],
  'itunes:episodeType': [oneOf('InvalidItunesEpisodeType', 'full', 'trailer', 'bonus')],
  'podcast:chapters': [podcastUrl],
  'podcast:transcript': [podcastUrl],
}

const REPEATABLE = new Set([
  'item',
  'category',
  'dc:creator',
  'atom:link',
  'itunes:category',
  'media:content',
  'media:thumbnail',
  'podcast:transcript',
])

export function checkChildren(node: Node, rules: Rules, report: Report) {
  const seen = new Set<string>()
  for (const one of node.children) {
    if (seen.has(one.name) && !REPEATABLE.has(one.name)) report(one, 'DuplicateElement')
    seen.add(one.name)
    const checks = rules[one.name]
    if (!checks) report(one, 'UndefinedElement', `in ${node.name}`)
    for (const check of checks ?? []) check(one, report)
  }
}

function guid(node: Node, report: Report) {
  notBlank(node, report)
  const { isPermaLink } = node.attributes
  if (isPermaLink !== undefined && !/^(true|false)$/.test(isPermaLink))
    report(node, 'InvalidBooleanAttribute', isPermaLink)
  if (isPermaLink !== 'false' && !/^https?:\/\/[^/]/.test(node.text)) report(node, 'InvalidHttpGUID', node.text)
  if (isPermaLink !== 'false' && !isFullUri(node.text)) report(node, 'InvalidPermalink', node.text)
}

function enclosure(node: Node, report: Report) {
  httpUrl(node, 'url', report)
  if (node.attributes.length === undefined) report(node, 'MissingAttribute', 'length')
  // 0 says that the length is not known (RSS Profile, 4.1.1.20.5).
  else if (node.attributes.length === '-1') report(node, 'UseZeroForUnknown')
  else if (node.attributes.length !== '0') wholeNumber(node, node.attributes.length, report)
  if (node.attributes.type === undefined) report(node, 'MissingAttribute', 'type')
  else mimeType(node, report)
}

function channelImage(node: Node, report: Report) {
  const number =
    (max: number): Check =>
    (one) => {
      if (!/^\d+$/.test(one.text) || Number(one.text) > max) report(one, 'InvalidWidth', one.text)
    }
  const rules = { url: [fullLink], title: [notBlank], link: [fullLink], width: [number(144)], height: [number(400)] }
  checkChildren(node, { ...rules, description: [] }, report)
  for (const name of ['url', 'title', 'link']) if (!child(node, name)) report(node, 'MissingElement', name)
}

/** Each with those below it. https://podcasters.apple.com/support/1691-apple-podcasts-categories */
const applePodcastCategories: Record<string, string[]> = {
  Arts: ['Books', 'Design', 'Fashion & Beauty', 'Food', 'Performing Arts', 'Visual Arts'],
  Business: ['Careers', 'Entrepreneurship', 'Investing', 'Management', 'Marketing', 'Non-Profit'],
  Comedy: ['Comedy Interviews', 'Improv', 'Stand-Up'],
  Education: ['Courses', 'How To', 'Language Learning', 'Self-Improvement'],
  Fiction: ['Comedy Fiction', 'Drama', 'Science Fiction'],
  Government: [],
  History: [],
  'Health & Fitness': ['Alternative Health', 'Fitness', 'Medicine', 'Mental Health', 'Nutrition', 'Sexuality'],
  'Kids & Family': ['Education for Kids', 'Parenting', 'Pets & Animals', 'Stories for Kids'],
  Leisure: [
    'Animation & Manga',
    'Automotive',
    'Aviation',
    'Crafts',
    'Games',
    'Hobbies',
    'Home & Garden',
    'Video Games',
  ],
  Music: ['Music Commentary', 'Music History', 'Music Interviews'],
  News: [
    'Business News',
    'Daily News',
    'Entertainment News',
    'News Commentary',
    'Politics',
    'Sports News',
    'Tech News',
  ],
  'Religion & Spirituality': ['Buddhism', 'Christianity', 'Hinduism', 'Islam', 'Judaism', 'Spirituality'],
  Science: [
    'Astronomy',
    'Chemistry',
    'Earth Sciences',
    'Life Sciences',
    'Mathematics',
    'Natural Sciences',
    'Nature',
    'Physics',
    'Social Sciences',
  ],
  'Society & Culture': ['Documentary', 'Personal Journals', 'Philosophy', 'Places & Travel', 'Relationships'],
  Sports: [
    'Baseball',
    'Basketball',
    'Cricket',
    'Fantasy Sports',
    'Football',
    'Golf',
    'Hockey',
    'Rugby',
    'Running',
    'Soccer',
    'Swimming',
    'Tennis',
    'Volleyball',
    'Wilderness',
    'Wrestling',
  ],
  Technology: [],
  'True Crime': [],
  'TV & Film': ['After Shows', 'Film History', 'Film Interviews', 'Film Reviews', 'TV Reviews'],
}
