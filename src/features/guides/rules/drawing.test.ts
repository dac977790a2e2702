import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDrawing } from './drawing.ts'

const around = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180">${inner}</svg>`
const violationOf = (text: string) => {
  const parsed = parseDrawing(text)
  return 'violations' in parsed ? parsed.violations.map(({ line, message }) => `${line}: ${message}`).join() : null
}

describe('a drawing', () => {
  it('is taken on one line, shapes and all', () => {
    const drawn = around('\n  <g transform="translate(2 3) scale(-1 1)">\n<path class="tone" d="M1 2l3.5-4z"/></g>\n')
    expect(parseDrawing(`\n${drawn}\n`)).toEqual({
      svg: around('<g transform="translate(2 3) scale(-1 1)"><path class="tone" d="M1 2l3.5-4z"/></g>'),
    })
  })

  it.each([
    ['a script', around('<script>alert(1)</script>'), '1: <script> is no shape'],
    ['a picture from elsewhere', around('\n<image href="https://a.example/x.png"/>'), '2: <image> is no shape'],
    ['a handler', around('<path onload="alert(1)" d="M1 2"/>'), '1: onload="alert(1)" may not stand in a drawing'],
    ['a style', around('<path style="fill:red" d="M1 2"/>'), '1: style="fill:red" may not stand in a drawing'],
    ['a link in a fill', around('<path fill="url(https://a.example/#x)"/>'), /may not stand in a drawing$/],
    ['an entity', around('<path d="&#x4d;1 2"/>'), /may not stand in a drawing$/],
    ['text', around('hej'), '1: only shapes may stand in a drawing, no text'],
    ['a comment', around('<!-- hej -->'), '1: only shapes may stand in a drawing, no text'],
    ['a document type', `<!DOCTYPE svg>${around('')}`, '1: only shapes may stand in a drawing, no text'],
    ['no viewBox', '<svg xmlns="http://www.w3.org/2000/svg"></svg>', '1: the <svg> needs a viewBox'],
    ['two drawings', around('') + around(''), '1: a drawing is one <svg>'],
    ['a drawing in a drawing', around(around('')), '1: a drawing is one <svg>'],
    ['a tag that closes another', around('<g><path d="M1 2"></g></path>'), '1: </g> closes what is not open'],
    ['an end too few', around('<g>'), '1: </svg> closes what is not open'],
    ['a cut file', around('<g></g>').slice(0, -6), '1: the drawing is not a whole <svg>'],
    ['nothing', '  ', '1: the drawing is not a whole <svg>'],
  ])('may not hold %s', (_name, text, violation) => {
    expect(violationOf(text)).toEqual(typeof violation === 'string' ? violation : expect.stringMatching(violation))
  })

  it('holds no more than its own letters, whatever is tried', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '<svg viewBox="0 0 1 1">',
        '</svg>',
        '<g>',
        '</g>',
        '<path d="M0 0"/>',
        ' onload="x"',
        '<script',
        '>',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const parsed = parseDrawing(pieces.join(''))
        return 'violations' in parsed || /^<svg [^>]*>(<\/?(g|path)[^<>]*>)*<\/svg>$/.test(parsed.svg)
      }),
      { numRuns: 500 },
    )
  })
})
