/** YAML front matter that any parser of YAML 1.1 or 1.2 reads back as it was, whatever the texts hold. */

type Value = string | number | boolean | null | string[]

/** The block with its two fences; keys in the order given. */
export function frontMatter(values: Record<string, Value>): string {
  const lines = Object.entries(values).map(([key, value]) => `${key}: ${write(value)}`)
  return ['---', ...lines, '---', ''].join('\n')
}

function write(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(quote).join(', ')}]`
  return typeof value === 'string' ? quote(value) : String(value)
}

// YAML's double quotes are JSON's, but older parsers break lines at U+0085, U+2028 and U+2029 and refuse other controls.
const quote = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
