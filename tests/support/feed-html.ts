/** HTML in feeds as the W3C Feed Validation Service wants it: safe tags, no script, no relative references. */
import { Parser } from 'htmlparser2'

const words = (list: string) => new Set(list.split(' '))

const SAFE = words(
  'a abbr acronym address area article aside audio b bdi big blockquote br button canvas caption center cite code col ' +
    'colgroup data datalist dd del details dfn dialog dir div dl dt em fieldset figcaption figure footer font form header ' +
    'h1 h2 h3 h4 h5 h6 hgroup hr i img input ins kbd label legend li main map mark menu meter nav ol output optgroup option ' +
    'p picture pre progress q rp rt ruby s samp section select small source span strike strong sub summary sup table tbody ' +
    'td template textarea time tfoot th thead tr track tt u ul var video noscript wbr',
)
const UNSAFE = words(
  'applet base body embed frame frameset head html iframe link meta noframes object param script style svg title',
)
const VOID = words('area br col hr img input source track wbr')
/** Attributes whose value is an address. */
const REFERENCES = words('href src cite poster action')

export const isHtmlTag = (name: string) => SAFE.has(name.toLowerCase()) || UNSAFE.has(name.toLowerCase())

export function htmlFaults(html: string): { code: string; detail: string }[] {
  const faults: { code: string; detail: string }[] = []
  const fault = (code: string, detail: string) => faults.push({ code, detail })
  const open: string[] = []
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (!SAFE.has(name)) fault(UNSAFE.has(name) ? 'SecurityRisk' : 'NotHtml', name)
        if (!VOID.has(name)) open.push(name)
        for (const [key, value] of Object.entries(attributes)) checkAttribute(key.toLowerCase(), value, fault)
      },
      onclosetag(name, implied) {
        if (VOID.has(name)) return
        if (implied || open.at(-1) !== name) fault('NotHtml', `${name} is not closed in its place`)
        open.pop()
      },
    },
    { decodeEntities: true, recognizeSelfClosing: false },
  )
  parser.end(html)
  return faults
}

function checkAttribute(key: string, value: string, fault: (code: string, detail: string) => void) {
  if (key.startsWith('on')) fault('SecurityRiskAttr', key)
  if (key === 'style') fault('DangerousStyleAttr', value)
  if (!REFERENCES.has(key)) return
  const address = value.trim()
  if (!/^\w+:/.test(address)) fault('ContainsRelRef', address)
  else if (!/^(https?|mailto|tel):/i.test(address)) fault('SecurityRiskAttr', address)
}
