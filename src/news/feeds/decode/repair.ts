/** Errors of a document's text that would mislead a parser: garbage before the start, characters that XML forbids. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is being removed
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Windows-1252 characters that a publisher labelled as Latin-1 or copied into UTF-8 as they were. */
const WINDOWS = /[\u0080-\u009f]/g
const windows1252 = new TextDecoder('windows-1252')

/** The same document without them; `problems` lists what was removed. */
export function repairText(text: string, problems: string[]): string {
  const start = text.indexOf('<')
  if (text.slice(0, Math.max(start, 0)).trim() !== '') problems.push('there is text before the document')
  const from = Math.max(start, 0)
  const body = text.slice(from)
  const clean = body.replace(FORBIDDEN, '')
  const readable = clean.replace(WINDOWS, (character) => windows1252.decode(Uint8Array.of(character.charCodeAt(0))))
  if (clean.length < body.length) problems.push(`${body.length - clean.length} control characters were removed`)
  return closeCdata(readable, problems)
}

/** A document cut off inside a CDATA section keeps the text before the cut. */
function closeCdata(text: string, problems: string[]): string {
  const open = text.lastIndexOf('<![CDATA[')
  if (open < 0 || text.indexOf(']]>', open) >= 0) return text
  problems.push('the document ends inside a CDATA section')
  return `${text}]]>`
}

/** A cut-off JSON document with its open strings, arrays and objects closed after the last whole value. */
export function closeJson(text: string): string | null {
  const closers: string[] = []
  let inString = false
  let cut: { at: number; closers: string[] } | null = null
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at += 1
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{') closers.push('}')
    else if (character === '[') closers.push(']')
    else if (character === '}' || character === ']') {
      if (closers.pop() !== character) return null
      // Only whole items are kept: objects that stand in an array of the outermost object.
      if (character === '}' && closers.length === 2) cut = { at: at + 1, closers: [...closers] }
    }
    if (closers.length > 500) return null
  }
  return cut && text.slice(0, cut.at) + cut.closers.reverse().join('')
}
