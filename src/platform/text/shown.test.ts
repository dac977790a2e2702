import { describe, expect, it } from 'vitest'
import { growth } from '../../../tests/support/growth.ts'
import { UNSHOWN, withoutUnshown } from './shown.ts'

describe('withoutUnshown', () => {
  it.each([...UNSHOWN])('takes out the text of <%s>', (name) => {
    expect(withoutUnshown(`<p>före</p><${name} class="a">inuti</${name.toUpperCase()}><p>efter</p>`)).toMatch(
      /^<p>före<\/p>\s?<p>efter<\/p>$/,
    )
  })

  it.each([
    ...['hidden', 'hidden=""', 'hidden="until-found"', 'style="display:none"', "style='color:red; DISPLAY : none'"],
    ...['style="visibility:hidden"', 'style="visibility: collapse"', 'style="content-visibility:hidden"'],
  ])('takes out what is hidden by %s', (attribute) => {
    for (const name of ['p', 'div', 'section', 'li', 'span'])
      expect(withoutUnshown(`a <${name} ${attribute}>dolt <b>dolt</b></${name}>b`).replace(/ +/g, ' ')).toBe('a b')
  })

  it.each([
    ...['<p aria-hidden="true">syns</p>', '<p data-hidden="1">syns</p>', '<p style="display:block">syns</p>'],
    ...['<dialog open>syns</dialog>', '<details><summary>syns</summary>syns</details>', '<p>hidden display:none</p>'],
    ...['<video>syns', '<button>syns', '<picture><img src="a"></picture>', '<fieldset>syns</fieldset>', '1 < 2'],
  ])('leaves %s', (html) => expect(withoutUnshown(html)).toBe(html))

  it.each([
    ['a paragraph ended by another', '<p hidden>dolt<p>syns', '<p>syns'],
    ['a paragraph ended by its parent', '<div><p hidden>dolt</div>syns', '<div></div>syns'],
    ['a cell', '<table><tr><td hidden>dolt<td>syns</table>', '<table><tr><td>syns</table>'],
    ['a closed frame', '<iframe src="a"/>syns', 'syns'],
    ['a frame without end', '<iframe src="a"><p>syns</p>', '<p>syns</p>'],
    ['code without end', 'syns<script>var a', 'syns'],
    ['options without end', '<select><option>a<option>b</select>syns', 'syns'],
    ['hidden within hidden', '<div hidden><p hidden>a</p>b</div>syns', 'syns'],
  ])('knows the end of %s', (_, html, shown) => expect(withoutUnshown(html).replace(/ +/g, '')).toBe(shown))

  it.each(['<video>', '<p hidden>', '<b hidden>x</b>', '<iframe>', '<div>', '<button', '<title>', '</p hidden>'])(
    'takes time in proportion to a hundred thousand characters of %s',
    (piece) => {
      const make = (size: number) => `<p hidden>x</p>${piece.repeat(size / piece.length)}`
      expect(growth(withoutUnshown, make, 100_000 / 64)).toBeLessThan(20)
    },
  )
})
