/** Lines of the values of a YAML text: for violations that a schema finds after parsing. */
import { EVENT_ID, type Event, getScalarValue, parseEvents } from 'js-yaml'

export interface YamlPlace {
  /** Line of the value, from 1. */
  line: number
  /** Of a mapping by key, of a sequence by index. */
  children: Map<string, { keyLine: number; place: YamlPlace }>
}

/** The places of the first document. Throws on text that is no YAML. */
export function placesOf(text: string): YamlPlace {
  const events = parseEvents(text, {})[Symbol.iterator]()
  const lineAt = lineCounter(text)

  function read(event: Event | undefined, keyLine: number): YamlPlace {
    if (event?.type === EVENT_ID.MAPPING) return { line: lineAt(event.start), children: readMapping() }
    if (event?.type === EVENT_ID.SEQUENCE) return { line: lineAt(event.start), children: readSequence() }
    const isWritten = event?.type === EVENT_ID.SCALAR && event.valueStart >= 0
    return { line: isWritten ? lineAt(event.valueStart) : keyLine, children: new Map() }
  }

  function readMapping(): YamlPlace['children'] {
    const children: YamlPlace['children'] = new Map()
    for (let key = next(); key && key.type !== EVENT_ID.POP; key = next()) {
      const name = key.type === EVENT_ID.SCALAR ? getScalarValue(text, key) : ''
      const keyLine = key.type === EVENT_ID.SCALAR ? lineAt(key.valueStart) : read(key, 1).line
      children.set(name, { keyLine, place: read(next(), keyLine) })
    }
    return children
  }

  function readSequence(): YamlPlace['children'] {
    const children: YamlPlace['children'] = new Map()
    for (let item = next(); item && item.type !== EVENT_ID.POP; item = next()) {
      const place = read(item, 1)
      children.set(String(children.size), { keyLine: place.line, place })
    }
    return children
  }

  const next = () => events.next().value
  next()
  return read(next(), 1)
}

/** The line of an offset, from 1: found among the ends of lines, which are looked for once. */
function lineCounter(text: string): (offset: number) => number {
  const ends = Array.from(text.matchAll(/\n/g), ({ index }) => index)
  return (offset) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] as number) < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}

/** The line of the value at `path`, or of its nearest parent that is there. */
export function lineOf(root: YamlPlace, path: readonly PropertyKey[]): number {
  let place = root
  for (const step of path) {
    const child = place.children.get(String(step))
    if (!child) break
    place = child.place
  }
  return place === root ? 1 : place.line
}
