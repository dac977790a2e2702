/** Lines of the values of a YAML text: for violations that a schema finds after parsing. */
import { EVENT_ID, type Event, getScalarValue, parseEvents } from 'js-yaml'

export interface YamlLocation {
  /** Line of the value, from 1. */
  line: number
  /** Of a mapping by key, of a sequence by index. */
  children: Map<string, { keyLine: number; location: YamlLocation }>
}

/** The places of the first document. Throws on text that is no YAML. */
export function locationsOf(text: string): YamlLocation {
  const events = parseEvents(text, {})[Symbol.iterator]()
  const lineAt = lineCounter(text)

  function read(event: Event | undefined, keyLine: number): YamlLocation {
    if (event?.type === EVENT_ID.MAPPING) return { line: lineAt(event.start), children: readMapping() }
    if (event?.type === EVENT_ID.SEQUENCE) return { line: lineAt(event.start), children: readSequence() }
    const isWritten = event?.type === EVENT_ID.SCALAR && event.valueStart >= 0
    return { line: isWritten ? lineAt(event.valueStart) : keyLine, children: new Map() }
  }

  function readMapping(): YamlLocation['children'] {
    const children: YamlLocation['children'] = new Map()
    for (let key = next(); key && key.type !== EVENT_ID.POP; key = next()) {
      const name = key.type === EVENT_ID.SCALAR ? getScalarValue(text, key) : ''
      const keyLine = key.type === EVENT_ID.SCALAR ? lineAt(key.valueStart) : read(key, 1).line
      children.set(name, { keyLine, location: read(next(), keyLine) })
    }
    return children
  }

  function readSequence(): YamlLocation['children'] {
    const children: YamlLocation['children'] = new Map()
    for (let item = next(); item && item.type !== EVENT_ID.POP; item = next()) {
      const location = read(item, 1)
      children.set(String(children.size), { keyLine: location.line, location })
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
export function lineOf(root: YamlLocation, path: readonly PropertyKey[]): number {
  let location = root
  for (const step of path) {
    const child = location.children.get(String(step))
    if (!child) break
    location = child.location
  }
  return location === root ? 1 : location.line
}
