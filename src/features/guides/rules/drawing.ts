/** A guide's drawing: SVG in, the same SVG out when it contains nothing but shapes. The page embeds it unchanged. */
import type { LineViolation } from '../../../platform/site/front-matter.ts'

const elements = new Set(['svg', 'g', 'path', 'circle', 'ellipse', 'rect', 'line', 'polyline', 'polygon'])

const attributes = new Set(
  `xmlns viewBox fill stroke stroke-width stroke-linecap stroke-linejoin class d cx cy r rx ry x y width height x1 y1 x2
  y2 points transform`.split(/\s+/),
)

const tag = /<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"<>]*")*)\s*(\/?)>/y
const attribute = /([\w:-]+)="([^"]*)"/g
/** Numbers, names, path data; nothing that could fetch or run. */
const harmless = /^(?:[\w\s.,#%+-]*|(?:[a-z]+\([\d\s.,+-]*\)\s*)+|http:\/\/www\.w3\.org\/2000\/svg)$/i

/** The drawing on one line, or what is wrong with it. */
export function parseDrawing(text: string): { svg: string } | { violations: LineViolation[] } {
  const source = text.trim()
  const open: string[] = []
  let at = 0
  let svg = ''
  while (at < source.length) {
    const space = /\s+/y
    space.lastIndex = at
    if (space.test(source)) at = space.lastIndex
    tag.lastIndex = at
    const found = tag.exec(source)
    const complaint = found ? tagComplaint(found, open, svg === '') : 'only shapes may stand in a drawing, no text'
    if (!found || complaint) return violation(source, at, complaint ?? '')
    svg += found[0].replace(/\s+/g, ' ')
    at = tag.lastIndex
  }
  if (svg === '' || open.length > 0) return violation(source, at, 'the drawing is not a whole <svg>')
  return { svg }
}

/** Keeps `open` in step; undefined when the tag may stand here. */
function tagComplaint(found: RegExpExecArray, open: string[], first: boolean): string | undefined {
  const [, closing, name = '', given = '', selfClosing] = found
  if (closing) return open.pop() === name ? undefined : `</${name}> closes what is not open`
  if (!elements.has(name)) return `<${name}> is no shape`
  if (first !== (name === 'svg')) return 'a drawing is one <svg>'
  if (!first && open.length === 0) return 'a drawing is one <svg>'
  if (first && !/\sviewBox="[\d\s.]+"/.test(given)) return 'the <svg> needs a viewBox'
  if (!selfClosing) open.push(name)
  for (const [, key = '', value = ''] of given.matchAll(attribute))
    if (!attributes.has(key) || !harmless.test(value)) return `${key}="${value}" may not stand in a drawing`
  return undefined
}

function violation(text: string, at: number, message: string): { violations: LineViolation[] } {
  return { violations: [{ line: text.slice(0, at).split('\n').length, message }] }
}
